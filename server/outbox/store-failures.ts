/** Messages that failed: of which the operator and the people on shift were told, and of which not. */
import type { Transaction } from 'kysely';
import type { Reader } from '#server/database/open.ts';
import { perLimit, prepared } from '#server/database/prepared.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { perChannel, writtenOut } from './states.ts';
import type { Channel, MessageKind } from './tables.ts';

type Failed = readonly { readonly id: string }[];

interface Untold {
  readonly kind: MessageKind;
}

const untoldWhere = (isKind: '=' | '<>') =>
  perChannel((channel) =>
    perLimit((limit) =>
      prepared((db, { kind }: Untold) =>
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

/** Asked by every server each second. */
const preparedUntold = { '=': untoldWhere('='), '<>': untoldWhere('<>') };

/** Messages of one kind, or of all others, that failed and that the operator was not told of. */
export async function untoldFailures(
  db: Reader,
  channel: Channel,
  [isKind, kind]: readonly ['=' | '<>', MessageKind],
  limit: number,
) {
  return (await preparedUntold[isKind][channel](limit)(db, { kind })).rows;
}

interface Unattended extends Untold {
  readonly before: Iso;
}

/** Asked by every server each second. */
const preparedUnattended = perChannel((channel) =>
  perLimit((limit) =>
    prepared((db, { kind, before }: Unattended) =>
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

/** Messages of other kinds than one that have needed a person since before a time, and that the people on shift were not told of. */
export async function unattendedFailures(db: Reader, channel: Channel, kind: MessageKind, before: Iso, limit: number) {
  return (await preparedUnattended[channel](limit)(db, { kind, before })).rows;
}

/** Notes something of messages that still need a person and of which it was not noted: a retry in the same instant wins. @returns of how many */
async function noteFailed(
  trx: Transaction<Tables>,
  what: 'shift_told_at' | 'failure_told_at',
  messages: Failed,
  at: Iso,
): Promise<number> {
  if (messages.length === 0) return 0;
  const ids = messages.map(({ id }) => id);
  const noted = await trx
    .updateTable('messages')
    .set({ [what]: at })
    .where('id', 'in', ids)
    .where('state', '=', 'failed')
    .where(what, 'is', null)
    .returning('id')
    .execute();
  return noted.length;
}

/** Remembers that the people on shift were told of these messages. */
export const markShiftTold = (trx: Transaction<Tables>, messages: Failed, at: Iso) =>
  noteFailed(trx, 'shift_told_at', messages, at);

/** Remembers that the operator was told that these messages failed. */
export const markTold = (trx: Transaction<Tables>, messages: Failed, at: Iso) =>
  noteFailed(trx, 'failure_told_at', messages, at);
