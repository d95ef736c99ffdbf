/**
 * Sessions of the desk. A session is a row. Its token is in a cookie, and a keyed hash of the token is in the row. The session gets a new
 * token whenever it begins to allow more, so a token that was planted or seen before is worthless afterwards.
 */
import { randomBytes } from 'node:crypto';
import type { Role } from '#contract/desk/permissions.ts';
import { staffTimes } from '#contract/desk/session.ts';
import { mintId } from '#contract/reference.ts';
import { changed } from '#server/changes/service.ts';
import { afterTransaction, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import type { Environment } from '#server/environment.ts';
import { findPeopleByIds, type ShiftPerson } from '#server/people/service.ts';
import { distinct } from '#server/rows.ts';
import { skewMs } from '#server/skew.ts';
import { isoAfter, isoBefore } from '#server/times.ts';
import { createRecentSessions } from './recent-sessions.ts';
import { lockRole } from './session-guards.ts';
import {
  type DeskSession,
  isLocked,
  isSignedIn,
  mayBePushedTo,
  readSession,
  type SessionState,
  type SignedInSession,
  stageLastsMs,
} from './session-state.ts';
import { lockAccount } from './store.ts';
import {
  changeSession,
  endSession,
  endSessionOfToken,
  endSessionsOf,
  endUnfinishedSession,
  findSessionByHash,
  findSessionsByIds,
  findSessionsOf,
  insertSession,
  interruptSession,
  type SessionsLeft,
  setSessionLocked,
  shortenSessions,
  touchSession,
} from './store-sessions.ts';
import type { SessionStage } from './tables.ts';

const tokenBytes = 32;

/** The last sign of the person is written at most this often. */
const touchEveryMs = 60_000;

/** A session with the token that its browser gets. */
export interface Granted {
  readonly sessionId: string;
  readonly token: string;
  readonly expiresAt: string;
}

/** The browser in which a session begins. */
interface Browser {
  /** For people: `Firefox on Windows`. */
  readonly device: string;
  /** The known device that its cookie names; null in an unknown one. */
  readonly deviceId: string | null;
}

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions({ storage, keyed, now, clockMs }: Environment) {
  const { db } = storage;
  const recent = createRecentSessions({ read: readSignedIn, clockMs });
  const hashOf = (token: string) => keyed.of('staff-session', token);

  const mintToken = () => {
    const token = randomBytes(tokenBytes).toString('base64url');
    return { token, token_hash: hashOf(token) };
  };

  /** The session of a token. With `replaced_hash`: the session whose current token has replaced this one. */
  async function find(token: string, column?: 'replaced_hash'): Promise<DeskSession | undefined> {
    const row = await findSessionByHash(db, hashOf(token), now().toISOString(), column);
    if (!row) return undefined;
    const [person] = await findPeopleByIds(db, [row.person_id]);
    return readSession(row, person, now());
  }

  /** Those of these sessions that have not ended and had not run out at a time, each with its person. */
  async function readWithPeople(ids: readonly string[], at: Iso) {
    const rows = await findSessionsByIds(db, ids, at);
    const people = await findPeopleByIds(db, distinct(rows, 'person_id'));
    const byId = new Map(people.map((person) => [person.id, person]));
    return rows.map((row) => ({ row, person: byId.get(row.person_id) }));
  }

  /** Those of these sessions that are signed in and not over, with their people. */
  async function readSignedIn(ids: readonly string[]): Promise<SignedInSession[]> {
    const at = now();
    const found = await readWithPeople(ids, at.toISOString());
    return found.flatMap(({ row, person }) => readSession(row, person, at) ?? []).filter(isSignedIn);
  }

  /** Makes a change of sessions, and clears the cached ones when others see it: at the end of its transaction. */
  function withRecentCleared<T>(trx: Trx, change: Promise<T>): Promise<T> {
    afterTransaction(trx, recent.clear);
    return change;
  }

  const columnsOf = (stage: SessionStage, role: Role | null) => {
    const at = now();
    return {
      stage,
      role: stage === 'signed-in' ? role : null,
      active_at: at.toISOString(),
      expires_at: isoAfter(at, stageLastsMs[stage]),
    };
  };

  /**
   * Changes a session in the caller's transaction and gives it a new token. Undefined when the session ended or moved on meanwhile: of
   * two requests that change it at once, one does.
   */
  async function renew(
    trx: Trx,
    { row }: DeskSession,
    values: Parameters<typeof changeSession>[2] & { readonly expires_at?: Iso },
  ): Promise<Granted | undefined> {
    const { token, token_hash } = mintToken();
    if (!(await withRecentCleared(trx, changeSession(trx, row, { token_hash, ...values })))) return undefined;
    return { sessionId: row.id, token, expiresAt: values.expires_at ?? row.expires_at };
  }

  return {
    find,

    /** Begins a session in the caller's transaction. @param proved whether a factor was proven with it */
    async begin(
      trx: Trx,
      person: Pick<ShiftPerson, 'id' | 'role'>,
      stage: SessionStage,
      { device, deviceId }: Browser,
      values: { readonly proved: boolean; readonly newPasswordHash?: string; readonly pendingRole?: Role },
    ): Promise<Granted> {
      const { token, token_hash } = mintToken();
      const id = mintId();
      const columns = columnsOf(stage, stage === 'signed-in' ? await lockRole(trx, person.id) : person.role);
      const at = columns.active_at;
      await insertSession(trx, {
        id,
        token_hash,
        person_id: person.id,
        device,
        device_id: deviceId,
        created_at: at,
        proved_at: values.proved ? at : null,
        new_password_hash: values.newPasswordHash ?? null,
        ...columns,
        role: values.pendingRole ?? columns.role,
      });
      if (stage === 'signed-in') await changed(trx, 'account', person.id);
      return { sessionId: id, token, expiresAt: columns.expires_at };
    },

    /** Moves a session on to a stage, by `renew`. */
    async raise(
      trx: Trx,
      session: DeskSession,
      stage: SessionStage,
      values: { readonly role?: Role | null; readonly deviceId?: string | null; readonly proved?: boolean } = {},
    ): Promise<Granted | undefined> {
      const columns = columnsOf(stage, values.role === undefined ? session.person.role : values.role);
      const raised = await renew(trx, session, {
        ...columns,
        ...(values.deviceId !== undefined && { device_id: values.deviceId }),
        ...(values.proved && { proved_at: columns.active_at }),
        locked_at: null,
        new_password_hash: null,
        new_totp_secret: null,
        new_totp_at: null,
      });
      if (raised && stage === 'signed-in') await changed(trx, 'account', session.person.id);
      return raised;
    },

    /** Writes that a factor was proven, by `renew`: the session is fresh and unlocked. It still runs out at the same time. */
    async prove(trx: Trx, session: DeskSession): Promise<Granted | undefined> {
      const at = now().toISOString();
      const proven = await renew(trx, session, { proved_at: at, active_at: at, locked_at: null });
      if (proven && session.locked) await changed(trx, 'account', session.person.id);
      return proven;
    },

    /** Locks a session, also if another tab got a new token for it since. False when it has ended. */
    lock: ({ row, person }: DeskSession): Promise<boolean> =>
      storage.transaction(async (trx) => {
        const isLockedNow = await withRecentCleared(trx, setSessionLocked(trx, row.id, now().toISOString()));
        if (isLockedNow) await changed(trx, 'account', person.id);
        return isLockedNow;
      }),

    /** Writes that the person was active, at most once a minute. */
    async touch({ row }: DeskSession): Promise<void> {
      const at = now();
      if (at.getTime() - Date.parse(row.active_at) < touchEveryMs) return;
      await touchSession(db, row.id, at.toISOString());
    },

    change: (session: DeskSession, values: Parameters<typeof changeSession>[2], trx: Trx) =>
      withRecentCleared(trx, changeSession(trx, session.row, values)),

    /** Ends one session of a person. Resolves to the number that ended: 1 or 0. */
    async end(personId: string, id: string, trx: Trx): Promise<number> {
      const ended = await withRecentCleared(trx, endSession(trx, personId, id, now().toISOString()));
      if (ended > 0) await changed(trx, 'account', personId);
      return ended;
    },

    /** Ends a session that has no second factor yet, in the caller's transaction. False when it has ended, or has gone on. */
    giveUp: (trx: Trx, id: string): Promise<boolean> =>
      withRecentCleared(trx, endUnfinishedSession(trx, id, now().toISOString())),

    /**
     * Interrupts a session that has no second factor yet, in the caller's transaction: it runs out at once, and nobody has its token. The
     * link that began it may begin another one in its place, which it may not after somebody ended it. False when it has ended, or has gone
     * on.
     */
    interrupt: (trx: Trx, id: string): Promise<boolean> =>
      withRecentCleared(trx, interruptSession(trx, id, now().toISOString())),

    /**
     * Ends the session that a browser had before it gets a new one, by the token that it sent. If another tab got a new token for the old
     * session since, that session ends too, because the new cookie replaces its token. A session without a second factor is interrupted.
     */
    leave: (token: string, { sessionId }: Pick<Granted, 'sessionId'>): Promise<void> =>
      storage.transaction(async (trx) => {
        const at = now().toISOString();
        const ended = await withRecentCleared(trx, endSessionOfToken(trx, hashOf(token), at, sessionId));
        for (const personId of ended) await changed(trx, 'account', personId);
      }),

    /** Ends every session of a person except those that are left. Resolves to their number. */
    async endAll(trx: Trx, personId: string, left?: SessionsLeft): Promise<number> {
      // The account is locked first, because two transactions could lock several sessions of one person in two orders.
      await lockAccount(trx, personId);
      const ended = await withRecentCleared(trx, endSessionsOf(trx, personId, now().toISOString(), left));
      if (ended > 0) await changed(trx, 'account', personId);
      return ended;
    },

    /** The sessions in which the person is signed in, the newest first. */
    async list({ row, person }: DeskSession): Promise<DeskSession[]> {
      const at = now();
      const rows = await findSessionsOf(db, row.person_id, at.toISOString());
      return rows.flatMap((other) => readSession(other, person, at) ?? []);
    },

    /** The ids of those sessions that are signed in and not over. A locked one counts. */
    openSessionIds: async (ids: readonly string[]): Promise<Set<string>> =>
      new Set((await readSignedIn(ids)).map(({ row }) => row.id)),

    /** The states of these sessions, without those that are over. `findToRead` uses what was read here for less than a second. */
    async states(ids: readonly string[]): Promise<ReadonlyMap<string, SessionState>> {
      const sessions = await recent.keep(ids);
      return new Map(sessions.map(({ row, locked }) => [row.id, locked ? 'locked' : 'open']));
    },

    /** Finds a session for a request that changes nothing. A session that was read less than a second ago is not read again. */
    findToRead: async (token: string): Promise<DeskSession | undefined> =>
      (await recent.find(hashOf(token))) ?? find(token),

    /** The ids of those sessions that may be pushed to. While a person is on call, their session counts for some time after it ran out. */
    async pushableSessionIds(ids: readonly string[]): Promise<Set<string>> {
      const at = now();
      const found = await readWithPeople(ids, isoBefore(at, staffTimes.pushedOnCallForMs));
      return new Set(found.flatMap(({ row, person }) => (mayBePushedTo(row, person, at) ? row.id : [])));
    },

    /** The ids of those sessions that are locked and get only rings. */
    async lockedSessionIds(ids: readonly string[]): Promise<Set<string>> {
      const at = now();
      const rows = await findSessionsByIds(db, ids, at.toISOString());
      return new Set(rows.flatMap((row) => (isLocked(row, at) ? row.id : [])));
    },

    /** Shortens sessions that last longer than a session can, because they began while the clock was ahead. */
    async shorten(): Promise<void> {
      const latest = isoAfter(now(), staffTimes.sessionForMs);
      await shortenSessions(db, latest, isoAfter(latest, skewMs));
    },
  };
}
