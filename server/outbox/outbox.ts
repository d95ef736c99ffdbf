/**
 * The outbox of one channel: messages are rows, written in the transaction that causes them, claimed by one worker at a
 * time (`claims.ts`), and marked with the result of each try.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { sql, type UpdateObject } from 'kysely';
import { mintId } from '#contract/reference.ts';
import { dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Environment } from '#server/environment.ts';
import { latestPossibleNow } from '#server/skew.ts';
import { isoAfter } from '#server/times.ts';
import { type Claim, createClaims, type Message, serverStoppedReason } from './claims.ts';
import { type Condition, findPrepared, isIn, writtenOut } from './conditions.ts';
import { createFutureCorrection } from './future-times.ts';
import { messagesChanged, noteOver, noteTry } from './history.ts';
import { clearedLease, createMaintenance, notLeasedAt } from './maintenance.ts';
import type { RegisteredKinds } from './message-kind.ts';
import { longestWaitsMs, mayHaveArrivedText, type Outcome, type Result, retrySchedules } from './retry-schedule.ts';
import { countMessages, insertMessage } from './store.ts';
import type { Channel, MessageKind } from './tables.ts';

export type { Claim, Message } from './claims.ts';

export interface NewMessage {
  readonly kind: MessageKind;
  /** What it is about: the id of a submission, an agent request or an alert. */
  readonly subjectId: string;
  /** The id of a part of the subject that the message carries, such as the recipient's link. */
  readonly detailId?: string;
  /** One address or telephone number; empty for the operator. */
  readonly recipient: string;
  /** With an empty recipient: the message goes only to the operator's first address, because the others have messages of their own. */
  readonly firstOperatorOnly?: boolean;
  /** The mailbox for which it counts, when the messages of its kind to one person are limited. */
  readonly countsFor?: string;
  readonly at: Date;
  /** The time from which it is not sent any more. ISO-8601. */
  readonly expiresAt?: string;
}

/** How long a worker may be silent before another takes its message over, in milliseconds. */
export const leaseMs = 60_000;

/** The most messages that are read at once. */
const sliceRows = 200;

interface OutboxOptions extends Pick<Environment, 'storage' | 'now'> {
  /** The kinds of messages that features registered. */
  readonly kinds: RegisteredKinds;
  /** Whether this server has a transport. Without one, messages are written as held until a server with one claims them. */
  readonly canSend: boolean;
  /** The operator's addresses after the first one. Each gets a message of its own. */
  readonly otherOperators?: readonly string[];
  readonly channel?: Channel;
  /** How long a worker may be silent before another takes its message over, in milliseconds. */
  readonly leaseForMs?: number;
  /** Whether this process sends one message at a time to each recipient, so that a slow one holds up no other. */
  readonly onePerRecipient?: boolean;
}

/** Messages in whose last try a worker may have died. */
const isAbandoned =
  ({ at }: { readonly at: string }, db: Reader): Condition =>
  ({ and, eb }) =>
    and([isIn('unsure'), eb('lease_token', 'is not', null), eb('lease_until', '<=', dialectOf(db).commonTime(at))]);

