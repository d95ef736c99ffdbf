/** Messages that failed or that nobody got: finds those of which the operator, or the people on shift, were not told yet, and marks them. */
import type { Reader, Trx } from '#server/database/open.ts';
import { perLimit, prepared } from '#server/database/prepared.ts';
import type { Iso } from '#server/database/tables.ts';
import { idsOf } from '#server/rows.ts';
import { perChannel, writtenOut } from './conditions.ts';
import { notExpiredAt } from './maintenance.ts';
import { lockInOrder } from './store.ts';
import type { Channel, MessageKind, MessageState } from './tables.ts';

type Failed = readonly { readonly id: string }[];

/** Every server runs these each second. */
const untold = perChannel((channel) =>
  perLimit((limit) =>
    prepared((db, { kind, at }: { readonly kind: MessageKind; readonly at: Iso }) =>
      db
        .selectFrom('messages')
        .select('id')
        .where('state', '=', writtenOut('failed'))
        .where('failure_told_at', 'is', null)
        .where('channel', '=', writtenOut(channel))
        .where('kind', '<>', kind)
        .where(notExpiredAt(at))
        .limit(limit),
    ),
  ),
);

/** Messages of all kinds but one that failed, whose time is not over, and of which the operator was not told. */
export const untoldFailures = (db: Reader, channel: Channel, kind: MessageKind, at: Iso, limit: number) =>
  untold[channel](limit)(db, { kind, at });

const untoldIn = (state: 'failed' | 'expired') =>
  perChannel((channel) =>
    perLimit((limit) =>
      prepared((db, { kind, since }: { readonly kind: MessageKind; readonly since: Iso }) =>
        db
          .selectFrom('messages')
          .select(['id', 'subject_id'])
          .where('state', '=', writtenOut(state))
          .where('failure_told_at', 'is', null)
          .where('channel', '=', writtenOut(channel))
          .where('kind', '=', kind)
          .where('created_at', '>', since)
          .limit(limit),
      ),
    ),
  );

/** Every server runs these each second. */
const missed = [untoldIn('failed'), untoldIn('expired')] as const;

/**
 * Messages of one kind, written since a time, that nobody got: they failed, or their time ended first. Left out are those that a person
 * gave up, those whose subject was over, and those of which the operator was told.
 */
export async function untoldMissed(db: Reader, channel: Channel, kind: MessageKind, since: Iso, limit: number) {
  const found = [];
  for (const query of missed) found.push(...(await query[channel](limit)(db, { kind, since })));
  return found;
}

/** Every server runs these each second. */
const unattended = perChannel((channel) =>
  perLimit((limit) =>
    prepared((db, { kind, at, before }: { readonly kind: MessageKind; readonly at: Iso; readonly before: Iso }) =>
      db
        .selectFrom('messages')
        .select(['id'])
        .where('state', '=', writtenOut('failed'))
        .where('shift_told_at', 'is', null)
        .where('channel', '=', writtenOut(channel))
        .where('failed_at', '<=', before)
        .where('kind', '<>', kind)
        .where(notExpiredAt(at))
        .limit(limit),
    ),
  ),
);

/**
 * Messages of all kinds but one that have needed a person since a time (`before`) or longer, whose time is not over at `at`, and of which
 * the people on shift were not told.
 */
export const unattendedFailures = (
  db: Reader,
  channel: Channel,
  kind: MessageKind,
  times: { readonly at: Iso; readonly before: Iso },
  limit: number,
) => unattended[channel](limit)(db, { kind, ...times });

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
