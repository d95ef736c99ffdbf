/** What happens to many messages at once: when the server starts, when a person says so, and when their time ends. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql, type UpdateObject } from 'kysely';
import type { Storage } from '#server/storage/open.ts';
import type { Channel, MessageState, Tables } from '#server/storage/schema.ts';

/** The states of messages that a worker sends when they are due. */
export const undelivered = ['waiting', 'unsure'] as const satisfies readonly MessageState[];

/** Nobody is sending it. */
export const free = { lease_token: null, lease_until: null };

export type Condition = (row: ExpressionBuilder<Tables, 'messages'>) => Expression<SqlBool>;

/** Rows whose time has not ended. */
export const liveAt =
  (at: string): Condition =>
  ({ or, eb }) =>
    or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]);

/** Rows that no worker is sending at this moment. */
export const idleAt =
  (at: string): Condition =>
  ({ or, eb }) =>
    or([eb('lease_until', 'is', null), eb('lease_until', '<=', at)]);

/** A confirmation that was held longer than this would surprise the dealer: a person decides. */
const staleConfirmationMs = 72 * 60 * 60 * 1000;
const staleReason = 'Held for more than 72 hours without a mail server: decide whether the dealer should still get it.';
const tooLateReason = 'Its time ended before it was sent.';
const tooLateToKnowReason = 'Its time ended. A try may have arrived.';

/** Rows changed in one write transaction, so that nobody waits long for the database. */
const sliceRows = 200;

/** What may have arrived stays marked as such, however long it was held or waited for a person. */
const waitingAgain = sql<MessageState>`case when unsure_at is null then 'waiting' else 'unsure' end`;

export interface UpkeepOptions {
  readonly storage: Storage;
  readonly now: () => Date;
  readonly canSend: boolean;
  readonly channel: Channel;
  /** Rows that this process is not sending itself, however old their leases are. */
  readonly notHeld: Condition;
}

export function createUpkeep({ storage, now, canSend, channel, notHeld }: UpkeepOptions) {
  /**
   * Changes the idle rows that match, in slices, each a short transaction of its own. Returns how many. The conditions
   * are checked again as the rows are written: a worker may have sent one of them in between. A row that somebody else
   * changes at that moment is passed over: it is being sent, or its request is ending.
   */
  async function changeIdle(matches: Condition, values: UpdateObject<Tables, 'messages'>): Promise<number> {
    const matchesHere: Condition = (row) =>
      row.and([matches(row), row('channel', '=', channel), idleAt(now().toISOString())(row), notHeld(row)]);
    let changed = 0;
    for (let after = ''; ; ) {
      const rows = await storage.db
        .selectFrom('messages')
        .select('id')
        .where('id', '>', after)
        .where(matchesHere)
        .orderBy('id')
        .limit(sliceRows)
        .execute();
      const ids = rows.map(({ id }) => id);
      const last = ids.at(-1);
      if (last === undefined) return changed;
      changed += await storage.transaction(async (trx) => {
        const stillThere = trx.selectFrom('messages').select('id').where('id', 'in', ids).where(matchesHere);
        const kept = await storage.differences.skipLocked(stillThere.orderBy('id')).execute();
        if (kept.length === 0) return 0;
        const keptIds = kept.map(({ id }) => id);
        await trx
          .updateTable('messages')
          .set({ ...values, ...free })
          .where('id', 'in', keptIds)
          .execute();
        return kept.length;
      });
      after = last;
    }
  }

  return {
    /**
     * Fits what waits to the configuration, when the server starts. Without a mail server everything unsent is held; with
     * one, the held goes out, except confirmations that are too old to be expected.
     */
    async adopt(): Promise<void> {
      if (!canSend) {
        await changeIdle(({ eb }) => eb('state', 'in', undelivered), { state: 'held' });
        return;
      }
      const at = now();
      const tooOld = new Date(at.getTime() - staleConfirmationMs).toISOString();
      await changeIdle(
        ({ and, eb }) =>
          and([eb('state', '=', 'held'), eb('kind', '=', 'lead-confirmation'), eb('created_at', '<', tooOld)]),
        { state: 'stuck', last_error: staleReason },
      );
      await changeIdle(({ eb }) => eb('state', '=', 'held'), { state: waitingAgain, due_at: at.toISOString() });
    },

    /**
     * Starts the ladder anew for one message that waits or needs a person, or for all of them. Returns how many. What is
     * being sent right now, was sent, is held, or has no time left is left alone.
     *
     * @param id an id, or `all`
     */
    retry(id: string): Promise<number> {
      const at = now().toISOString();
      const states = ['stuck', ...undelivered] as const;
      return changeIdle(
        (row) => row.and([liveAt(at)(row), row('state', 'in', states), ...(id === 'all' ? [] : [row('id', '=', id)])]),
        { state: canSend ? waitingAgain : 'held', attempts: 0, due_at: at, sent_at: null, stuck_told_at: null },
      );
    },

    /**
     * Gives up what nobody may be sent any more; what needed a person needs none then, and keeps its reason. Returns how
     * many.
     */
    expire(): Promise<number> {
      const states = ['held', 'stuck', ...undelivered] as const;
      const at = now().toISOString();
      return changeIdle(({ and, eb }) => and([eb('state', 'in', states), eb('expires_at', '<=', at)]), {
        state: 'expired',
        last_error: sql<string | null>`case when state = 'stuck' then last_error
          when unsure_at is null then ${tooLateReason} else ${tooLateToKnowReason} end`,
      });
    },
  };
}
