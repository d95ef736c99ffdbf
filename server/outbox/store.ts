/** The queries by which messages are written, and by which features read, pause and end the messages that they caused. */
import { type Expression, type ExpressionBuilder, expressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { changed } from '#server/changes/service.ts';
import { countFound, dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import { prepared, preparedInsert } from '#server/database/prepared.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { distinct } from '#server/rows.ts';
import { quoted } from '#server/sql-text.ts';
import { isToPerson, isUnsent, writtenOut } from './conditions.ts';
import type { MessageKind, MessageTable, PersonalChannel } from './tables.ts';

export const insertMessage = preparedInsert('messages', [
  'id',
  'kind',
  'channel',
  'subject_id',
  'detail_id',
  'recipient',
  'counts_for',
  'state',
  'created_at',
  'due_at',
  'expires_at',
]);

/** Selects messages of one kind that count for one mailbox and were written between two times. */
interface Counted {
  readonly mailbox: string;
  readonly kind: MessageKind;
  readonly since: Iso;
  readonly until: Iso;
}

export const countMessages = prepared((trx, { mailbox, kind, since, until }: Counted) =>
  trx
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('counts_for', '=', mailbox)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .where('created_at', '<', until),
);

const mayArrive = ['waiting', 'unsure', 'sent'] as const;

/** Ends the unsent messages about a subject. @param except the `detail_id`s whose messages still go out */
export const endMessages = (trx: Trx, subjectId: string, at: Iso, except: readonly string[] = []) =>
  trx
    .updateTable('messages')
    .set({ expires_at: at })
    .where('subject_id', '=', subjectId)
    .where(isUnsent)
    .$if(except.length > 0, (query) =>
      query.where(({ or, eb }) => or([eb('detail_id', 'is', null), eb('detail_id', 'not in', except)])),
    )
    .execute();

/**
 * Pauses the unsent messages about a subject that is closing until `endsAt`, when they expire. Leaves out those that had expired by
 * `closingAt`.
 */
export const pauseMessages = (
  trx: Trx,
  subjectId: string,
  { closingAt, endsAt }: { readonly closingAt: Iso; readonly endsAt: Iso },
) =>
  trx
    .updateTable('messages')
    .set({ due_at: endsAt, expires_at: endsAt })
    .where('subject_id', '=', subjectId)
    .where(isUnsent)
    .where('expires_at', '>', closingAt)
    .execute();

/** Makes the messages due again that `pauseMessages` paused, because the subject does not end after all. */
export const resumeMessages = (
  trx: Trx,
  subjectId: string,
  { pausedUntil, at, expiresAt }: { readonly pausedUntil: Iso; readonly at: Iso; readonly expiresAt: Iso },
) =>
  trx
    .updateTable('messages')
    .set({ due_at: at, expires_at: expiresAt })
    .where('subject_id', '=', subjectId)
    .where(isUnsent)
    .where('expires_at', '=', pausedUntil)
    .execute();

/** The newest message about a subject, of any kind and channel. */
export const lastMessageAbout = (db: Reader, subjectId: string) =>
  db
    .selectFrom('messages')
    .select(['state', 'last_error', 'delivered_at'])
    .where('subject_id', '=', subjectId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The messages of some kinds about a subject, oldest first. */
export const messagesAbout = (db: Reader, subjectId: string, kinds: readonly MessageKind[]) =>
  db
    .selectFrom('messages')
    .select(['channel', 'recipient', 'detail_id', 'attempts', 'state'])
    .$narrowType<{ channel: PersonalChannel }>()
    .where(isToPerson)
    .where('subject_id', '=', subjectId)
    .where('kind', 'in', kinds)
    .orderBy('created_at')
    .execute();

/** The columns of a message that the history of its subject shows. */
export type MessageOfSubject = Awaited<ReturnType<typeof messagesOfSubjects>>[number];

/** The messages about some subjects, oldest first. */
export const messagesOfSubjects = async (db: Reader, subjectIds: readonly string[]) =>
  subjectIds.length === 0
    ? []
    : db
        .selectFrom('messages')
        .select(['id', 'subject_id', 'kind', 'channel', 'recipient', 'state', 'created_at', 'sent_at'])
        .$narrowType<{ channel: PersonalChannel }>()
        .where(isToPerson)
        .where('subject_id', 'in', subjectIds)
        .orderBy('created_at')
        .execute();

/** Selects messages and locks them in the order of their ids. Whoever changes many at once uses it (`server/database/tables.ts`). */
export const lockInOrder = (trx: Trx, which: (row: ExpressionBuilder<Tables, 'messages'>) => Expression<SqlBool>) =>
  dialectOf(trx).lockRows(trx.selectFrom('messages').select('id').where(which).orderBy('id'));

/** Deletes the messages with these values in a column, and tells no console. */
export function deleteMessages(trx: Trx, column: 'id' | 'subject_id', values: readonly string[]) {
  const locked = lockInOrder(trx, ({ eb }) => eb(column, 'in', values));
  return trx.deleteFrom('messages').where('id', 'in', locked).execute();
}

/** Deletes the messages about some subjects, with their history. A worker that is sending one cannot write its result any more. */
export async function deleteMessagesOf(trx: Trx, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await deleteMessages(trx, 'subject_id', subjectIds);
  await changed(trx, 'messages', null);
  await changed(trx, 'counts');
}

/** The ids of the subjects of messages to an address or number. */
export async function subjectsOfRecipient(db: Reader, recipient: string, limit: number): Promise<string[]> {
  const { inByteOrder } = dialectOf(db);
  const address = inByteOrder(sql<string>`lower(recipient)`);
  const rows = await db
    .selectFrom('messages')
    .select('subject_id')
    .where(sql<SqlBool>`${address} = ${recipient.toLowerCase()}`)
    .limit(limit)
    .execute();
  return distinct(rows, 'subject_id');
}

/** The number of texts of some kinds, written between two times, that were tried or are about to be. */
export const countTexts = (db: Reader, kinds: readonly MessageKind[], since: Iso, until: Iso): Promise<number> =>
  db
    .selectFrom('messages')
    .where('channel', '=', writtenOut('sms'))
    .where('kind', 'in', kinds)
    .where('created_at', '>', since)
    .where('created_at', '<', until)
    .where(({ or, eb }) =>
      or([eb('attempts', '>', 0), eb('state', 'in', [writtenOut('waiting'), writtenOut('unsure')])]),
    )
    .$call(countFound);

/** The number of subjects about which a channel got messages of a kind between two times. */
export async function countSubjects(
  db: Reader,
  kind: MessageKind,
  channel: PersonalChannel,
  since: Iso,
  until: Iso,
): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.count<number>('subject_id').distinct().as('count'))
    .where('channel', '=', writtenOut(channel))
    .where('created_at', '>', since)
    .where('created_at', '<', until)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Selects the texts about a subject that were sent or are still to be sent, for the condition of a query over subjects.
 *
 * @param subjectId the column of the subject's id
 * @param since a column or an expression: only texts written from that time on count
 */
export const liveTextsAbout = (
  kinds: readonly MessageKind[],
  subjectId: Expression<string>,
  since: Expression<string | null>,
) =>
  expressionBuilder<Tables>()
    .selectFrom('messages')
    .select('messages.id')
    .where('messages.subject_id', '=', subjectId)
    .where('messages.channel', '=', writtenOut('sms'))
    .where('messages.kind', 'in', kinds)
    .where('messages.created_at', '>=', since)
    .where('messages.state', 'in', mayArrive.map(writtenOut));

const textById = (trx: Trx, id: string) =>
  trx.selectFrom('messages').where('id', '=', id).where('channel', '=', writtenOut('sms'));

/** The kind and the subject of a text; undefined when there is no such text. */
export const subjectOfText = (trx: Trx, id: string) =>
  textById(trx, id).select(['kind', 'subject_id']).executeTakeFirst();

/** A text, locked until the transaction ends, so that another report of it waits. */
export const lockText = (trx: Trx, id: string) =>
  dialectOf(trx)
    .lockRows(
      textById(trx, id).select([
        'kind',
        'channel',
        'detail_id',
        'created_at',
        'state',
        'attempts',
        'sent_at',
        'delivered_at',
        'provider_id',
      ]),
    )
    .executeTakeFirst();

/** Writes what the provider reported of a text, and ends its lease. */
export const updateText = (
  trx: Trx,
  id: string,
  values: Partial<
    Pick<Selectable<MessageTable>, 'state' | 'sent_at' | 'provider_id' | 'last_error' | 'delivered_at' | 'failed_at'>
  >,
) =>
  trx
    .updateTable('messages')
    .set({ ...values, lease_token: null, lease_until: null })
    .where('id', '=', id)
    .execute();

/**
 * The SQL statement that makes it safe to start with the messages of a restored database. A message that was unsent in the backup may
 * have been sent since, so it needs a person to decide.
 */
export function afterRestore(takenAt: Iso, restoredAt: Iso): string[] {
  const reason = `Restored from the backup of ${takenAt}: it may have been sent since. Decide whether it should go out.`;
  return [
    `update messages set state = 'failed', last_error = ${quoted(reason)}, failed_at = ${quoted(restoredAt)},
        lease_token = null, lease_until = null
      where state in ('held', 'waiting', 'unsure')`,
  ];
}
