/** Adds and removes a person's second factors and recovery codes. The first factor that is added ends an enrolment. */
import { randomInt } from 'node:crypto';
import { readAccessCode } from '#contract/access-code.ts';
import { nameLine } from '#contract/clean-text.ts';
import type { AccountFactors } from '#contract/desk/account-endpoints.ts';
import type { AuditAction } from '#contract/desk/audit.ts';
import { staffTimes } from '#contract/desk/session.ts';
import { SessionOverError } from '#server/caller.ts';
import { changed } from '#server/changes/service.ts';
import { dialectOf, type Trx } from '#server/database/open.ts';
import { countAdmins, giveFirstRole, lockPeople } from '#server/people/service.ts';
import { mintSymbols, showCode } from '#server/secret-symbols.ts';
import { isStale } from '#server/stale-press.ts';
import { isoBefore } from '#server/times.ts';
import type { NoticeKind } from './messages/words.ts';
import type { WebauthnResponse } from './passkeys.ts';
import { recoveryCodeCount, recoveryCodeLength, recoveryHashOf } from './recovery-code.ts';
import { requireOpenSession } from './session-guards.ts';
import type { DeskSession } from './session-state.ts';
import type { Granted } from './sessions.ts';
import {
  addPasskey,
  codesMade,
  countRecoveryCodes,
  deletePasskey,
  findAccount,
  findPasskeysOf,
  hasRecoveryCode,
  noteCodesKept,
  replaceRecoveryCodes,
  spendTotpStep,
  updateAccount,
} from './store.ts';
import { changeInvitation, findOpenInvitations } from './store-links.ts';
import { findSessionsByIds, takeNewSecret } from './store-sessions.ts';
import { type SignInTools, transactionOrUndo, type Visit } from './tools.ts';
import { encryptedTotpStepOf, mintTotpSecret, totpStepOf, totpUri } from './totp.ts';

const invitationCodeDigits = 6;

/** A factor was added. `granted` is set when that ended an enrolment; `recoveryCodes` when the person had none. */
export interface Added {
  readonly kind: 'added';
  readonly recoveryCodes: readonly string[] | null;
  readonly granted?: Granted;
  readonly deviceId?: string;
}

type AddOutcome = Added | { readonly kind: 'wrong' } | { readonly kind: 'wait'; readonly retryAfterMs: number };
type RemoveOutcome = 'removed' | 'last' | 'none' | 'other';

/** Whether a session is setting the desk up. Its person becomes the first admin with a second factor. */
const isFirstAdmin = ({ stage, row, person }: DeskSession): boolean =>
  stage === 'enrol' && row.role === 'admin' && person.role === null;

