/** Changes to many messages at once: every minute, when a person retries them, and when they expire. */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import {
  type Expression,
  type ExpressionBuilder,
  type SqlBool,
  sql,
  type Transaction,
  type UpdateObject,
} from 'kysely';
import type { Storage } from '#server/database/open.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Tables } from '#server/database/tables.ts';
import { afterPlace, type Place } from '#server/place.ts';
import { isoBefore } from '#server/times.ts';
import { insertEvents, messagesChanged } from './history.ts';
import { isIn, isUnfinished, isUnsent, perChannel, writtenOut } from './states.ts';
import type { Channel, MessageState } from './tables.ts';

/** The columns of a message that no worker is sending. */
export const clearedLease = { lease_token: null, lease_until: null };

export type Condition = (row: ExpressionBuilder<Tables, 'messages'>) => Expression<SqlBool>;

/** Messages that have not expired. */
export const notExpiredAt =
  (at: string): Condition =>
  ({ or, eb }) =>
    or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]);

/** Messages that no worker is sending at this moment; `at` is the time of this server's clock. */
export const notLeasedAt =
  ({ commonTime }: Storage['dialect'], at: string): Condition =>
  ({ or, eb }) =>
    or([eb('lease_until', 'is', null), eb('lease_until', '<=', commonTime(at))]);

const tooLateReason = 'Its time ended before it was sent.';
const tooLateToKnowReason = 'Its time ended. A try may have arrived.';

/** Rows changed in one write transaction, so that nobody waits long for the database. */
const sliceRows = 200;

/** How long a message has been due, in milliseconds, when no server can be there that could send it. */
const unsentForMs = 60_000;

/** A lease that ran out means that its worker died while sending, so the message may have arrived. */
const workerDied = sql<SqlBool>`lease_token is not null`;

/** The state of a message that is due again. One that may have arrived stays `unsure`, however long it was held or failed. */
export const waitingOrUnsure = sql<MessageState>`case when unsure_at is null and not (${workerDied}) then 'waiting' else 'unsure' end`;

/** Whether the time of a message may be over. Asked by every server each second. */
const anyExpired = perChannel((channel) =>
  prepared((db, { at }: { readonly at: string }) =>
    db
      .selectFrom('messages')
      .select('id')
      .where(isUnfinished)
      .where('expires_at', '<=', at)
      .where('channel', '=', writtenOut(channel))
      .limit(1),
  ),
);

/** What else is written in the transaction that changes some messages. */
export type AlsoWrite = (trx: Transaction<Tables>, ids: readonly string[]) => Promise<void>;

/** Who has messages tried again, or gives one up. */
export interface ByHand {
  /** Null for a command. */
  readonly by: string | null;
  /** When it was last retried, as whoever presses has seen it: of two presses at once, one counts. Without it every press does. */
  readonly seenRetriedAt?: string | null | undefined;
  /** Written in the same transaction, such as an entry of the audit log. */
  readonly also?: AlsoWrite | undefined;
}

/** Changes of many at once may begin or end the need for a person. */
const noteChangedOn =
  (channel: Channel): AlsoWrite =>
  (trx, ids) =>
    messagesChanged(trx, ids.length === 1 ? (ids[0] ?? null) : null, { countChanged: true, channel });

interface ChangeOptions {
  readonly again?: boolean;
  readonly named?: boolean;
  readonly also?: AlsoWrite;
}

export interface MaintenanceOptions {
  readonly storage: Storage;
  readonly now: () => Date;
  readonly canSend: boolean;
  readonly channel: Channel;
  /** Messages that this process is not sending itself, however old their leases are. */
  readonly notLeasedHere: Condition;
}

