/** The first factor: e-mail address and password, and the reset of a forgotten password. */
import { findPeopleByIds, findPeopleByMail, type ShiftPerson } from '#server/people/service.ts';
import { idsOf } from '#server/rows.ts';
import { type DeviceGroup, hashedOrWait } from './hash-slots.ts';
import { createLinkPresses, type LinkInput, type LinkOutcome } from './link-press.ts';
import { mailLink } from './mailed-link.ts';
import { hashPassword, isPassword, nobodysHash, type PasswordFault, passwordFault } from './password.ts';
import { type Account, findAccounts, findPasskeysOf, lockAccount } from './store.ts';
import { isAwaited } from './store-links.ts';
import { type GrantedOutcome, type SignInTools, transactionOrUndo, type Visit, type WaitOutcome } from './tools.ts';

type PasswordOutcome =
  | GrantedOutcome
  | WaitOutcome
  | { readonly kind: 'wrong' }
  /** The password is right, but the account has no second factor, or no role and no open invitation. Only a link helps. */
  | { readonly kind: 'link-needed' };

interface Candidate {
  readonly person: ShiftPerson;
  readonly account: Account;
}

/** Hashes a chosen password. Resolves to the hash, or to the outcome to answer with when it may not be chosen or the caller has to wait. */
export async function hashChosen(
  { slots }: Pick<SignInTools, 'slots'>,
  password: string,
  own: readonly string[],
  account: string,
): Promise<string | WaitOutcome | { readonly kind: 'password'; readonly fault: PasswordFault }> {
  const fault = await passwordFault(password, own);
  if (fault) return { kind: 'password', fault };
  return hashedOrWait(() => slots.run('known', account, () => hashPassword(password)));
}

/** The texts that others know of a person, which make a poor password: parts of their name and address. */
export const knownOf = ({ name, mail }: Pick<ShiftPerson, 'name' | 'mail'>): string[] => [
  name,
  ...name.split(/\s+/),
  ...(mail === null ? [] : [mail, ...mail.split('@')]),
];

export function createFirstFactor(tools: SignInTools) {
  const { storage, keyed, delivery, sessions, devices, slots, tries } = tools;
  const { db } = storage;
  const presses = createLinkPresses(tools);

  /** The account that an address signs in to. A person with a role comes before one who waits to be confirmed. */
  async function candidateOf(email: string): Promise<Candidate | undefined> {
    const people = await findPeopleByMail(db, email);
    const accounts = new Map((await findAccounts(db, idsOf(people))).map((one) => [one.person_id, one]));
    const candidates = people.flatMap((person) => {
      const account = accounts.get(person.id);
      return account ? [{ person, account }] : [];
    });
    return candidates.find(({ person }) => person.role !== null) ?? candidates[0];
  }

  const hasFactor = async ({ person, account }: Candidate) =>
    account.totp_secret !== null || (await findPasskeysOf(db, person.id)).length > 0;

  async function deviceFor(personId: string, { deviceId }: Visit): Promise<string | null> {
    return (await devices.isKnown(personId, deviceId)) ? deviceId : null;
  }

  return {
    /**
     * Checks an address and a password. For an address without an account it does the same work, so neither the answer nor its time tells
     * which addresses have an account.
     */
    async signIn(
      { email, password }: { readonly email: string; readonly password: string },
      visit: Visit,
    ): Promise<PasswordOutcome> {
      const candidate = await candidateOf(email);
      const deviceId = candidate ? await deviceFor(candidate.person.id, visit) : null;
      const group: DeviceGroup = deviceId === null ? 'anyone' : 'known';
      const key = keyed.of('address', deviceId === null ? visit.address : `${visit.address} ${deviceId}`);
      const outcome = await hashedOrWait(() =>
        tries[group].attempt(key, async () => {
          const kept = candidate?.account.password_hash ?? nobodysHash;
          const isRight = await slots.run(group, email.trim().toLowerCase(), () => isPassword(password, kept));
          return isRight ? candidate : undefined;
        }),
      );
      if (outcome.kind !== 'right') return outcome;
      if (!candidate) return { kind: 'wrong' };
      const { person, account } = candidate;
      const mayGoOn = person.role !== null || (await isAwaited(db, person.id));
      if (!mayGoOn || !(await hasFactor(candidate))) return { kind: 'link-needed' };
      const browser = { device: visit.device, deviceId };
      const granted = await transactionOrUndo(storage, async (trx) => {
        // A change of the password ends the sessions that exist by then. If it was changed during this check, no session may begin.
        if ((await lockAccount(trx, person.id))?.password_hash !== account.password_hash) return undefined;
        return sessions.begin(trx, person, 'first-factor', browser, { proved: false });
      });
      return granted ? { kind: 'granted', granted } : { kind: 'wrong' };
    },

    /** Mails a link to set a new password, if an account has the address. The caller does not learn whether one has. */
    async forgot(email: string): Promise<void> {
      const candidate = await candidateOf(email);
      if (!candidate || candidate.person.role === null || !delivery.can.mail) return;
      await mailLink(tools, 'password-reset', candidate.person.id, email);
    },

    /**
     * Uses a link to set a new password. The new session keeps the password until the second factor is given, so a person who can only read
     * the mail changes nothing.
     */
    reset: (input: LinkInput, visit: Visit): Promise<LinkOutcome> =>
      presses.press<LinkOutcome>('password-reset', input, async (press) => {
        const [person] = await findPeopleByIds(db, [press.link.person_id ?? '']);
        if (!person) return undefined;
        const hash = await hashChosen(tools, input.password, knownOf(person), person.id);
        if (typeof hash !== 'string') return hash;
        const deviceId = await deviceFor(person.id, visit);
        const browser = { device: visit.device, deviceId };
        const lockNothing = async () => {};
        return presses.grant(press, lockNothing, (trx) =>
          sessions.begin(trx, person, 'first-factor', browser, { proved: false, newPasswordHash: hash }),
        );
      }),
  };
}
