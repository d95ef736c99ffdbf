/**
 * Leases on messages. A claim gives one worker a message until its lease ends. The lease of a worker that dies runs out, and a worker that
 * is late finds that its token is gone. The end of a lease is written and judged by a clock that all servers share (`commonTime`), so a
 * server whose own clock is wrong takes no message from another.
 */
import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, type Selectable, sql, type UpdateObject } from 'kysely';
import { changesAny, dialectOf, isDatabaseDown, isLost, type Reader } from '#server/database/open.ts';
import { prepared, preparedUpdate } from '#server/database/prepared.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Environment } from '#server/environment.ts';
import { isoAfter } from '#server/times.ts';
import { type Condition, findPrepared, isUnsent, writtenOut } from './conditions.ts';
import { clearedLease, notExpiredAt, notLeasedAt, waitingOrUnsure } from './maintenance.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import type { Channel, MessageTable, PersonalChannel } from './tables.ts';

export type Message = Selectable<MessageTable>;

/** A message that goes to a person. */
export type PersonalMessage = Message & { readonly channel: PersonalChannel };

/** A message that this worker may send until its lease ends. */
export type Claim = Message & { readonly lease_token: string };

export const serverStoppedReason = 'The server stopped while sending, so this may have arrived.';

/**
 * For how long after the database was away no lease that ran out is taken over, in milliseconds. No server could renew its leases
 * meanwhile, and one that has sent a message tries once a second to record it (docs/decisions/0244).
 */
const resultsFirstMs = 3000;

interface ClaimsOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly channel: Channel;
  readonly schedule: RetrySchedule;
  /** How long a worker may be silent before another takes its message over, in milliseconds. */
  readonly leaseForMs: number;
  /** Whether this process has at most one message of each recipient at a time. */
  readonly onePerRecipient: boolean;
}

/** Messages that are due and that no worker is sending. */
const isDue =
  ({ at }: { readonly at: string }, db: Reader): Condition =>
  (row) =>
    row.and([isUnsent, row('due_at', '<=', at), notExpiredAt(at)(row), notLeasedAt(db, at)(row)]);

const findDue = findPrepared(isDue);

interface Renewal extends Pick<Claim, 'id' | 'lease_token'> {
  readonly forMs: number;
  /** The new end of the lease, by this server's clock. */
  readonly until: string;
}

const renewLease = preparedUpdate((db, { id, lease_token, until, forMs }: Renewal) =>
  db
    .updateTable('messages')
    .set({ lease_until: dialectOf(db).commonTime(until, forMs) })
    .where('id', '=', id)
    .where('lease_token', '=', lease_token),
);

/** Finds a claimed message as long as its lease has this token: no worker took it over, and no report of the provider ended the lease. */
const stillLeased = prepared((db, { id, lease_token: token }: Pick<Claim, 'id' | 'lease_token'>) =>
  db.selectFrom('messages').select('id').where('id', '=', id).where('lease_token', '=', token),
);

/**
 * The times of three clocks, in milliseconds: none is right after every event. The process's clock may be set back, and is corrected
 * a moment after the machine slept. The machine's clock may be set back. The steady clock stands still while the machine sleeps.
 */
const readClocks = (now: () => Date) => [now().getTime(), Date.now(), performance.now()] as const;