export function createMaintenance({ storage, now, canSend, channel, notLeasedHere }: MaintenanceOptions) {
  const noteChanged = noteChangedOn(channel);

  /**
   * Changes the matching messages that are not leased, in slices, each in a short transaction of its own. Returns how many.
   * The conditions are checked again when a slice is written, because a worker may have sent one of them meanwhile. A
   * message that somebody else changes at that moment is skipped: it is being sent, or what it is about is ending. One that a
   * person named is waited for, and then decided by what it has become: it may only be that the operator is being told of it.
   *
   * @param matches names the state, so that an index bounds the query
   * @param again whether a changed message still matches; then the slices follow the times at which messages were written
   * @param named whether the conditions name one message
   * @param also is called in the transaction of each slice, after the change; it tells the consoles
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
        notLeasedAt(storage.dialect, now().toISOString())(row),
        notLeasedHere(row),
      ]);
    let changed = 0;
    for (let after: Place | undefined; ; ) {
      const rows = await storage.db
        .selectFrom('messages')
        .select(['id', 'created_at as at'])
        .where(matchesHere)
        .$if(again, (query) =>
          query
            .where((row) => afterPlace(row, ['created_at', 'id'], after))
            .orderBy('created_at')
            .orderBy('id'),
        )
        .limit(sliceRows)
        .execute();
      const ids = rows.map(({ id }) => id);
      const last = rows.at(-1);
      if (last === undefined) return changed;
      const changedNow = await storage.transaction(async (trx) => {
        const stillThere = trx.selectFrom('messages').select('id').where('id', 'in', ids).where(matchesHere);
        const inOrder = stillThere.orderBy('id');
        const kept = await (named ? storage.dialect.keepRows(inOrder) : storage.dialect.skipLocked(inOrder)).execute();
        if (kept.length === 0) return 0;
        const keptIds = kept.map(({ id }) => id);
        await trx
          .updateTable('messages')
          .set({ ...values, unsure_at: unsureSince, ...clearedLease })
          .where('id', 'in', keptIds)
          .execute();
        await also(trx, keptIds);
        return kept.length;
      });
      changed += changedNow;
      after = last;
      // Somebody else changed all of them meanwhile; the next look goes on.
      if (!again && changedNow === 0) return changed;
      await letOthersRun();
    }
  }

  /** Writes into the history of messages what a person did with them, and whatever else the caller writes with it (`also`). */
  const byHand =
    (kind: 'retried' | 'givenUp', { by, also }: ByHand, at: string): AlsoWrite =>
    async (trx, ids) => {
      await insertEvents(
        trx,
        ids.map((messageId) => ({ messageId, at, kind, attempt: 0, personId: by })),
      );
      await noteChanged(trx, ids);
      await also?.(trx, ids);
    };

  /** One message, or all of them; as somebody has seen it, if they say so. */
  const seenAs =
    (id: string, { seenRetriedAt }: ByHand): Condition =>
    ({ and, eb }) =>
      and([
        ...(id === 'all' ? [] : [eb('id', '=', id)]),
        ...(seenRetriedAt === undefined
          ? []
          : [seenRetriedAt === null ? eb('retried_at', 'is', null) : eb('retried_at', '=', seenRetriedAt)]),
      ]);

  /** Whether any server is sending on this channel at this moment. */
  async function isSomebodySending(): Promise<boolean> {
    const sending = storage.db.selectFrom('messages').select('id').where('lease_token', 'is not', null);
    const alive = sending
      .where('channel', '=', writtenOut(channel))
      .where('lease_until', '>', storage.dialect.commonTime(now().toISOString()));
    return (await alive.limit(1).executeTakeFirst()) !== undefined;
  }

  return {
    /**
     * Makes `held` true for people who read it: it means that no server can send the message. Nothing depends on it, because
     * a server that can send claims held messages like all others. A server that cannot send concludes from messages that
     * have been due for long that nobody can, and changes nothing that another server may be sending.
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
     * Restarts the retry schedule of one message that waits or needs a person, or of all of them. Returns how many. Messages
     * that are being sent right now, were sent, are held or have expired stay as they are. Whether there is a mail server is
     * for the running servers to know, not for whoever calls this.
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
      // Changed messages are waiting or unsure, so those that need a person come last.
      for (const state of ['waiting', 'unsure', 'failed'] as const) {
        // An index of what needs a person, or of what is unsent, is in the order of the slices.
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

    /** Gives up a message that needs a person: it is not sent any more, and keeps the reason why it was not. False when it needs none. */
    async giveUp(id: string, hand: ByHand): Promise<boolean> {
      const at = now().toISOString();
      const matches: Condition = (row) => row.and([isIn('failed'), seenAs(id, hand)(row)]);
      const ended = { state: 'expired', expires_at: at } as const;
      return (await changeNotLeased(matches, ended, { named: true, also: byHand('givenUp', hand, at) })) > 0;
    },

    /**
     * Marks messages as expired whose time is over. One that needed a person needs none any more, and keeps its reason.
     * Returns how many.
     */
    async expire(): Promise<number> {
      const at = now().toISOString();
      const { rows } = await anyExpired[channel](storage.db, { at });
      if (rows.length === 0) return 0;
      return changeNotLeased(({ and, eb }) => and([isUnfinished, eb('expires_at', '<=', at)]), {
        state: 'expired',
        last_error: sql<string | null>`case when state = 'failed' then last_error
          when unsure_at is null and not (${workerDied}) then ${tooLateReason} else ${tooLateToKnowReason} end`,
      });
    },
  };
}
