/** What happens to many messages at once: now and then, when a person says so, and when their time ends. */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Expression, type ExpressionBuilder, type SqlBool, sql, type UpdateObject } from 'kysely';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { isIn, isUnfinished } from './states.ts';
import type { Channel, MessageState } from './tables.ts';

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

const tooLateReason = 'Its time ended before it was sent.';
const tooLateToKnowReason = 'Its time ended. A try may have arrived.';

/** Rows changed in one write transaction, so that nobody waits long for the database. */
const sliceRows = 200;

/** What is due for so long and not being sent has no server that could send it. */
const unsentForMs = 60_000;

/** A lease that ran out says that its worker died in mid-send, so the message may have arrived. */
const diedInMidSend = sql<SqlBool>`lease_token is not null`;

/** What may have arrived stays marked as such, however long it was held or waited for a person. */
export const waitingAgain = sql<MessageState>`case when unsure_at is null and not (${diedInMidSend}) then 'waiting' else 'unsure' end`;

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
   *
   * @param matches names the state, so that an index bounds the look
   * @param again whether a row that was changed still matches; then the slices follow the ids
   */
  async function changeIdle(
    matches: Condition,
    values: UpdateObject<Tables, 'messages'>,
    { again = false } = {},
  ): Promise<number> {
    const at = now().toISOString();
    const unsureSince = sql<
      string | null
    >`case when ${diedInMidSend} then coalesce(unsure_at, ${at}) else unsure_at end`;
    const matchesHere: Condition = (row) =>
      row.and([matches(row), row('channel', '=', channel), idleAt(now().toISOString())(row), notHeld(row)]);
    let changed = 0;
    for (let after = ''; ; ) {
      const rows = await storage.db
        .selectFrom('messages')
        .select('id')
        .where(matchesHere)
        .$if(again, (query) => query.where('id', '>', after).orderBy('id'))
        .limit(sliceRows)
        .execute();
      const ids = rows.map(({ id }) => id);
      const last = ids.at(-1);
      if (last === undefined) return changed;
      const changedNow = await storage.transaction(async (trx) => {
        const stillThere = trx.selectFrom('messages').select('id').where('id', 'in', ids).where(matchesHere);
        const kept = await storage.differences.skipLocked(stillThere.orderBy('id')).execute();
        if (kept.length === 0) return 0;
        const keptIds = kept.map(({ id }) => id);
        await trx
          .updateTable('messages')
          .set({ ...values, unsure_at: unsureSince, ...free })
          .where('id', 'in', keptIds)
          .execute();
        return kept.length;
      });
      changed += changedNow;
      after = last;
      // Somebody else changed all of them meanwhile; the next look goes on.
      if (!again && changedNow === 0) return changed;
      await letOthersRun();
    }
  }

  /** Whether any server is sending by this channel at this moment. */
  async function somebodySends(): Promise<boolean> {
    const sending = storage.db.selectFrom('messages').select('id').where('lease_token', 'is not', null);
    const alive = sending.where('channel', '=', channel).where('lease_until', '>', now().toISOString());
    return (await alive.limit(1).executeTakeFirst()) !== undefined;
  }

  return {
    /**
     * Makes the states say what people read in them: `held` is what no server can send. Nothing depends on it: a server
     * that can send claims what is held like all else. One that cannot sees that nobody sends by what has been due for
     * long; it changes nothing that another server may be sending.
     */
    async reconcile(): Promise<void> {
      if (canSend) {
        await changeIdle(() => isIn('held'), { state: waitingAgain });
        return;
      }
      const before = new Date(now().getTime() - unsentForMs).toISOString();
      for (const state of ['waiting', 'unsure'] as const) {
        if (await somebodySends()) return;
        await changeIdle(({ and, eb }) => and([isIn(state), eb('due_at', '<=', before)]), { state: 'held' });
      }
    },

    /**
     * Starts the ladder anew for one message that waits or needs a person, or for all of them. Returns how many. What is
     * being sent right now, was sent, is held, or has no time left is left alone. Whether there is something to send with
     * is the running servers' matter, not that of whoever asks.
     *
     * @param id an id, or `all`
     */
    async retry(id: string): Promise<number> {
      const at = now().toISOString();
      const anew = { state: waitingAgain, attempts: 0, due_at: at, retried_at: at, sent_at: null, stuck_told_at: null };
      let changed = 0;
      // What was changed is waiting or unsure by then, so what needs a person comes last.
      for (const state of ['waiting', 'unsure', 'stuck'] as const) {
        const matches: Condition = (row) =>
          row.and([isIn(state), liveAt(at)(row), ...(id === 'all' ? [] : [row('id', '=', id)])]);
        changed += await changeIdle(matches, anew, { again: true });
      }
      return changed;
    },

    /**
     * Gives up what nobody may be sent any more; what needed a person needs none then, and keeps its reason. Returns how
     * many.
     */
    expire(): Promise<number> {
      const at = now().toISOString();
      return changeIdle(({ and, eb }) => and([isUnfinished, eb('expires_at', '<=', at)]), {
        state: 'expired',
        last_error: sql<string | null>`case when state = 'stuck' then last_error
          when unsure_at is null and not (${diedInMidSend}) then ${tooLateReason} else ${tooLateToKnowReason} end`,
      });
    },
  };
}
