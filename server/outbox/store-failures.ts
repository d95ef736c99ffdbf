/** Finds failed messages of which the operator, or the people on shift, were not told yet, and marks them as told. */
import type { Reader, Trx } from '#server/database/open.ts';
import { perLimit, prepared } from '#server/database/prepared.ts';
import type { Iso } from '#server/database/tables.ts';
import { idsOf } from '#server/rows.ts';
import { perChannel, writtenOut } from './states.ts';
import { keepInOrder } from './store.ts';
import type { Channel, MessageKind } from './tables.ts';

type Failed = readonly { readonly id: string }[];

const untoldWhere = (isKind: '=' | '<>') =>
  perChannel((channel) =>
    perLimit((limit) =>
      prepared((db, { kind }: { readonly kind: MessageKind }) =>
        db
          .selectFrom('messages')
          .select(['id', 'subject_id'])
          .where('state', '=', writtenOut('failed'))
          .where('failure_told_at', 'is', null)
          .where('channel', '=', writtenOut(channel))
          .where('kind', isKind, kind)
          .limit(limit),
      ),
    ),
  );

/** Every server runs these each second. */
const untold = { '=': untoldWhere('='), '<>': untoldWhere('<>') };

/** Messages of one kind, or of all others, that failed and of which the operator was not told. */
export const untoldFailures = (
  db: Reader,
  channel: Channel,
  [isKind, kind]: readonly ['=' | '<>', MessageKind],
  limit: number,
) => untold[isKind][channel](limit)(db, { kind });

/** Every server runs these each second. */
const unattended = perChannel((channel) =>
  perLimit((limit) =>
    prepared((db, { kind, before }: { readonly kind: MessageKind; readonly before: Iso }) =>
      db
        .selectFrom('messages')
        .select(['id'])
        .where('state', '=', writtenOut('failed'))
        .where('shift_told_at', 'is', null)
        .where('channel', '=', writtenOut(channel))
        .where('failed_at', '<=', before)
        .where('kind', '<>', kind)
        .limit(limit),
    ),
  ),
);

/** Messages of all kinds but one that have needed a person since a time or longer, and of which the people on shift were not told. */
export const unattendedFailures = (db: Reader, channel: Channel, kind: MessageKind, before: Iso, limit: number) =>
  unattended[channel](limit)(db, { kind, before });

/**
 * Sets a time of messages that still need a person and do not have it yet. A message that is retried at this moment is left out.
 *
 * @returns the number of messages whose time was set
 */
async function noteFailed(
  trx: Trx,
  what: 'shift_told_at' | 'failure_told_at',
  messages: Failed,
  at: Iso,
): Promise<number> {
  if (messages.length === 0) return 0;
  const ids = idsOf(messages);
  const noted = await trx
    .updateTable('messages')
    .set({ [what]: at })
    .where(
      'id',
      'in',
      keepInOrder(trx, ({ and, eb }) =>
        and([eb('id', 'in', ids), eb('state', '=', writtenOut('failed')), eb(what, 'is', null)]),
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
