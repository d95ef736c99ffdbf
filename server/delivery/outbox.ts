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
import type { MessageKind, MessageState, MessageTable, Tables } from '#server/storage/schema.ts';
import type { Step } from './ladder.ts';

export type Message = Selectable<MessageTable>;

/** A row that this worker may send until its lease ends. */
export type Claim = Message & { readonly lease_token: string };

export interface NewMessage {
  readonly kind: MessageKind;
  readonly submissionId: string;
  /** One address; empty for the operator. */
  readonly recipient: string;
  readonly at: Date;
}

/** How long a worker may be silent before another takes its message over, in milliseconds. */
export const leaseMs = 60_000;

/** A confirmation that was held longer than this would surprise the dealer: a person decides. */
const staleConfirmationMs = 72 * 60 * 60 * 1000;
const staleReason = 'Held for more than 72 hours without a mail server: decide whether the dealer should still get it.';
const takenOverReason = 'The server stopped while sending, so this may have arrived.';

/** Rows changed in one write transaction, so that nobody waits long for the database. */
const sliceRows = 200;

const undelivered = ['waiting', 'unsure'] as const satisfies readonly MessageState[];

type Condition = (row: ExpressionBuilder<Tables, 'messages'>) => Expression<SqlBool>;

export interface OutboxOptions {
  readonly storage: Storage;
  readonly now: () => Date;
  /** Whether there is a mail server. Without one, messages are held. */
  readonly canSend: boolean;
}

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox({ storage, now, canSend }: OutboxOptions) {
  const { db, differences } = storage;
  const inMs = (ms: number) => new Date(now().getTime() + ms).toISOString();

  /** Writes a message in the caller's transaction. */
  async function enqueue(trx: Transaction<Tables>, { kind, submissionId, recipient, at }: NewMessage): Promise<void> {
    const created = at.toISOString();
    await trx
      .insertInto('messages')
      .values({
        id: mintId(),
        kind,
        channel: 'mail',
        submission_id: submissionId,
        recipient,
        state: canSend ? 'waiting' : 'held',
        created_at: created,
        due_at: created,
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

  /** Takes the message of a state that is due longest. A lease that ran out says that its worker died in mid-send. */
  async function claimOne(state: MessageState): Promise<Claim | undefined> {
    const at = now().toISOString();
    const due = db
      .selectFrom('messages')
      .select('id')
      .where('state', '=', state)
      .where('due_at', '<=', at)
      .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', at)]))
      .orderBy('due_at')
      .limit(1);
    const row = await db
      .updateTable('messages')
      .set(({ eb }) => ({
        lease_token: randomUUID(),
        lease_until: inMs(leaseMs),
        attempts: eb('attempts', '+', 1),
        state: sql<MessageState>`case when lease_token is null then state else 'unsure' end`,
        last_error: sql<string | null>`case when lease_token is null then last_error else ${takenOverReason} end`,
      }))
      .where('id', '=', differences.skipLocked(due))
      .returningAll()
      .executeTakeFirst();
    return row as Claim | undefined;
  }

  /** Takes one message that is due, for `leaseMs`. */
  async function claim(): Promise<Claim | undefined> {
    for (const state of undelivered) {
      const claimed = await claimOne(state);
      if (claimed) return claimed;
    }
    return undefined;
  }

  /** Writes to a claimed row; false when its lease was taken over, and then nothing was written. */
  async function write({ id, lease_token }: Claim, values: Updateable<MessageTable>): Promise<boolean> {
    const { numUpdatedRows } = await db
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
    let changed = 0;
    for (let after = ''; ; ) {
      const rows = await db
        .selectFrom('messages')
        .select('id')
        .where('id', '>', after)
        .where(matches)
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
        .where(matches)
        .where(idle)
        .executeTakeFirst();
      changed += Number(numUpdatedRows);
      after = last;
    }
  }

  return {
    enqueue,
    countTo,
    claim,

    /** Says that the sender is alive; false when another took the message over. */
    heartbeat: (claimed: Claim): Promise<boolean> => write(claimed, { lease_until: inMs(leaseMs) }),

    /** Ends a try; false when another took the message over. */
    settle(claimed: Claim, step: Step): Promise<boolean> {
      const at = now().toISOString();
      if (step.state === 'sent') return write(claimed, { state: 'sent', sent_at: at, last_error: null, ...free });
      return write(claimed, {
        state: step.state,
        last_error: step.reason,
        due_at: 'delayMs' in step ? inMs(step.delayMs) : at,
        ...free,
      });
    },

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
        ({ and, eb }) => and([eb('state', 'in', states), ...(id === 'all' ? [] : [eb('id', '=', id)])]),
        { state: canSend ? 'waiting' : 'held', attempts: 0, due_at: now().toISOString() },
      );
    },

    /** How many messages stand where. */
    async counts(): Promise<Record<MessageState, number>> {
      const rows = await db
        .selectFrom('messages')
        .select(({ fn }) => ['state' as const, fn.countAll<number>().as('count')])
        .groupBy('state')
        .execute();
      const none = { held: 0, waiting: 0, unsure: 0, sent: 0, stuck: 0 };
      return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)])) };
    },
  };
}
