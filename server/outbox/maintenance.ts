/** Changes to many messages at once: the regular maintenance, retries and giving up by a person, and expiry. */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type SqlBool, sql, type UpdateObject } from 'kysely';
import { dialectOf, findsAny, type Reader, type Trx } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Environment } from '#server/environment.ts';
import { oldestFirst, type Position } from '#server/paging.ts';
import { idsOf } from '#server/rows.ts';
import { isoBefore } from '#server/times.ts';
import { type Condition, findPrepared, isIn, isUnfinished, isUnsent, writtenOut } from './conditions.ts';
import { insertEvents, messagesChanged } from './history.ts';
import type { Channel, MessageState } from './tables.ts';

/** The columns of a message that no worker is sending. */
export const clearedLease = { lease_token: null, lease_until: null };

/** Messages that have not expired. */
export const notExpiredAt =
  (at: string): Condition =>
  ({ or, eb }) =>
    or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]);

/** Messages that no worker is sending at this moment. @param at now, by this server's clock */
export const notLeasedAt =
  (db: Reader, at: string): Condition =>
  ({ or, eb }) =>
    or([eb('lease_until', 'is', null), eb('lease_until', '<=', dialectOf(db).commonTime(at))]);

const tooLateReason = 'Its time ended before it was sent.';
const tooLateToKnowReason = 'Its time ended. A try may have arrived.';

/** The most rows that one write transaction changes, so that others do not wait long for the database. */
const sliceRows = 200;

/** A message that has been due for this long and is unsent shows that no server can send it. In milliseconds. */
const unsentForMs = 60_000;

/** A lease that ran out means that its worker died while sending, so the message may have arrived. */
const workerDied = sql<SqlBool>`lease_token is not null`;

/** The state of a message that is due again. One that may have arrived stays `unsure`, however long it was held or failed. */
export const waitingOrUnsure = sql<MessageState>`case when unsure_at is null and not (${workerDied}) then 'waiting' else 'unsure' end`;

/** Unfinished messages whose time is over. */
const isExpired =
  ({ at }: { readonly at: string }): Condition =>
  ({ and, eb }) =>
    and([isUnfinished, eb('expires_at', '<=', at)]);

const findExpired = findPrepared(isExpired);

/** Writes something else in the transaction that changes some messages. */
type AlsoWrite = (trx: Trx, ids: readonly string[]) => Promise<void>;

/** The person who retries messages or gives one up, and what they saw. */
interface ByHand {
  /** Null for a command. */
  readonly by: string | null;
  /**
   * When the message was last retried, as the person has seen it. It must still be so, so that only one of two presses at once counts.
   * When it is undefined, every press counts.
   */
  readonly seenRetriedAt?: string | null | undefined;
  /** When the person saw the messages. One that was retried, failed or became unsure since stays as it is. */
  readonly seenAt?: string | undefined;
  /** Written in the same transaction, such as an entry of the audit log. */
  readonly also?: AlsoWrite | undefined;
}

/** Tells the consoles of changed messages. The number that need a person may have changed. */
const noteChangedOn =
  (channel: Channel): AlsoWrite =>
  (trx, ids) =>
    messagesChanged(trx, ids.length === 1 ? (ids[0] ?? null) : null, { countChanged: true, channel });

interface ChangeOptions {
  readonly again?: boolean;
  readonly named?: boolean;
  readonly also?: AlsoWrite;
}

interface MaintenanceOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly canSend: boolean;
  readonly channel: Channel;
  /** The condition for messages that this process is not sending itself, however old their leases are. */
  readonly notLeasedHere: Condition;
}

