/** The links that an operator of the server makes: to set the desk up, and to let a person back in who lost every factor. */
import { nameLine } from '#contract/clean-text.ts';
import type { Trx } from '#server/database/open.ts';
import { isOneAddress } from '#server/mail-address.ts';
import {
  countAdmins,
  findPeopleByIds,
  findPeopleByMail,
  lockPeople,
  lockPeopleShared,
  preparePerson,
  type ShiftPerson,
} from '#server/people/service.ts';
import { hashChosen, knownOf } from './first-factor.ts';
import { createLinkPresses, type LinkInput, type LinkOutcome } from './link-press.ts';
import type { MadeLink } from './links.ts';
import { deleteFactors, lockAccount, putAccount } from './store.ts';
import { readInvited } from './store-links.ts';
import type { SignInTools, Visit } from './tools.ts';

interface SetUpInput extends LinkInput {
  readonly name: string;
  readonly email: string;
}

type SetUpOutcome = LinkOutcome | { readonly kind: 'refused'; readonly why: 'emailTaken' | 'nameTaken' | 'badEmail' };

type SetUpLink =
  | { readonly kind: 'made'; readonly link: MadeLink }
  /** There is an admin already, who invites the others. */
  | { readonly kind: 'not-needed' }
  /** A link was made before, perhaps by another server, and works until this time (ISO-8601). */
  | { readonly kind: 'made-before'; readonly until: string };

/** Gives a person a new password, and deletes their other factors, devices and sessions, in the caller's transaction. */
export async function beginAnew(
  trx: Trx,
  { sessions, now }: Pick<SignInTools, 'sessions' | 'now'>,
  personId: string,
  hash: string,
): Promise<void> {
  const at = now().toISOString();
  await putAccount(trx, { person_id: personId, password_hash: hash, password_changed_at: at, created_at: at });
  await deleteFactors(trx, personId);
  await sessions.endAll(trx, personId);
}

export function createFirstAdmin(tools: SignInTools) {
  const { storage, now, audit, links, sessions, notify } = tools;
  const { db } = storage;
  const presses = createLinkPresses(tools);

  const begin = (trx: Trx, person: ShiftPerson, visit: Visit, pending: { readonly pendingRole?: 'admin' }) =>
    sessions.begin(trx, person, 'enrol', { device: visit.device, deviceId: null }, { proved: false, ...pending });

  return {
    /** Whether there is no admin. */
    isSetUpNeeded: async (): Promise<boolean> => (await countAdmins(db)) === 0,

    /**
     * Makes the link with which the first admin sets the desk up, as long as there is no admin. When several servers start at once, only
     * one of them makes it.
     *
     * @param again whether a new link replaces one that was made before
     * @param show shows the link before it is stored, so that a link that cannot be shown ends no earlier one, and of two that are
     * made at the same instant the later one is shown later. It may run again with another link, which takes that one's place
     */
    makeSetUpLink: (again: boolean, show: (url: string) => void = () => {}): Promise<SetUpLink> =>
      storage.transaction(async (trx) => {
        await lockPeople(trx);
        if ((await countAdmins(trx)) > 0) return { kind: 'not-needed' };
        const [before] = await links.live(trx, 'set-up', null);
        if (before && !again) return { kind: 'made-before', until: before.expires_at };
        const link = await links.make(trx, 'set-up', null);
        show(link.url);
        return { kind: 'made', link };
      }),

    /** Uses the set-up link. Its person becomes an admin with a second factor. */
    setUp: ({ name, email, ...input }: SetUpInput, visit: Visit): Promise<SetUpOutcome> =>
      presses.press<SetUpOutcome>('set-up', input, async (press) => {
        if (!isOneAddress(email.trim()) || nameLine(name) === '') return { kind: 'refused', why: 'badEmail' };
        const person = { personId: null, name: nameLine(name), email: email.trim(), version: 'any' } as const;
        const hash = await hashChosen(tools, input.password, knownOf({ name, mail: email }), press.link.id);
        if (typeof hash !== 'string') return hash;
        let refused: SetUpOutcome | undefined;
        // The transaction may run again, and then decides anew.
        const lock = (trx: Trx) => {
          refused = undefined;
          return lockPeople(trx);
        };
        const granted = await presses.grant(press, lock, async (trx) => {
          if ((await countAdmins(trx)) > 0) return undefined;
          const prepared = await preparePerson(trx, person, await readInvited(trx, now()), now());
          if (typeof prepared === 'string') {
            refused = { kind: 'refused', why: prepared === 'emailTaken' ? 'emailTaken' : 'nameTaken' };
            return undefined;
          }
          await beginAnew(trx, tools, prepared.id, hash);
          return begin(trx, prepared, visit, { pendingRole: 'admin' });
        });
        return granted ?? refused;
      }),

    /**
     * Makes the link with which a person gets back into their account, and tells the person and every admin by mail.
     *
     * @param show shows the link before it is stored, as for the set-up link
     * @returns undefined when no account has the address
     */
    makeRecoveryLink: (
      email: string,
      show: (url: string, personId: string) => void = () => {},
    ): Promise<MadeLink | undefined> =>
      storage.transaction(async (trx) => {
        // Addresses stay as they are until the link is made, because a change of address ends the person's links.
        await lockPeopleShared(trx);
        const person = (await findPeopleByMail(trx, email)).find(({ role }) => role !== null);
        if (!person) return undefined;
        const link = await links.make(trx, 'recovery', person.id);
        const told = (await tools.admins(trx)).filter(({ id }) => id !== person.id);
        for (const admin of [person, ...told]) await notify(trx, 'recovered', admin, 'the server', { about: person });
        const about = [{ kind: 'person', id: person.id }] as const;
        await audit.write(trx, { by: null, action: 'recovery-link-made', about });
        show(link.url, person.id);
        return link;
      }),

    /** Uses a recovery link: sets a new password and removes every factor, so that a new one has to be added. */
    recover: (input: LinkInput, visit: Visit): Promise<LinkOutcome> =>
      presses.press<LinkOutcome>('recovery', input, async (press) => {
        const [person] = await findPeopleByIds(db, [press.link.person_id ?? '']);
        if (!person || person.role === null) return undefined;
        const hash = await hashChosen(tools, input.password, knownOf(person), person.id);
        if (typeof hash !== 'string') return hash;
        const lock = (trx: Trx) => lockAccount(trx, person.id);
        return presses.grant(press, lock, async (trx) => {
          await beginAnew(trx, tools, person.id, hash);
          return begin(trx, person, visit, {});
        });
      }),
  };
}