const findAbandoned = findPrepared(isAbandoned);

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(options: OutboxOptions) {
  const { storage, kinds, now, canSend, otherOperators = [], channel = 'mail', leaseForMs = leaseMs } = options;
  const { onePerRecipient = false } = options;
  const { db } = storage;
  const schedule = retrySchedules[channel];
  const claims = createClaims({ storage, now, channel, schedule, leaseForMs, onePerRecipient });
  const { notLeasedHere } = claims;
  const maintenance = createMaintenance({ storage, now, canSend, channel, notLeasedHere });
  const correctFutureTimes = createFutureCorrection({
    db,
    now,
    channel,
    leaseForMs,
    longestWaitsMs: longestWaitsMs(channel, kinds.postponedForMs),
  });

  /**
   * Writes a message in the caller's transaction. A message for the operator becomes one message for each of the operator's addresses, so
   * that each is sent, marked and retried by itself.
   */
  async function enqueue(trx: Trx, message: NewMessage): Promise<void> {
    const toAll = message.recipient === '' && !message.firstOperatorOnly;
    const recipients = toAll ? ['', ...otherOperators] : [message.recipient];
    for (const recipient of recipients) await insert(trx, { ...message, recipient });
  }

  async function insert(trx: Trx, message: NewMessage): Promise<void> {
    const { subjectId, detailId, recipient, countsFor, at, expiresAt } = message;
    const created = at.toISOString();
    const id = mintId();
    await insertMessage(trx, {
      id,
      kind: kinds.of(message.kind).kind,
      channel,
      subject_id: subjectId,
      detail_id: detailId ?? null,
      recipient,
      counts_for: countsFor ?? null,
      state: canSend ? 'waiting' : 'held',
      created_at: created,
      due_at: created,
      expires_at: expiresAt ?? null,
    });
    await messagesChanged(trx, id, { countChanged: false, channel });
  }

  /** The number of messages of a kind that count for a mailbox since a time, read in the caller's transaction. */
  async function countFor(trx: Trx, mailbox: string, kind: MessageKind, since: Date): Promise<number> {
    const between = { since: since.toISOString(), until: latestPossibleNow(now()) };
    const [found] = await countMessages(trx, { mailbox, kind, ...between });
    return Number(found?.count);
  }

  /** Why a person has to decide whether a claimed message is still sent; `undefined` when no person has to. */
  function decisionReason({ kind, created_at, retried_at }: Claim): string | undefined {
    const { decideAfter } = kinds.find(kind) ?? {};
    const waitedMs = now().getTime() - Date.parse(retried_at ?? created_at);
    return decideAfter && waitedMs > decideAfter.ms ? decideAfter.reason : undefined;
  }

  /** Marks a claimed message that was not tried, so that a person decides about it. */
  async function leaveToPerson(untried: Claim, reason: string): Promise<void> {
    const result = { state: 'failed', reason } as const;
    const at = now().toISOString();
    const { attempts } = untried;
    await storage.transaction(async (trx) => {
      await kinds.find(untried.kind)?.lockSubject?.(trx, untried.subject_id);
      const values = { state: result.state, last_error: reason, failed_at: at, attempts, ...clearedLease };
      if (await claims.write(untried, values, trx)) await noteTry(trx, untried, result, undefined, at);
    });
  }

  /** Why a message must not go out any more; `undefined` while it may. */
  const whyOver = async (message: Message): Promise<string | undefined> => kinds.find(message.kind)?.whyOver?.(message);

  /** Ends a claimed message that must not go out any more, without a try. False when another worker took it over. */
  async function endAsOver(claimed: Claim, reason: string): Promise<boolean> {
    const at = now().toISOString();
    const said = claimed.state === 'unsure' ? `${reason} ${mayHaveArrivedText}` : reason;
    const attempts = claimed.attempts - 1;
    const ended = { state: 'expired', expires_at: at, failure_told_at: at } as const;
    const values = { ...ended, last_error: said, attempts, ...clearedLease };
    const written = await storage.transaction(async (trx) => {
      await kinds.find(claimed.kind)?.lockSubject?.(trx, claimed.subject_id, claimed.recipient);
      if (!(await claims.write(claimed, values, trx))) return false;
      await noteOver(trx, { id: claimed.id, channel, reason: said, at });
      return true;
    });
    claims.forget(claimed);
    return written;
  }

  /** Claims one message that is due. This process has its lease until it records a result or releases it. */
  async function claim(): Promise<Claim | undefined> {
    for (;;) {
      const claimed = await claims.claim();
      if (!claimed) return undefined;
      const reason = decisionReason(claimed);
      if (reason === undefined) return claimed;
      try {
        await leaveToPerson({ ...claimed, attempts: claimed.attempts - 1 }, reason);
      } catch (error) {
        claims.giveBackLater(claimed);
        throw error;
      }
      claims.forget(claimed);
      await letOthersRun();
    }
  }

  function valuesAfter(result: Result): UpdateObject<Tables, 'messages'> {
    const at = now();
    if (result.state === 'sent') {
      const providerId = result.providerId ?? null;
      return { state: 'sent', sent_at: at.toISOString(), last_error: null, provider_id: providerId, ...clearedLease };
    }
    const delayMs = 'delayMs' in result ? result.delayMs : 0;
    const mayHaveArrived = result.state === 'unsure' || (result.state === 'failed' && result.mayHaveArrived);
    return {
      state: result.state,
      last_error: result.reason,
      due_at: isoAfter(at, delayMs),
      ...(mayHaveArrived && { unsure_at: sql<string>`coalesce(unsure_at, ${at.toISOString()})` }),
      ...(result.state === 'failed' && { failed_at: at.toISOString() }),
      ...clearedLease,
    };
  }

  /** @param condition what must still hold when the result is written, besides the lease's token */
  function writeResult(
    claimed: Claim,
    result: Result,
    outcome: Outcome | undefined,
    condition?: Condition,
  ): Promise<boolean> {
    const values = valuesAfter(result);
    const { lockSubject, onResult } = kinds.find(claimed.kind) ?? {};
    return storage.transaction(async (trx) => {
      await lockSubject?.(trx, claimed.subject_id, claimed.recipient);
      const written = await claims.write(claimed, values, trx, condition);
      if (!written) return false;
      await onResult?.(trx, claimed, result, outcome);
      await noteTry(trx, claimed, result, outcome, now().toISOString());
      return true;
    });
  }

  /**
   * Records the result of a try and ends its lease. False when another worker took the message over.
   *
   * @param outcome what the transport said, for the history; undefined when it said nothing
   */
  async function recordResult(claimed: Claim, result: Result, outcome?: Outcome): Promise<boolean> {
    const written = await writeResult(claimed, result, outcome);
    claims.forget(claimed);
    return written;
  }

  /** Marks messages as failed whose last try a server was making when it stopped, because they have no other retry. */
  async function failAbandonedRetries(): Promise<void> {
    const at = now().toISOString();
    if ((await findAbandoned(db, channel, { at })).length === 0) return;
    const abandoned = await db
      .selectFrom('messages')
      .selectAll()
      .where('channel', '=', writtenOut(channel))
      .where(isAbandoned({ at }, db))
      .where(notLeasedHere)
      .limit(sliceRows)
      .execute();
    for (const message of abandoned) {
      // Its server may only have stood still, and have renewed the lease since it was read.
      const stillAbandoned = notLeasedAt(db, now().toISOString());
      await writeResult(message as Claim, { state: 'failed', reason: serverStoppedReason }, undefined, stillAbandoned);
    }
  }

  return {
    schedule,
    enqueue,
    countFor,
    claim,
    recordResult,
    whyOver,
    endAsOver,

    /** Whether a claimed message may be sent now: it is not over, and this process still has the lease. */
    mayStillSend: async (claimed: Claim): Promise<boolean> =>
      (await whyOver(claimed)) === undefined && claims.mayStillSend(claimed),

    heartbeat: claims.heartbeat,
    release: claims.release,
    giveBackLost: claims.giveBackLost,
    retry: maintenance.retry,
    giveUp: maintenance.giveUp,

    /** Corrects times that a wrong clock wrote, and the states that people read. */
    async reconcile(): Promise<void> {
      await correctFutureTimes();
      await maintenance.reconcile();
    },

    /** Marks messages as expired whose time is over. Resolves to their number. */
    async expire(): Promise<number> {
      if (schedule.maxUncertainRetries === 1) await failAbandonedRetries();
      return maintenance.expire();
    },
  };
}