export function createMaintenance({ storage, now, canSend, channel, notLeasedHere }: MaintenanceOptions) {
  const noteChanged = noteChangedOn(channel);

  /**
   * Changes the matching messages that are not leased, in slices, each in a short transaction of its own. Resolves to their number.
   * The conditions are checked again when a slice is written, because a worker may have sent a message meanwhile. A message that another
   * transaction has locked is skipped, because it is being sent or its subject is ending. A message that a person named is waited for
   * instead and then judged again, because the lock may only be for telling the operator of it.
   *
   * @param matches has to name the state, so that an index bounds the query
   * @param again whether a changed message still matches. Then the slices go by the times at which messages were written.
   * @param named whether the conditions name one message
   * @param also is called in the transaction of each slice, after the change. It has to tell the consoles.
   */
  async function changeNotLeased(
    matches: Condition,
    values: UpdateObject<Tables, 'messages'>,
    { again = false, named = false, also = noteChanged }: ChangeOptions = {},
  ): Promise<number> {
    const at = now().toISOString();
    const unsureSince = sql<string | null>`case when ${workerDied} then coalesce(unsure_at, ${at}) else unsure_at end`;
    const matchesHere: Condition = (row) =>
      row.and([
        isUnfinished,
        matches(row),
        row('channel', '=', writtenOut(channel)),
        notLeasedAt(storage.db, now().toISOString())(row),
        notLeasedHere(row),
      ]);
    let changed = 0;
    for (let after: Position | undefined; ; ) {
      const rows = await storage.db
        .selectFrom('messages')
        .select(['id', 'created_at as at'])
        .where(matchesHere)
        .limit(sliceRows)
        .$if(again, (query) => query.$call(oldestFirst(['created_at', 'id'], after, sliceRows)))
        .execute();
      const ids = idsOf(rows);
      const last = rows.at(-1);
      if (last === undefined) return changed;
      const changedNow = await storage.transaction(async (trx) => {
        const stillThere = trx.selectFrom('messages').select('id').where('id', 'in', ids).where(matchesHere);
        const { lockRows, skipLocked } = dialectOf(trx);
        const inOrder = stillThere.orderBy('id');
        const locked = await (named ? lockRows(inOrder) : skipLocked(inOrder)).execute();
        if (locked.length === 0) return 0;
        const lockedIds = idsOf(locked);
        await trx
          .updateTable('messages')
          .set({ ...values, unsure_at: unsureSince, ...clearedLease })
          .where('id', 'in', lockedIds)
          .execute();
        await also(trx, lockedIds);
        return locked.length;
      });
      changed += changedNow;
      after = last;
      // Others have changed or locked the whole slice. The next maintenance goes on.
      if (!again && changedNow === 0) return changed;
      await letOthersRun();
    }
  }

  /** Writes into the history of messages what a person did with them, tells the consoles, and calls the caller's `also`. */
  const byHand =
    (kind: 'retried' | 'givenUp', { by, also }: ByHand, at: string): AlsoWrite =>
    async (trx, ids) => {
      await insertEvents(
        trx,
        ids.map((id) => ({ message_id: id, at, kind, attempt: 0, person_id: by })),
      );
      await noteChanged(trx, ids);
      await also?.(trx, ids);
    };

  /** The condition for one message or for all of them, in the state that the person has seen if `seenRetriedAt` is given. */
  const seenAs =
    (id: string, { seenRetriedAt, seenAt }: ByHand): Condition =>
    ({ and, or, eb }) =>
      and([
        ...(id === 'all' ? [] : [eb('id', '=', id)]),
        ...(seenRetriedAt === undefined
          ? []
          : [seenRetriedAt === null ? eb('retried_at', 'is', null) : eb('retried_at', '=', seenRetriedAt)]),
        ...(seenAt === undefined
          ? []
          : (['retried_at', 'failed_at', 'unsure_at'] as const).map((since) =>
              or([eb(since, 'is', null), eb(since, '<=', seenAt)]),
            )),
      ]);

  /** Whether any server is sending on this channel at this moment. */
  async function isSomebodySending(): Promise<boolean> {
    const sending = storage.db.selectFrom('messages').select('id').where('lease_token', 'is not', null);
    const alive = sending
      .where('channel', '=', writtenOut(channel))
      .where('lease_until', '>', dialectOf(storage.db).commonTime(now().toISOString()));
    return alive.limit(1).$call(findsAny);
  }

  return {
    /**
     * Corrects the state `held`, which tells people that no server can send the message. Nothing else depends on it, because a server that
     * can send claims held messages like all others. A server that can send sets them to waiting. A server that cannot send concludes from
     * messages that have been due for a minute that no server can, and changes nothing while another one is sending.
     */
    async reconcile(): Promise<void> {
      if (canSend) {
        await changeNotLeased(() => isIn('held'), { state: waitingOrUnsure });
        return;
      }
      const before = isoBefore(now(), unsentForMs);
      for (const state of ['waiting', 'unsure'] as const) {
        if (await isSomebodySending()) return;
        await changeNotLeased(({ and, eb }) => and([isIn(state), eb('due_at', '<=', before)]), { state: 'held' });
      }
    },

    /**
     * Restarts the retry schedule of one message that waits or needs a person, or of all of them. Resolves to their number. Messages that
     * are being sent right now, were sent, are held or have expired stay as they are. It does not matter whether the caller has a mail
     * server, because the running servers send.
     *
     * @param id an id, or `all`
     */
    async retry(id: string, hand: ByHand = { by: null }): Promise<number> {
      const at = now().toISOString();
      const anew = {
        state: waitingOrUnsure,
        attempts: 0,
        due_at: at,
        retried_at: at,
        sent_at: null,
        failure_told_at: null,
        failed_at: null,
        shift_told_at: null,
      };
      let changed = 0;
      // What is changed in one state must not be found again in the next one. Changed messages are waiting or unsure, so those that need a
      // person come last. A waiting one whose worker died becomes unsure, so those that are unsure come first.
      for (const state of ['unsure', 'waiting', 'failed'] as const) {
        // The conditions repeat those of the partial indexes, which are in the order of the slices.
        const isState = state === 'failed' ? isIn(state) : sql<SqlBool>`${isUnsent} and ${isIn(state)}`;
        const matches: Condition = (row) => row.and([isState, notExpiredAt(at)(row), seenAs(id, hand)(row)]);
        changed += await changeNotLeased(matches, anew, {
          again: true,
          named: id !== 'all',
          also: byHand('retried', hand, at),
        });
      }
      return changed;
    },

    /** Gives up a message that needs a person. It is not sent any more and keeps the reason of its failure. False when it needs no person. */
    async giveUp(id: string, hand: ByHand): Promise<boolean> {
      const at = now().toISOString();
      const matches: Condition = (row) => row.and([isIn('failed'), seenAs(id, hand)(row)]);
      const ended = { state: 'expired', expires_at: at, failure_told_at: at } as const;
      return (await changeNotLeased(matches, ended, { named: true, also: byHand('givenUp', hand, at) })) > 0;
    },

    /**
     * Marks messages as expired whose time is over. A message that needed a person needs none any more, and keeps its reason. Resolves to
     * the number of messages.
     */
    async expire(): Promise<number> {
      const at = now().toISOString();
      if ((await findExpired(storage.db, channel, { at })).length === 0) return 0;
      return changeNotLeased(isExpired({ at }), {
        state: 'expired',
        last_error: sql<string | null>`case when state = 'failed' then last_error
          when unsure_at is null and not (${workerDied}) then ${tooLateReason} else ${tooLateToKnowReason} end`,
      });
    },
  };
}
