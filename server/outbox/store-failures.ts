/** Messages that failed or that nobody got: finds those of which the operator, or the people on shift, were not told yet, and marks them. */
import type { Reader, Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { idsOf } from '#server/rows.ts';
import { findPrepared, isIn, writtenOut } from './conditions.ts';
import { notExpiredAt } from './maintenance.ts';
import { lockInOrder } from './store.ts';
import type { Channel, MessageKind, MessageState } from './tables.ts';

type Failed = readonly { readonly id: string }[];

/** Messages of all kinds but one that failed, whose time is not over, and of which the operator was not told. */
export const untoldFailures = findPrepared(
  ({ kind, at }: { readonly kind: MessageKind; readonly at: Iso }) =>
    (row) =>
      row.and([isIn('failed'), row('failure_told_at', 'is', null), row('kind', '<>', kind), notExpiredAt(at)(row)]),
);

const untoldIn = (state: 'failed' | 'expired') =>
  findPrepared(({ kind, since }: { readonly kind: MessageKind; readonly since: Iso }) => ({ and, eb }) => {
    const isUntold = eb('failure_told_at', 'is', null);
    return and([isIn(state), isUntold, eb('kind', '=', kind), eb('created_at', '>', since)]);
  });

const missed = [untoldIn('failed'), untoldIn('expired')] as const;

/**
 * Messages of one kind, written since a time, that nobody got: they failed, or their time ended first. Left out are those that a person
 * gave up, those whose subject was over, and those of which the operator was told.
 */
export async function untoldMissed(db: Reader, channel: Channel, kind: MessageKind, since: Iso, limit: number) {
  const found = [];
  for (const find of missed) found.push(...(await find(db, channel, { kind, since }, limit)));
  return found;
}

/**
 * Messages of all kinds but one that have needed a person since a time (`before`) or longer, whose time is not over at `at`, and of which
 * the people on shift were not told.
 */
export const unattendedFailures = findPrepared(
  ({ kind, at, before }: { readonly kind: MessageKind; readonly at: Iso; readonly before: Iso }) =>
    (row) => {
      const isUntold = row('shift_told_at', 'is', null);
      const since = row('failed_at', '<=', before);
      return row.and([isIn('failed'), isUntold, since, row('kind', '<>', kind), notExpiredAt(at)(row)]);
    },
);

/**
 * Sets a time of messages that still need a person, or that nobody got, and do not have it yet. A message that is retried at this moment
 * is left out.
 *
 * @returns the number of messages whose time was set
 */
async function noteFailed(
  trx: Trx,
  what: 'shift_told_at' | 'failure_told_at',
  messages: Failed,
  at: Iso,
  states: readonly MessageState[] = ['failed'],
): Promise<number> {
  if (messages.length === 0) return 0;
  const ids = idsOf(messages);
  const noted = await trx
    .updateTable('messages')
    .set({ [what]: at })
    .where(
      'id',
      'in',
      lockInOrder(trx, ({ and, eb }) =>
        and([eb('id', 'in', ids), eb('state', 'in', states.map(writtenOut)), eb(what, 'is', null)]),
      ),
    )
    .returning('id')
    .execute();
  return noted.length;
}

/** Remembers that the people on shift were told of these messages. */
export const markShiftTold = (trx: Trx, messages: Failed, at: Iso) => noteFailed(trx, 'shift_told_at', messages, at);

/** Remembers that the operator was told that these messages failed. */
export const markTold = (trx: Trx, messages: Failed, at: Iso) => noteFailed(trx, 'failure_told_at', messages, at);

/** Remembers that nobody needs to be told any more of these messages, which nobody got. */
export const markMissed = (trx: Trx, messages: Failed, at: Iso) =>
  noteFailed(trx, 'failure_told_at', messages, at, ['failed', 'expired']);
