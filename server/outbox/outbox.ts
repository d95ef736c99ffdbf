/**
 * The outbox: messages as rows, written in the transaction that causes them, claimed by one worker at a time for as long
 * as its lease lasts. A worker that dies leaves a lease that runs out; one that is late finds its token gone.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type ExpressionBuilder, type Selectable, sql, type Transaction, type UpdateObject } from 'kysely';
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { untilNow } from '#server/skew.ts';
import { createPullBack } from './clock.ts';
import { createUpkeep, free, idleAt, liveAt, waitingAgain } from './maintenance.ts';
import { longestWaitsMs, mailLadder, type Step, textLadder } from './retry-schedule.ts';
import { isIn, isUnsent } from './states.ts';
import type { Channel, MessageKind, MessageTable } from './tables.ts';

export type Message = Selectable<MessageTable>;

/** A row that this worker may send until its lease ends. */
export type Claim = Message & { readonly lease_token: string };

export interface NewMessage {
  readonly kind: MessageKind;
  /** The submission whose answers it carries, or the agent request that it is about. */
  readonly submissionId?: string;
  readonly requestId?: string;
  /** The link that it carries. */
  readonly linkId?: string;
  /** The alert that it carries. */
  readonly alertId?: string;
  /** One address or telephone number; empty for the operator. */
  readonly recipient: string;
  /** For the operator: only the first of the operator's addresses, because the others are written to by themselves. */
  readonly firstOnly?: boolean;
  /** The mailbox that it counts for, when messages of its kind to one person are limited. */
  readonly countsFor?: string;
  readonly at: Date;
  /** From then on it is not sent any more. */
  readonly expiresAt?: string;
}

/** How long a worker may be silent before another takes its message over, in milliseconds. */
export const leaseMs = 60_000;

const takenOverReason = 'The server stopped while sending, so this may have arrived.';

const staleConfirmationMs = 72 * 60 * 60 * 1000;
const staleReason = 'It waited for more than 72 hours: decide whether the dealer should still get it.';

/** Messages ended in one look, so that nobody waits long for the database. */
const sliceRows = 200;

export interface OutboxOptions {
  readonly storage: Storage;
  readonly now: () => Date;
  /** Whether there is a transport here. Without one, messages are written as held until a server with one claims them. */
  readonly canSend: boolean;
  /** Addresses that get what is for the operator beside the operator's own. */
  readonly alsoOperator?: readonly string[];
  readonly channel?: Channel;
  /** Messages that may have arrived are sent once more and never a third time (`Ladder.onceMore`). */
  readonly onceMore?: boolean;
  /** How long a worker may be silent before another takes its message over, in milliseconds. */
  readonly leaseForMs?: number;
  /** Hears, in the transaction that marks it, what became of a message about an agent request. */
  readonly onSettled?: ((trx: Transaction<Tables>, message: Message, step: Step) => Promise<void>) | undefined;
}

export type Outbox = ReturnType<typeof createOutbox>;

