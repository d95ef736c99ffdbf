/**
 * The second factor: a code of the authenticator app, a recovery code, or a passkey. Each code and each response works once. After ten
 * wrong codes of the app see `countTry`.
 */
import { readAccessCode } from '#contract/access-code.ts';
import type { Reader, Trx } from '#server/database/open.ts';
import { findPeopleByIds, lockPeople, type ShiftPerson } from '#server/people/service.ts';
import { mostWrongCodes } from './devices.ts';
import { hashedOrWait } from './hash-slots.ts';
import type { WebauthnResponse } from './passkeys.ts';
import { isPassword } from './password.ts';
import { recoveryHashOf } from './recovery-code.ts';
import type { DeskSession } from './session-state.ts';
import {
  countAccountTry,
  countDeviceTry,
  countSessionTry,
  deleteDevices,
  findAccount,
  lockAccount,
  noteCodesKept,
  spendRecoveryCode,
  spendTotpStep,
  updateAccount,
} from './store.ts';
import { isAwaited } from './store-links.ts';
import { type GrantedOutcome, type SignInTools, transactionOrUndo, type Visit, type WaitOutcome } from './tools.ts';
import { encryptedTotpStepOf } from './totp.ts';

type Proof =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery-code'; readonly code: string }
  | { readonly kind: 'passkey'; readonly response: WebauthnResponse };

type FactorOutcome =
  | GrantedOutcome
  | WaitOutcome
  | { readonly kind: 'wrong' }
  | { readonly kind: 'device-link-needed' };

/** Uses a proof up, in the transaction of the action that it allows. False when it was used before, or its factor was removed meanwhile. */
type Use = (trx: Trx) => Promise<boolean>;

type Checked = { readonly kind: 'right'; readonly use: Use } | Exclude<FactorOutcome, GrantedOutcome>;

const wrong = { kind: 'wrong' } as const;
const stageOf = ({ role }: ShiftPerson) => (role === null ? 'waiting' : 'signed-in');

const about = (personId: string, sessionId: string) =>
  [
    { kind: 'person', id: personId },
    { kind: 'session', id: sessionId },
  ] as const;

const always: Use = async () => true;

export type SecondFactors = ReturnType<typeof createSecondFactors>;