export function createClaims(options: ClaimsOptions) {
  const { storage, now, channel, schedule, leaseForMs, onePerRecipient } = options;
  const { db } = storage;
  const { commonTime, skipLocked } = dialectOf(db);
  /**
   * The tokens of this process's leases, each with its message once that is known. A token is added before its claim is written and
   * removed after its result is. So a process that was frozen for longer than its leases never claims a message again that it is still
   * sending. The answers to these are waiting in its sockets, which are read after the timers ran.
   */
  const ownLeases = new Map<string, Pick<Message, 'id' | 'recipient'> | undefined>();
  /**
   * The tokens of claims whose answer was lost, so that they may have been written, or that could not be left to a person. Nothing is sent
   * under them. They stay among the own leases until they are given back.
   */
  const lostClaims = new Set<string>();
  let lastClaim: Promise<unknown> = Promise.resolve();
  /** The time of the steady clock from which leases that ran out are taken over; infinite while the database is away. */
  let takesOverFromMs = 0;
  /** Messages that are not under a lease of this process, and that it is not still sending after another server took them over. */
  const notLeasedHere = ({ or, and, eb }: ExpressionBuilder<Tables, 'messages'>) => {
    const ids = [...ownLeases.values()].flatMap((message) => message?.id ?? []);
    return and([
      ...(ownLeases.size > 0
        ? [or([eb('lease_token', 'is', null), eb('lease_token', 'not in', [...ownLeases.keys()])])]
        : []),
      ...(ids.length > 0 ? [eb('id', 'not in', ids)] : []),
    ]);
  };

  /** Messages to a recipient to whom this process is sending nothing else. Applies only with `onePerRecipient`. */
  const recipientIsFree: Condition = ({ and, eb }) => {
    const busy = onePerRecipient ? [...ownLeases.values()].flatMap((message) => message?.recipient ?? []) : [];
    return and(busy.length > 0 ? [eb('recipient', 'not in', busy)] : []);
  };

  /** The message that has been due longest, of those that this process may claim. */
  const dueHere = (at: string) =>
    db
      .selectFrom('messages')
      .select('id')
      .where(isDue({ at }, db))
      .where('channel', '=', writtenOut(channel))
      .where(notLeasedHere)
      .where(recipientIsFree)
      .$if(performance.now() < takesOverFromMs, (query) => query.where('lease_token', 'is', null))
      .$if(schedule.maxUncertainRetries === 1, (query) =>
        // An uncertain message has one retry. If a worker died during that one, the message is not claimed again.
        query.where(({ or, eb }) => or([eb('lease_token', 'is', null), eb('unsure_at', 'is', null)])),
      )
      .orderBy('due_at')
      .limit(1);

  /** Claims the message that has been due longest. A lease that ran out means that its worker died while sending. */
  async function claimDue(token: string): Promise<Claim | undefined> {
    const at = now().toISOString();
    // This runs each second, so it must not take the write lock of a SQLite file when nothing is due.
    if ((await findDue(db, channel, { at })).length === 0) return undefined;
    if (onePerRecipient && !(await dueHere(at).executeTakeFirst())) return undefined;
    const row = await db
      .updateTable('messages')
      .set(({ eb }) => ({
        lease_token: token,
        lease_until: commonTime(isoAfter(now(), leaseForMs), leaseForMs),
        attempts: eb('attempts', '+', 1),
        state: waitingOrUnsure,
        last_error: sql<string | null>`case when lease_token is null then last_error else ${serverStoppedReason} end`,
        unsure_at: sql<string | null>`case when lease_token is null then unsure_at else coalesce(unsure_at, ${at}) end`,
      }))
      .where('id', '=', skipLocked(dueHere(at)))
      .returningAll()
      .executeTakeFirst();
    return row as Claim | undefined;
  }

  /** Writes to a claimed message. False, with nothing written, when the lease ended, another has it, or the condition fails. */
  async function write(
    { id, lease_token }: Pick<Claim, 'id' | 'lease_token'>,
    values: UpdateObject<Tables, 'messages'>,
    writer: Reader = db,
    condition: Condition = ({ and }) => and([]),
  ): Promise<boolean> {
    return writer
      .updateTable('messages')
      .set(values)
      .where('id', '=', id)
      .where('lease_token', '=', lease_token)
      .where(condition)
      .$call(changesAny);
  }

  /** Renews a lease from now on. False when the lease ended or another worker took the message over. */
  async function heartbeat({ id, lease_token }: Claim): Promise<boolean> {
    return renewLease(db, { id, lease_token, until: isoAfter(now(), leaseForMs), forMs: leaseForMs });
  }

  /** Forgets a lease of this process, so that it may claim the message again. Writes nothing. */
  const forget = ({ lease_token }: Claim) => void ownLeases.delete(lease_token);

  /** Has a lease of this process given back, under which nothing was sent. */
  const giveBackLater = ({ lease_token }: Claim) => void lostClaims.add(lease_token);

  /** Gives back messages of claims whose answer was lost: nothing has left, so it was no try. The next claim does it by itself. */
  async function giveBackLost(): Promise<void> {
    for (const token of lostClaims) {
      await db
        .updateTable('messages')
        .set(({ eb }) => ({ attempts: eb('attempts', '-', 1), ...clearedLease }))
        .where(isUnsent)
        .where('channel', '=', writtenOut(channel))
        .where('lease_token', '=', token)
        .execute();
      lostClaims.delete(token);
      ownLeases.delete(token);
    }
  }

  async function claimOne(): Promise<Claim | undefined> {
    await giveBackLost();
    const token = randomUUID();
    ownLeases.set(token, undefined);
    try {
      const claimed = await claimDue(token);
      if (takesOverFromMs === Number.POSITIVE_INFINITY) takesOverFromMs = performance.now() + resultsFirstMs;
      if (claimed) ownLeases.set(token, claimed);
      else ownLeases.delete(token);
      return claimed;
    } catch (error) {
      if (isDatabaseDown(error)) takesOverFromMs = Number.POSITIVE_INFINITY;
      if (isLost(error)) lostClaims.add(token);
      else ownLeases.delete(token);
      throw error;
    }
  }

  return {
    notLeasedHere,
    write,
    heartbeat,
    forget,
    giveBackLater,
    giveBackLost,

    /** Claims one message that is due, under a lease of this process. */
    claim(): Promise<Claim | undefined> {
      if (!onePerRecipient) return claimOne();
      // Claims run one after another, because each has to know the recipients of those before it.
      const next = lastClaim.then(claimOne, claimOne);
      lastClaim = next.catch(() => {});
      return next;
    },

    /** Gives back a message that was not tried. False when another worker took it over. */
    async release(claim: Claim): Promise<boolean> {
      const written = await write(claim, { attempts: claim.attempts - 1, ...clearedLease });
      forget(claim);
      return written;
    },

    /**
     * Whether a claimed message may be sent now: this process still has the lease, and the message has not expired. The process may have
     * been frozen for hours since the claim, or while it renewed its lease, and another server may have taken the message over. So it
     * always asks the database, and asks again when that took longer than a lease.
     */
    async mayStillSend(claim: Claim): Promise<boolean> {
      for (;;) {
        const asked = readClocks(now);
        if (!(await heartbeat(claim))) return false;
        // Several writes may share one commit, so a report may have ended the lease in the same commit as the heartbeat.
        if ((await stillLeased(db, claim)).length === 0) return false;
        if (claim.expires_at !== null && claim.expires_at <= now().toISOString()) return false;
        const passedMs = readClocks(now).map((ms, which) => ms - (asked[which] ?? 0));
        if (Math.max(...passedMs) < leaseForMs) return true;
      }
    },
  };
}
