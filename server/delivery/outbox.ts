/**
 * The outbox: messages as rows, written in the transaction that causes them, claimed by one worker at a time for as long
 * as its lease lasts. A worker that dies leaves a lease that runs out; one that is late finds its token gone.
 */
import { randomUUID } from 'node:crypto';
import {
  type Expression,
  type ExpressionBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely';
import { mintId } from '#contract/reference.ts';
import type { Storage } from '#server/storage/open.ts';
import type { Channel, MessageKind, MessageState, MessageTable, Tables } from '#server/storage/schema.ts';
import type { Step } from './ladder.ts';

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
  /** One address or telephone number; empty for the operator. */
  readonly recipient: string;
  readonly at: Date;
  /** From then on it is not sent any more. */
  readonly expiresAt?: string;
}

/** How long a worker may be silent before another takes its message over, in milliseconds. */
export const leaseMs = 60_000;

/** A confirmation that was held longer than this would surprise the dealer: a person decides. */
const staleConfirmationMs = 72 * 60 * 60 * 1000;
const staleReason = 'Held for more than 72 hours without a mail server: decide whether the dealer should still get it.';
const tooLateReason = 'Its time ended before it was sent.';
const takenOverReason = 'The server stopped while sending, so this may have arrived.';

/** Rows changed in one write transaction, so that nobody waits long for the database. */
const sliceRows = 200;

const undelivered = ['waiting', 'unsure'] as const satisfies readonly MessageState[];

type Condition = (row: ExpressionBuilder<Tables, 'messages'>) => Expression<SqlBool>;

export interface OutboxOptions {
  readonly storage: Storage;
  readonly now: () => Date;
  /** Whether there is a transport. Without one, messages are held. */
  readonly canSend: boolean;
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
  const { storage, now, canSend, channel = 'mail', onceMore = false, leaseForMs = leaseMs, onSettled } = options;
  const { db, differences } = storage;
  const inMs = (ms: number) => new Date(now().getTime() + ms).toISOString();

