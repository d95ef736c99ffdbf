/**
 * Leases on messages. A claim gives one worker a message until its lease ends; a worker that dies leaves a lease that runs
 * out, and one that is late finds that its token is gone. When a lease ends is written and judged by the clock that the servers
 * have in common (`commonTime`), so a server whose own clock is wrong takes nothing from another.
 */
import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, type Selectable, sql, type UpdateObject } from 'kysely';
import { dialectOf, type Reader, type Storage } from '#server/database/open.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Tables } from '#server/database/tables.ts';
import { isoAfter } from '#server/times.ts';
import { type Condition, clearedLease, notExpiredAt, notLeasedAt, waitingOrUnsure } from './maintenance.ts';
import type { RetrySchedule } from './retry-schedule.ts';
import { isUnsent, perChannel, writtenOut } from './states.ts';
import type { Channel, MessageTable, PersonalChannel } from './tables.ts';

export type Message = Selectable<MessageTable>;

/** A message that goes to a person. */
export type PersonalMessage = Message & { readonly channel: PersonalChannel };

/** A message that this worker may send until its lease ends. */
export type Claim = Message & { readonly lease_token: string };

export const serverStoppedReason = 'The server stopped while sending, so this may have arrived.';

export interface ClaimsOptions {
  readonly storage: Storage;
  readonly now: () => Date;
  readonly channel: Channel;
  readonly schedule: RetrySchedule;
  /** How long a worker may be silent before another takes its message over, in milliseconds. */
  readonly leaseForMs: number;
  /** Whether this process has at most one message of each recipient at a time. */
  readonly onePerRecipient: boolean;
}

/** Messages of a channel that may be due, whoever sends them. */
const dueOf = (db: Storage['db'], channel: Channel, at: string) =>
  db
    .selectFrom('messages')
    .select('id')
    .where(isUnsent)
    .where('due_at', '<=', at)
    .where('channel', '=', writtenOut(channel))
    .where(notExpiredAt(at))
    .where(notLeasedAt(dialectOf(db), at));

/** One of them, if there is any. */
const anyDue = perChannel((channel) =>
  prepared((db, { at }: { readonly at: string }) => dueOf(db, channel, at).limit(1)),
);

interface Prolonged extends Pick<Claim, 'id' | 'lease_token'> {
  readonly forMs: number;
  /** Its end by this server's clock. */
  readonly until: string;
}

/** Renews a lease. */
const prolong = prepared((db, { id, lease_token, until, forMs }: Prolonged) =>
  db
    .updateTable('messages')
    .set({ lease_until: dialectOf(db).commonTime(until, forMs) })
    .where('id', '=', id)
    .where('lease_token', '=', lease_token),
);

/** A claimed message, while nobody took it over and no report of its provider ended its lease. */
const stillLeased = prepared((db, { id, lease_token: token }: Pick<Claim, 'id' | 'lease_token'>) =>
  db.selectFrom('messages').select('id').where('id', '=', id).where('lease_token', '=', token),
);

/**
 * What every clock of this process shows, in milliseconds. Its time may be set back, and is put right only a moment after the
 * machine slept; the machine's own may be set back as well, and the steady one stands still meanwhile.
 */
const readClocks = (now: () => Date) => [now().getTime(), Date.now(), performance.now()] as const;