/** The messages of one channel. */
export function createOutbox(options: OutboxOptions) {
  const {
    storage,
    now,
    canSend,
    alsoOperator = [],
    channel = 'mail',
    onceMore = false,
    leaseForMs = leaseMs,
    onSettled,
  } = options;
  const { db, differences } = storage;
  const inMs = (ms: number) => new Date(now().getTime() + ms).toISOString();
  /**
   * The tokens of this process's leases, each with the end of its lease as ISO-8601. A token is here before its claim is
   * asked for and until its try is marked, so that a process that stood still for longer than its leases takes nothing
   * that it still holds: the answers to it wait in its sockets, behind the timers.
   */
  const held = new Map<string, string>();
  const notHeld = ({ or, and, eb }: ExpressionBuilder<Tables, 'messages'>) =>
    held.size === 0 ? and([]) : or([eb('lease_token', 'is', null), eb('lease_token', 'not in', [...held.keys()])]);
  const upkeep = createUpkeep({ storage, now, canSend, channel, notHeld });
  const waits = longestWaitsMs(onceMore ? textLadder : mailLadder);
  const pullBack = createPullBack({ db, now, channel, leaseForMs, longestWaitsMs: waits });

  /**
   * Writes a message in the caller's transaction. One for the operator becomes one for each of the operator's addresses, so
   * that each is tried, marked and retried by itself.
   */
  async function enqueue(trx: Transaction<Tables>, message: NewMessage): Promise<void> {
    const recipients = message.recipient === '' && !message.firstOnly ? ['', ...alsoOperator] : [message.recipient];
    for (const recipient of recipients) await insert(trx, { ...message, recipient });
  }

  async function insert(trx: Transaction<Tables>, message: NewMessage): Promise<void> {
    const { kind, submissionId, requestId, linkId, alertId, recipient, countsFor, at, expiresAt } = message;
    const created = at.toISOString();
    await trx
      .insertInto('messages')
      .values({
        id: mintId(),
        kind,
        channel,
        submission_id: submissionId ?? null,
        request_id: requestId ?? null,
        link_id: linkId ?? null,
        alert_id: alertId ?? null,
        recipient,
        counts_for: countsFor ?? null,
        state: canSend ? 'waiting' : 'held',
        created_at: created,
        due_at: created,
        expires_at: expiresAt ?? null,
      })
      .execute();
  }

  /** How many messages of a kind count for a mailbox since a time, in the caller's transaction. */
  async function countTo(trx: Transaction<Tables>, mailbox: string, kind: MessageKind, since: Date): Promise<number> {
    const { count } = await trx
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('counts_for', '=', mailbox)
      .where('kind', '=', kind)
      .where('created_at', '>', since.toISOString())
      .where('created_at', '<', untilNow(now()))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Takes the message that is due longest. A lease that ran out says that its worker died in mid-send. */
  async function claimOne(token: string): Promise<Claim | undefined> {
    const at = now().toISOString();
    const due = db
      .selectFrom('messages')
      .select('id')
      .where(isUnsent)
      .where('due_at', '<=', at)
      .where('channel', '=', channel)
      .where(liveAt(at))
      .where(idleAt(at))
      .where(notHeld)
      .$if(onceMore, (query) =>
        // Sent once more by a worker that died: there is no third try.
        query.where(({ or, eb }) => or([eb('lease_token', 'is', null), eb('unsure_at', 'is', null)])),
      )
      .orderBy('due_at')
      .limit(1);
    const row = await db
      .updateTable('messages')
      .set(({ eb }) => ({
        lease_token: token,
        lease_until: inMs(leaseForMs),
        attempts: eb('attempts', '+', 1),
        state: waitingAgain,
        last_error: sql<string | null>`case when lease_token is null then last_error else ${takenOverReason} end`,
        unsure_at: sql<string | null>`case when lease_token is null then unsure_at else coalesce(unsure_at, ${at}) end`,
      }))
      .where('id', '=', differences.skipLocked(due))
      .returningAll()
      .executeTakeFirst();
    return row as Claim | undefined;
  }

  /** A confirmation this old would surprise the dealer, whatever kept it waiting: a person decides. */
  function needsDecision({ kind, created_at, retried_at }: Claim): boolean {
    const since = Date.parse(retried_at ?? created_at);
    return kind === 'lead-confirmation' && now().getTime() - since > staleConfirmationMs;
  }

  /** Takes one message that is due, under a lease that this process holds until it settles or releases it. */
  async function claim(): Promise<Claim | undefined> {
    for (;;) {
      const token = randomUUID();
      held.set(token, inMs(leaseForMs));
      try {
        const claimed = await claimOne(token);
        if (claimed && !needsDecision(claimed)) return claimed;
        if (claimed) {
          const undone = { attempts: claimed.attempts - 1, ...free };
          await write(claimed, { state: 'stuck', last_error: staleReason, ...undone });
        }
        held.delete(token);
        if (!claimed) return undefined;
        await letOthersRun();
      } catch (error) {
        held.delete(token);
        throw error;
      }
    }
  }

  /** Writes to a claimed row; false when its lease was taken over, and then nothing was written. */
  async function write(
    { id, lease_token }: Claim,
    values: UpdateObject<Tables, 'messages'>,
    writer: Storage['db'] | Transaction<Tables> = db,
  ): Promise<boolean> {
    const { numUpdatedRows } = await writer
      .updateTable('messages')
      .set(values)
      .where('id', '=', id)
      .where('lease_token', '=', lease_token)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  function valuesAfter(step: Step): UpdateObject<Tables, 'messages'> {
    const at = now().toISOString();
    if (step.state === 'sent') {
      return { state: 'sent', sent_at: at, last_error: null, provider_id: step.providerId ?? null, ...free };
    }
    const due = 'delayMs' in step ? inMs(step.delayMs) : at;
    const mayHaveArrived = step.state === 'unsure' || (step.state === 'stuck' && step.mayHaveArrived);
    return {
      state: step.state,
      last_error: step.reason,
      due_at: due,
      ...(mayHaveArrived && { unsure_at: sql<string>`coalesce(unsure_at, ${at})` }),
      ...free,
    };
  }

  async function record(claimed: Claim, step: Step): Promise<boolean> {
    const values = valuesAfter(step);
    const { request_id: requestId } = claimed;
    if (!onSettled || requestId === null) return write(claimed, values);
    return storage.transaction(async (trx) => {
      await storage.lockRequest(trx, requestId);
      const written = await write(claimed, values, trx);
      if (written) await onSettled(trx, claimed, step);
      return written;
    });
  }

  /** Ends a try; false when another took the message over. */
  async function settle(claimed: Claim, step: Step): Promise<boolean> {
    const written = await record(claimed, step);
    held.delete(claimed.lease_token);
    return written;
  }

  /** Gives a message back that was not tried; false when another took it over. */
  async function release(claimed: Claim): Promise<boolean> {
    const written = await write(claimed, { attempts: claimed.attempts - 1, ...free });
    held.delete(claimed.lease_token);
    return written;
  }

  /** Says that the sender is alive; false when another took the message over. */
  async function heartbeat(claimed: Claim): Promise<boolean> {
    const until = inMs(leaseForMs);
    const written = await write(claimed, { lease_until: until });
    if (written) held.set(claimed.lease_token, until);
    return written;
  }

  /**
   * Whether a claimed message may be handed over now: its lease has not run out, or was not taken by another, and its
   * time has not ended. Between the claim and this moment the process may have stood still for hours.
   */
  async function holds(claimed: Claim): Promise<boolean> {
    const at = now().toISOString();
    if (claimed.expires_at !== null && claimed.expires_at <= at) return false;
    return (held.get(claimed.lease_token) ?? '') > at || heartbeat(claimed);
  }

  /** Ends what was sent once more by a server that stopped meanwhile: there is no third try. */
  async function endLost(): Promise<void> {
    const at = now().toISOString();
    const lost = await db
      .selectFrom('messages')
      .selectAll()
      .where('channel', '=', channel)
      .where(isIn('unsure'))
      .where('lease_token', 'is not', null)
      .where('lease_until', '<=', at)
      .where(notHeld)
      .limit(sliceRows)
      .execute();
    for (const message of lost) await settle(message as Claim, { state: 'stuck', reason: takenOverReason });
  }

  return {
    enqueue,
    countTo,
    claim,
    holds,
    settle,
    heartbeat,
    release,

    /** Makes times and states say what is true: after the clock was put right, and for people who read the states. */
    async reconcile(): Promise<void> {
      await pullBack();
      await upkeep.reconcile();
    },

    retry: upkeep.retry,

    /** Gives up what nobody may be sent any more. Returns how many. */
    async expire(): Promise<number> {
      if (onceMore) await endLost();
      return upkeep.expire();
    },
  };
}