  /** Writes a message in the caller's transaction. */
  async function enqueue(trx: Transaction<Tables>, message: NewMessage): Promise<void> {
    const { kind, submissionId, requestId, linkId, recipient, at, expiresAt } = message;
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
        recipient,
        state: canSend ? 'waiting' : 'held',
        created_at: created,
        due_at: created,
        expires_at: expiresAt ?? null,
      })
      .execute();
  }

  /** How many messages of a kind an address was given since a time, in the caller's transaction. */
  async function countTo(trx: Transaction<Tables>, recipient: string, kind: MessageKind, since: Date): Promise<number> {
    const { count } = await trx
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('recipient', '=', recipient)
      .where('kind', '=', kind)
      .where('created_at', '>', since.toISOString())
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Rows of this channel whose time has not ended. */
  const live: Condition = ({ and, or, eb }) =>
    and([eb('channel', '=', channel), or([eb('expires_at', 'is', null), eb('expires_at', '>', now().toISOString())])]);

  /** Takes the message of a state that is due longest. A lease that ran out says that its worker died in mid-send. */
  async function claimOne(state: MessageState): Promise<Claim | undefined> {
    const at = now().toISOString();
    const due = db
      .selectFrom('messages')
      .select('id')
      .where('state', '=', state)
      .where('due_at', '<=', at)
      .where(live)
      .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', at)]))
      .$if(onceMore && state === 'unsure', (query) => query.where('lease_token', 'is', null))
      .orderBy('due_at')
      .limit(1);
    const row = await db
      .updateTable('messages')
      .set(({ eb }) => ({
        lease_token: randomUUID(),
        lease_until: inMs(leaseForMs),
        attempts: eb('attempts', '+', 1),
        state: sql<MessageState>`case when lease_token is null then state else 'unsure' end`,
        last_error: sql<string | null>`case when lease_token is null then last_error else ${takenOverReason} end`,
      }))
      .where('id', '=', differences.skipLocked(due))
      .returningAll()
      .executeTakeFirst();
    return row as Claim | undefined;
  }

  /** Takes one message that is due, under a lease. */
  async function claim(): Promise<Claim | undefined> {
    for (const state of undelivered) {
      const claimed = await claimOne(state);
      if (claimed) return claimed;
    }
    return undefined;
  }

  /** Writes to a claimed row; false when its lease was taken over, and then nothing was written. */
  async function write(
    { id, lease_token }: Claim,
    values: Updateable<MessageTable>,
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

  const free = { lease_token: null, lease_until: null };

  /** Rows that no worker is sending at this moment. */
  const idle: Condition = ({ or, eb }) =>
    or([eb('lease_until', 'is', null), eb('lease_until', '<=', now().toISOString())]);

  /**
   * Changes the idle rows that match, in slices, each a short transaction of its own. Returns how many. The conditions
   * are checked again as the rows are written: a worker may have sent one of them in between.
   */
  async function changeIdle(matches: Condition, values: Updateable<MessageTable>): Promise<number> {
    const matchesHere: Condition = (row) => row.and([matches(row), row('channel', '=', channel)]);
    let changed = 0;
    for (let after = ''; ; ) {
      const rows = await db
        .selectFrom('messages')
        .select('id')
        .where('id', '>', after)
        .where(matchesHere)
        .where(idle)
        .orderBy('id')
        .limit(sliceRows)
        .execute();
      const ids = rows.map(({ id }) => id);
      const last = ids.at(-1);
      if (last === undefined) return changed;
      const { numUpdatedRows } = await db
        .updateTable('messages')
        .set({ ...values, ...free })
        .where('id', 'in', ids)
        .where(matchesHere)
        .where(idle)
        .executeTakeFirst();
      changed += Number(numUpdatedRows);
      after = last;
    }
  }

  function valuesAfter(step: Step): Updateable<MessageTable> {
    const at = now().toISOString();
    if (step.state === 'sent') {
      return { state: 'sent', sent_at: at, last_error: null, provider_id: step.providerId ?? null, ...free };
    }
    const due = 'delayMs' in step ? inMs(step.delayMs) : at;
    return { state: step.state, last_error: step.reason, due_at: due, ...free };
  }

  /** Ends a try; false when another took the message over. */
  async function settle(claimed: Claim, step: Step): Promise<boolean> {
    const values = valuesAfter(step);
    if (!onSettled || claimed.request_id === null) return write(claimed, values);
    return storage.transaction(async (trx) => {
      const written = await write(claimed, values, trx);
      if (written) await onSettled(trx, claimed, step);
      return written;
    });
  }

  /** Ends what was sent once more by a server that stopped meanwhile: there is no third try. */
  async function endLost(): Promise<void> {
    const lost = await db
      .selectFrom('messages')
      .selectAll()
      .where('channel', '=', channel)
      .where('state', '=', 'unsure')
      .where('lease_token', 'is not', null)
      .where(idle)
      .limit(sliceRows)
      .execute();
    for (const message of lost) await settle(message as Claim, { state: 'stuck', reason: takenOverReason });
  }

  return {
    enqueue,
    countTo,
    claim,
    settle,

    /** Says that the sender is alive; false when another took the message over. */
    heartbeat: (claimed: Claim): Promise<boolean> => write(claimed, { lease_until: inMs(leaseForMs) }),

    /** Gives a message back that was not tried. */
    release: (claimed: Claim): Promise<boolean> => write(claimed, { attempts: claimed.attempts - 1, ...free }),

    /**
     * Fits what waits to the configuration, when the server starts. Without a mail server everything unsent is held; with
     * one, the held goes out, except confirmations that are too old to be expected.
     */
    async adopt(): Promise<void> {
      if (!canSend) {
        await changeIdle(({ eb }) => eb('state', 'in', undelivered), { state: 'held' });
        return;
      }
      const tooOld = inMs(-staleConfirmationMs);
      await changeIdle(
        ({ and, eb }) =>
          and([eb('state', '=', 'held'), eb('kind', '=', 'lead-confirmation'), eb('created_at', '<', tooOld)]),
        { state: 'stuck', last_error: staleReason },
      );
      await changeIdle(({ eb }) => eb('state', '=', 'held'), { state: 'waiting', due_at: now().toISOString() });
    },

    /**
     * Starts the ladder anew for one message that waits or needs a person, or for all of them. Returns how many. What is
     * being sent right now, was sent, or is held is left alone.
     *
     * @param id an id, or `all`
     */
    retry(id: string): Promise<number> {
      const states = ['stuck', ...undelivered] as const;
      return changeIdle(
        (row) => row.and([live(row), row('state', 'in', states), ...(id === 'all' ? [] : [row('id', '=', id)])]),
        { state: canSend ? 'waiting' : 'held', attempts: 0, due_at: now().toISOString() },
      );
    },

    /** Gives up, unsent, what nobody may be sent any more. Returns how many. */
    async expire(): Promise<number> {
      if (onceMore) await endLost();
      const unsent = ['held', ...undelivered] as const;
      return changeIdle(
        ({ and, eb }) => and([eb('state', 'in', unsent), eb('expires_at', '<=', now().toISOString())]),
        {
          state: 'expired',
          last_error: tooLateReason,
        },
      );
    },

    /** How many messages of the channel stand where. */
    async counts(): Promise<Record<MessageState, number>> {
      const rows = await db
        .selectFrom('messages')
        .where('channel', '=', channel)
        .select(({ fn }) => ['state' as const, fn.countAll<number>().as('count')])
        .groupBy('state')
        .execute();
      const none = { held: 0, waiting: 0, unsure: 0, sent: 0, stuck: 0, expired: 0 };
      return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)])) };
    },
  };
}