export function createSecondFactors(tools: SignInTools) {
  const { storage, keyed, secretBox, now, audit, notify } = tools;
  const { sessions, devices, passkeys, slots, factorTries, passkeyTries } = tools;
  const { db } = storage;
  const isKnown = (session: DeskSession, reader: Reader = db) =>
    devices.isKnown(session.person.id, session.row.device_id, reader);

  /**
   * Counts a code before it is checked, so that codes which come at the same moment are all counted. Each known device has its own count.
   * So has a session in which a device link was opened. All other devices of a person share one count, so guessing never locks the person
   * out of their own devices. `last` is the tenth code of the shared count; with `none-left` the code is not checked.
   */
  async function countTry(trx: Trx, session: DeskSession): Promise<'counted' | 'last' | 'none-left'> {
    const { row, person } = session;
    if (row.device_id !== null && (await isKnown(session, trx))) {
      if (await countDeviceTry(trx, person.id, row.device_id, mostWrongCodes)) return 'counted';
    }
    if (row.device_link_at !== null && (await countSessionTry(trx, row.id, mostWrongCodes))) return 'counted';
    const count = await countAccountTry(trx, person.id, mostWrongCodes);
    if (count === undefined) return 'none-left';
    return count === mostWrongCodes ? 'last' : 'counted';
  }

  /** Tells a person by mail that somebody seems to have their password, because it is needed to try codes. */
  async function tellGuessing(trx: Trx, { person, row }: DeskSession): Promise<void> {
    await notify(trx, 'codes-guessed', person, row.device);
    await audit.write(trx, { by: null, action: 'codes-guessed', about: [{ kind: 'person', id: person.id }] });
  }

  /** Counts a code, checks it, and tells of the last wrong one, all in one transaction: no later code would tell of it. */
  const checkTotp = (session: DeskSession, code: string): Promise<Checked> =>
    storage.transaction(async (trx) => {
      const counted = await countTry(trx, session);
      if (counted === 'none-left') return { kind: 'device-link-needed' };
      const account = await findAccount(trx, session.person.id);
      const encrypted = account?.totp_secret ?? null;
      const step = encryptedTotpStepOf(secretBox, encrypted, code, now());
      if (encrypted === null || step === undefined || (account?.totp_used_step ?? -1) >= step) {
        if (counted === 'last') await tellGuessing(trx, session);
        return wrong;
      }
      return { kind: 'right', use: (using) => spendTotpStep(using, session.person.id, encrypted, step) };
    });

  function checkRecoveryCode({ person, row }: DeskSession, typed: string): Checked {
    const hash = recoveryHashOf(keyed, person.id, readAccessCode(typed));
    return {
      kind: 'right',
      async use(trx) {
        if (!(await spendRecoveryCode(trx, person.id, hash, now().toISOString()))) return false;
        // Whoever has one of the codes has kept them.
        await noteCodesKept(trx, person.id);
        await notify(trx, 'recovery-code-used', person, row.device);
        return true;
      },
    };
  }

  async function checkPasskey(session: DeskSession, response: WebauthnResponse, visit: Visit): Promise<Checked> {
    const proven = await passkeys.prove(response, `prove ${session.row.id}`, session.person.id, visit.origin);
    return proven ? { kind: 'right', use: proven.use } : wrong;
  }

  async function checkPassword({ person }: DeskSession, password: string): Promise<Checked> {
    const account = await findAccount(db, person.id);
    const isRight = await slots.run('known', person.id, () => isPassword(password, account?.password_hash ?? ''));
    return isRight ? { kind: 'right', use: always } : wrong;
  }

  function check(session: DeskSession, proof: Proof, visit: Visit): Promise<Checked> | Checked {
    if (proof.kind === 'totp') return checkTotp(session, proof.code);
    if (proof.kind === 'recovery-code') return checkRecoveryCode(session, proof.code);
    if (proof.kind === 'passkey') return checkPasskey(session, proof.response, visit);
    return checkPassword(session, proof.password);
  }

  /** Sets the new password that waited for this factor, and ends the person's other sessions and known devices. */
  async function setWaitingPassword(trx: Trx, { row, person }: DeskSession, hash: string): Promise<void> {
    await updateAccount(trx, person.id, { password_hash: hash, password_changed_at: now().toISOString() });
    await sessions.endAll(trx, person.id, { but: row.id });
    await deleteDevices(trx, person.id);
    await notify(trx, 'password-changed', person, row.device);
  }

  /** Makes the device of a sign-in known. With a new one, the person is told of it, and the count of codes from unknown devices begins anew. */
  async function noteDevice(trx: Trx, person: ShiftPerson, visit: Visit, known: boolean): Promise<string> {
    const deviceId = await devices.remember(trx, person.id, visit.deviceId);
    if (!known) {
      await updateAccount(trx, person.id, { wrong_codes: 0 });
      await notify(trx, 'new-device', person, visit.device);
    }
    return deviceId;
  }

  /** Moves the session on after both factors, in the transaction that used the second one up. Undefined when it may not go on. */
  async function signIn(
    trx: Trx,
    session: DeskSession,
    visit: Visit,
    known: boolean,
  ): Promise<GrantedOutcome | undefined> {
    const { row, person } = session;
    if (person.role === null && !(await isAwaited(trx, person.id))) return undefined;
    if (row.new_password_hash !== null) await setWaitingPassword(trx, session, row.new_password_hash);
    const deviceId = await noteDevice(trx, person, visit, known);
    const granted = await sessions.raise(trx, session, stageOf(person), { deviceId, proved: true });
    return granted && { kind: 'granted', granted, deviceId };
  }

  /** Begins the session of a person who has proved a passkey alone. Undefined when they may not sign in. */
  async function begin(trx: Trx, personId: string, visit: Visit): Promise<GrantedOutcome | undefined> {
    const [person] = await findPeopleByIds(trx, [personId]);
    if (!person || (person.role === null && !(await isAwaited(trx, personId)))) return undefined;
    const known = await devices.isKnown(personId, visit.deviceId, trx);
    const deviceId = await noteDevice(trx, person, visit, known);
    const browser = { device: visit.device, deviceId };
    const granted = await sessions.begin(trx, person, stageOf(person), browser, { proved: true });
    const detail = { factor: 'passkey alone', newDevice: !known };
    await audit.write(trx, { by: personId, action: 'signed-in', about: about(personId, granted.sessionId), detail });
    return { kind: 'granted', granted, deviceId };
  }

  const orUndo = <T>(work: (trx: Trx) => Promise<T | undefined>) => transactionOrUndo(storage, work);

  /** Checks a proof, with the delays after wrong tries that `key` has. */
  async function attempt(
    key: string,
    session: DeskSession,
    proof: Proof,
    visit: Visit,
    then: (use: Use) => Promise<GrantedOutcome | undefined>,
  ): Promise<FactorOutcome> {
    let refused: FactorOutcome = wrong;
    const outcome = await hashedOrWait(() =>
      factorTries.attempt(key, async () => {
        const checked = await check(session, proof, visit);
        if (checked.kind === 'right') return then(checked.use);
        refused = checked;
        return undefined;
      }),
    );
    if (outcome.kind === 'right') return outcome.found;
    return outcome.kind === 'wait' ? outcome : refused;
  }

  return {
    isKnown,

    /** Takes the second factor of a session that has given the first one. */
    give(session: DeskSession, proof: Exclude<Proof, { kind: 'password' }>, visit: Visit): Promise<FactorOutcome> {
      const key = keyed.of('address', `${visit.address} ${session.person.id}`);
      return attempt(key, session, proof, visit, async (use) => {
        const known = await isKnown(session);
        return orUndo(async (trx) => {
          await lockAccount(trx, session.person.id);
          if (!(await use(trx))) return undefined;
          const outcome = await signIn(trx, session, visit, known);
          if (!outcome) return undefined;
          const action = proof.kind === 'recovery-code' ? 'recovery-code-used' : 'signed-in';
          const detail = { factor: proof.kind, newDevice: !known, newPassword: session.row.new_password_hash !== null };
          const ids = about(session.person.id, session.row.id);
          await audit.write(trx, { by: session.person.id, action, about: ids, detail });
          return outcome;
        });
      });
    },

    /** Takes another proof in a session that is signed in, which is then fresh and unlocked. */
    async proveAgain(
      session: DeskSession,
      proof: Exclude<Proof, { kind: 'recovery-code' }>,
      visit: Visit,
    ): Promise<FactorOutcome> {
      const key = keyed.of('address', `proof ${session.row.id}`);
      const outcome = await attempt(key, session, proof, visit, (use) =>
        orUndo(async (trx) => {
          await lockAccount(trx, session.person.id);
          if (!(await use(trx))) return undefined;
          if (proof.kind === 'totp' && session.row.device_id !== null) {
            await devices.remember(trx, session.person.id, session.row.device_id);
          }
          const granted = await sessions.prove(trx, session);
          return granted && { kind: 'granted', granted };
        }),
      );
      // A device link is only for signing in. A person who is signed in waits or proves another factor.
      return outcome.kind === 'device-link-needed' ? { kind: 'wait', retryAfterMs: 60_000 } : outcome;
    },

    /** A passkey alone: both factors at once. */
    async signInWithPasskey(response: WebauthnResponse, visit: Visit): Promise<FactorOutcome> {
      const outcome = await passkeyTries.attempt(keyed.of('address', visit.address), async () => {
        const proven = await passkeys.prove(response, 'anyone', null, visit.origin);
        if (!proven) return undefined;
        const { person_id: personId } = proven.passkey;
        return orUndo(async (trx) => {
          // `begin` reads the role, so the people are locked first (the order of locks in `server/database/tables.ts`).
          await lockPeople(trx);
          await lockAccount(trx, personId);
          return (await proven.use(trx)) ? begin(trx, personId, visit) : undefined;
        });
      });
      return outcome.kind === 'right' ? outcome.found : outcome;
    },
  };
}