export function createEnrolment(tools: SignInTools) {
  const { storage, keyed, secretBox, now, audit, sessions, devices, passkeys, factorTries, notify } = tools;
  const { db } = storage;
  const iso = () => now().toISOString();
  /** Makes changes of one person's factors run one by one, so that the last factor stays. Throws when the session has ended. */
  const lockFactors = async (trx: Trx, session: DeskSession) => {
    if (isFirstAdmin(session)) await lockPeople(trx);
    await dialectOf(trx).lock(trx, [`factors ${session.person.id}`]);
    await requireOpenSession(trx, session);
  };

  const write = (trx: Trx, { person }: DeskSession, action: AuditAction, detail = {}) =>
    audit.write(trx, { by: person.id, action, about: [{ kind: 'person', id: person.id }], detail });

  async function newRecoveryCodes(trx: Trx, personId: string): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodeCount }, () => mintSymbols(recoveryCodeLength));
    const hashes = codes.map((code) => recoveryHashOf(keyed, personId, code));
    await replaceRecoveryCodes(trx, personId, hashes, iso());
    return codes.map(showCode);
  }

  /**
   * The answer when an earlier press has added this app and its answer was lost. The code of that press is accepted again; a later code is
   * used up. An enrolment that has ended goes on with another token, and gets nothing here.
   */
  function addedBefore({ stage, person }: DeskSession, code: string): Promise<Added | undefined> {
    // In a transaction, which sees what a press of this instant stored.
    return storage.transaction(async (trx) => {
      const account = stage === 'enrol' ? undefined : await findAccount(trx, person.id);
      const encrypted = account?.totp_secret ?? null;
      const step = encryptedTotpStepOf(secretBox, encrypted, code, now());
      if (encrypted === null || step === undefined) return undefined;
      const isUsedUp = step === account?.totp_used_step || (await spendTotpStep(trx, person.id, encrypted, step));
      return isUsedUp ? { kind: 'added', recoveryCodes: null } : undefined;
    });
  }

  /** Makes the person the first admin, unless another one was faster. The caller has locked the people. */
  async function becomeFirstAdmin(trx: Trx, session: DeskSession, deviceId: string): Promise<Granted | undefined> {
    if ((await countAdmins(trx)) > 0) return undefined;
    if (await giveFirstRole(trx, session.person.id, 'admin', tools.reaches, now())) return undefined;
    return sessions.raise(trx, session, 'signed-in', { role: 'admin', deviceId, proved: true });
  }

  /** Makes an invited person wait until the inviter has confirmed that they are the right one. */
  async function beginToWait(trx: Trx, session: DeskSession, deviceId: string): Promise<Granted | undefined> {
    const [invitation] = await findOpenInvitations(trx, session.person.id);
    if (!invitation) return undefined;
    const code = randomInt(10 ** invitationCodeDigits)
      .toString()
      .padStart(invitationCodeDigits, '0');
    if (!(await changeInvitation(trx, invitation.id, { code, accepted_at: iso() }))) return undefined;
    return sessions.raise(trx, session, 'waiting', { deviceId, proved: true });
  }

  /** Ends an enrolment: the person gets back in, becomes the first admin, or waits for the inviter. */
  function enter(trx: Trx, session: DeskSession, deviceId: string): Promise<Granted | undefined> {
    if (session.person.role !== null) return sessions.raise(trx, session, 'signed-in', { deviceId, proved: true });
    return isFirstAdmin(session) ? becomeFirstAdmin(trx, session, deviceId) : beginToWait(trx, session, deviceId);
  }

  /** Does what follows from a new factor, in the transaction that adds it. Undefined when the session may not go on. */
  async function added(trx: Trx, session: DeskSession, kind: NoticeKind, visit: Visit): Promise<Added | undefined> {
    const { person, stage } = session;
    const recoveryCodes =
      (await countRecoveryCodes(trx, person.id)) === 0 ? await newRecoveryCodes(trx, person.id) : null;
    const detail = { factor: kind === 'totp-added' ? 'totp' : 'passkey' };
    if (stage !== 'enrol') {
      await notify(trx, kind, person, visit.device);
      await write(trx, session, 'factor-added', detail);
      return { kind: 'added', recoveryCodes };
    }
    const deviceId = await devices.remember(trx, person.id, visit.deviceId);
    const granted = await enter(trx, session, deviceId);
    if (!granted) return undefined;
    const action = isFirstAdmin(session)
      ? 'desk-set-up'
      : person.role === null
        ? 'invitation-accepted'
        : 'account-recovered';
    await write(trx, session, action, detail);
    // So the inviter's screen shows the field for the code.
    await changed(trx, 'people', person.id);
    return { kind: 'added', recoveryCodes, granted, deviceId };
  }

  const factorsOf = async (personId: string): Promise<AccountFactors> => {
    const [account, keys] = [await findAccount(db, personId), await findPasskeysOf(db, personId)];
    return {
      passwordChangedAt: account?.password_changed_at ?? iso(),
      totpAddedAt: account?.totp_added_at ?? null,
      passkeys: keys.map(({ id, name, created_at: addedAt, used_at: usedAt, device_type }) => {
        return { id, name, addedAt, usedAt, synced: device_type === 'multiDevice' };
      }),
      recoveryCodesLeft: await countRecoveryCodes(db, personId),
    };
  };

  /** Removes a factor unless it is the last one. */
  function remove(session: DeskSession, visit: Visit, kind: NoticeKind, work: (trx: Trx) => Promise<RemoveOutcome>) {
    const { person } = session;
    const removeUnlessLast = async (trx: Trx): Promise<RemoveOutcome> => {
      await lockFactors(trx, session);
      const outcome = await work(trx);
      if (outcome !== 'removed') return outcome;
      const account = await findAccount(trx, person.id);
      if (account?.totp_secret == null && (await findPasskeysOf(trx, person.id)).length === 0) return 'last';
      await notify(trx, kind, person, visit.device);
      await write(trx, session, 'factor-removed', { factor: kind === 'totp-removed' ? 'totp' : 'passkey' });
      return outcome;
    };
    return transactionOrUndo(storage, removeUnlessLast, (outcome) => outcome !== 'removed');
  }

  return {
    factorsOf,

    /**
     * Makes a secret for a new authenticator app. The session keeps it until the app has shown a right code. A page that is loaded again
     * gets the same one for an hour, because the app may have it already.
     */
    async beginTotp(session: DeskSession): Promise<{ readonly secret: string; readonly uri: string }> {
      const secret = await storage.transaction(async (trx) => {
        await requireOpenSession(trx, session);
        const [row] = await findSessionsByIds(trx, [session.row.id], iso());
        if (!row) throw new SessionOverError('The session has ended');
        const isYoung = (row.new_totp_at ?? '') > isoBefore(now(), staffTimes.enrollingForMs);
        const pending =
          row.new_totp_secret !== null && isYoung && secretBox.decrypt('totp-secret', row.new_totp_secret);
        if (pending) return pending;
        const made = mintTotpSecret();
        const values = { new_totp_secret: secretBox.encrypt('totp-secret', made), new_totp_at: iso() };
        await sessions.change({ ...session, row }, values, trx);
        return made;
      });
      return { secret, uri: totpUri(secret, session.person.mail ?? session.person.name) };
    },

    async addTotp(session: DeskSession, code: string, visit: Visit): Promise<AddOutcome> {
      const { row, person } = session;
      const outcome = await factorTries.attempt(keyed.of('address', `enrol ${row.id}`), async () => {
        const secret = row.new_totp_secret === null ? undefined : secretBox.decrypt('totp-secret', row.new_totp_secret);
        if (secret === undefined) return addedBefore(session, code);
        const step = totpStepOf(secret, code, now());
        if (step === undefined) return undefined;
        const result = await transactionOrUndo(storage, async (trx) => {
          await lockFactors(trx, session);
          // Of two requests with the same code, only one takes the secret.
          if (!(await takeNewSecret(trx, row))) return undefined;
          await updateAccount(trx, person.id, {
            totp_secret: row.new_totp_secret,
            totp_added_at: iso(),
            totp_used_step: step,
            wrong_codes: 0,
          });
          return added(trx, session, 'totp-added', visit);
        });
        return result ?? addedBefore(session, code);
      });
      return outcome.kind === 'right' ? outcome.found : outcome;
    },

    /** @param seen when the app that the page showed was added. `other`: it was replaced since, so nothing was removed */
    removeTotp: (session: DeskSession, visit: Visit, seen?: string): Promise<RemoveOutcome> =>
      remove(session, visit, 'totp-removed', async (trx) => {
        const account = await findAccount(trx, session.person.id);
        if (account?.totp_secret == null) return 'none';
        if (isStale(seen, account.totp_added_at)) return 'other';
        await updateAccount(trx, session.person.id, { totp_secret: null, totp_added_at: null, totp_used_step: null });
        return 'removed';
      }),

    beginPasskey: ({ row, person }: DeskSession) => passkeys.optionsToAdd(`add ${row.id}`, person),

    async addPasskey(
      session: DeskSession,
      name: string,
      response: WebauthnResponse,
      visit: Visit,
    ): Promise<AddOutcome> {
      const { row, person } = session;
      const made = await passkeys.readNew(response, `add ${row.id}`, visit.origin);
      if (!made) return { kind: 'wrong' };
      const result = await transactionOrUndo(storage, async (trx) => {
        await lockFactors(trx, session);
        if (!(await made.use(trx))) return undefined;
        const called = nameLine(name) || visit.device;
        if (!(await addPasskey(trx, { ...made.row, person_id: person.id, name: called, created_at: iso() }))) {
          return undefined;
        }
        return added(trx, session, 'passkey-added', visit);
      });
      return result ?? { kind: 'wrong' };
    },

    removePasskey: (session: DeskSession, id: string, visit: Visit): Promise<RemoveOutcome> =>
      remove(session, visit, 'passkey-removed', async (trx) =>
        (await deletePasskey(trx, session.person.id, id)) ? 'removed' : 'none',
      ),

    /**
     * Notes that the person has kept the set of codes that this code belongs to. A set that was replaced does not count: the newer one may
     * never have been shown.
     */
    keepRecoveryCodes: (session: DeskSession, code: string): Promise<void> =>
      storage.transaction(async (trx) => {
        await lockFactors(trx, session);
        const hash = recoveryHashOf(keyed, session.person.id, readAccessCode(code));
        if (await hasRecoveryCode(trx, session.person.id, hash)) await noteCodesKept(trx, session.person.id);
      }),

    /**
     * Replaces the recovery codes by ten new ones.
     *
     * @param seen when the codes that the page knew of were made. `late`: others were made since, and stay
     */
    renewRecoveryCodes: (session: DeskSession, visit: Visit, seen?: string | null): Promise<string[] | 'late'> =>
      storage.transaction(async (trx) => {
        await lockFactors(trx, session);
        if (isStale(seen, (await codesMade(trx, session.person.id))?.created_at ?? null)) return 'late';
        const codes = await newRecoveryCodes(trx, session.person.id);
        await notify(trx, 'recovery-codes-renewed', session.person, visit.device);
        await write(trx, session, 'recovery-codes-renewed');
        return codes;
      }),
  };
}