export function createClaims(options: ClaimsOptions) {
  const { storage, now, channel, schedule, leaseForMs, onePerRecipient } = options;
  const { db, dialect } = storage;
  /**
   * The tokens of this process's leases, each with its message once it is known. A token is here from before its
   * claim is written until its result is. A process that was frozen for longer than its leases therefore never claims again
   * what it is still sending: the answers wait in its sockets, behind the timers.
   */
  const ownLeases = new Map<string, Pick<Message, 'id' | 'recipient'> | undefined>();
  let lastClaim: Promise<unknown> = Promise.resolve();
  /** Neither under a lease of this process, nor under way here after another replica took it over and gave it back. */
  const notLeasedHere = ({ or, and, eb }: ExpressionBuilder<Tables, 'messages'>) => {
    const ids = [...ownLeases.values()].flatMap((message) => message?.id ?? []);
    return and([
      ...(ownLeases.size > 0
        ? [or([eb('lease_token', 'is', null), eb('lease_token', 'not in', [...ownLeases.keys()])])]
        : []),
      ...(ids.length > 0 ? [eb('id', 'not in', ids)] : []),
    ]);
  };

  /** To a recipient that this process sends nothing else to at this moment. */
  const recipientIsFree: Condition = ({ and, eb }) => {
    const busy = onePerRecipient ? [...ownLeases.values()].flatMap((message) => message?.recipient ?? []) : [];
    return and(busy.length > 0 ? [eb('recipient', 'not in', busy)] : []);
  };

  /** The message that has been due longest, of those that this process may claim. */
  const dueHere = (at: string) =>
    dueOf(db, channel, at)
      .where(notLeasedHere)
      .where(recipientIsFree)
      .$if(schedule.maxUncertainRetries === 1, (query) =>
        // A worker died during the one retry that an uncertain message has: there is no other.
        query.where(({ or, eb }) => or([eb('lease_token', 'is', null), eb('unsure_at', 'is', null)])),
      )
      .orderBy('due_at')
      .limit(1);

  /** Claims the message that has been due longest. A lease that ran out means that its worker died while sending. */
  async function claimDue(token: string): Promise<Claim | undefined> {
    const at = now().toISOString();
    // Asked each second, an outbox at rest must not take the write lock of a SQLite file from others.
    if ((await anyDue[channel](db, { at })).rows.length === 0) return undefined;
    if (onePerRecipient && !(await dueHere(at).executeTakeFirst())) return undefined;
    const row = await db
      .updateTable('messages')
      .set(({ eb }) => ({
        lease_token: token,
        lease_until: dialect.commonTime(isoAfter(now(), leaseForMs), leaseForMs),
        attempts: eb('attempts', '+', 1),
        state: waitingOrUnsure,
        last_error: sql<string | null>`case when lease_token is null then last_error else ${serverStoppedReason} end`,
        unsure_at: sql<string | null>`case when lease_token is null then unsure_at else coalesce(unsure_at, ${at}) end`,
      }))
      .where('id', '=', dialect.skipLocked(dueHere(at)))
      .returningAll()
      .executeTakeFirst();
    return row as Claim | undefined;
  }

  /** Writes to a claimed message; false when another worker took it over, and then nothing was written. */
  async function write(
    { id, lease_token }: Pick<Claim, 'id' | 'lease_token'>,
    values: UpdateObject<Tables, 'messages'>,
    writer: Reader = db,
  ): Promise<boolean> {
    const { numUpdatedRows } = await writer
      .updateTable('messages')
      .set(values)
      .where('id', '=', id)
      .where('lease_token', '=', lease_token)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Renews the lease from now on; false when another took the message over. */
  async function heartbeat({ id, lease_token }: Claim): Promise<boolean> {
    const lease = { id, lease_token, until: isoAfter(now(), leaseForMs), forMs: leaseForMs };
    const { numAffectedRows = 0n } = await prolong(db, lease);
    return numAffectedRows > 0n;
  }

  /** Ends a lease of this process, whoever has the message now. */
  const forget = ({ lease_token }: Claim) => void ownLeases.delete(lease_token);

  async function claimOne(): Promise<Claim | undefined> {
    const token = randomUUID();
    ownLeases.set(token, undefined);
    try {
      const claimed = await claimDue(token);
      if (claimed) ownLeases.set(token, claimed);
      else ownLeases.delete(token);
      return claimed;
    } catch (error) {
      ownLeases.delete(token);
      throw error;
    }
  }

  return {
    notLeasedHere,
    write,
    heartbeat,
    forget,

    /** Claims one message that is due, under a lease of this process. */
    claim(): Promise<Claim | undefined> {
      if (!onePerRecipient) return claimOne();
      // One claim after another: each has to see whom the one before it sends to.
      const next = lastClaim.then(claimOne, claimOne);
      lastClaim = next.catch(() => {});
      return next;
    },

    /** Gives a message back that was not tried; false when another took it over. */
    async release(claim: Claim): Promise<boolean> {
      const written = await write(claim, { attempts: claim.attempts - 1, ...clearedLease });
      forget(claim);
      return written;
    },

    /**
     * Whether a claimed message may be sent now: this process still has the lease, and the message has not expired. Between
     * the claim and this moment the process may have been frozen for hours, and again while it renews its lease; and another
     * replica whose clock is ahead may have taken the message over. So the database is always asked.
     */
    async mayStillSend(claim: Claim): Promise<boolean> {
      for (;;) {
        const asked = readClocks(now);
        if (!(await heartbeat(claim))) return false;
        // A write is answered when its commit is on the disk. Others share that commit: a report may have ended the lease in it.
        if ((await stillLeased(db, claim)).rows.length === 0) return false;
        if (claim.expires_at !== null && claim.expires_at <= now().toISOString()) return false;
        const passedMs = readClocks(now).map((ms, which) => ms - (asked[which] ?? 0));
        if (Math.max(...passedMs) < leaseForMs) return true;
      }
    },
  };
}
