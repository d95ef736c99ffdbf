import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/**
 * What the desk's screens of messages, settings and the first hour need: the history of each message, since when a message needs
 * a person, versions of settings, and tests that a person sends.
 */
export async function up(db: Kysely<unknown>, { time, autoIncrement, inByteOrder }: EngineDialect): Promise<void> {
  await db.schema.alterTable('messages').addColumn('failed_at', time).execute();
  await db.schema.alterTable('messages').addColumn('shift_told_at', time).execute();
  // The due time of a message that needs a person is when it came to need one. Nobody is told late of what is old.
  await sql`update messages set failed_at = due_at, shift_told_at = due_at where state = 'failed'`.execute(db);
  for (const index of [
    'messages_newest on messages (channel, created_at, id)',
    `messages_unsent_newest on messages (channel, created_at, id) where state in ('held', 'waiting', 'unsure')`,
    `messages_failed_newest on messages (channel, created_at, id) where state = 'failed'`,
    `messages_expired_newest on messages (channel, created_at, id) where state = 'expired'`,
    `messages_failed_unattended on messages (channel, failed_at) where state = 'failed' and shift_told_at is null`,
  ]) {
    await sql.raw(`create index ${index}`).execute(db);
  }
  const recipient = inByteOrder(sql<string>`lower(recipient)`);
  await sql`create index messages_by_recipient on messages ((${recipient}), created_at, id)`.execute(db);

  await db.schema
    .createTable('message_events')
    .addColumn('seq', autoIncrement, (column) => column.primaryKey())
    .addColumn('message_id', 'text', (column) => column.notNull().references('messages.id').onDelete('cascade'))
    .addColumn('at', time, (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('step', 'text')
    .addColumn('said', 'text')
    .addColumn('person_id', 'text')
    .execute();
  await db.schema
    .createIndex('message_events_by_message')
    .on('message_events')
    .columns(['message_id', 'seq'])
    .execute();

  await db.schema
    .alterTable('settings')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();

  await db.schema
    .createTable('test_sends')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('person_id', 'text')
    .addColumn('created_at', time, (column) => column.notNull())
    .addColumn('taken_at', time)
    .addColumn('step', 'text')
    .addColumn('said', 'text')
    .addColumn('token_hash', 'text', (column) => column.unique())
    .addColumn('pressed_at', time)
    .execute();
  await db.schema.createIndex('test_sends_newest').on('test_sends').columns(['kind', 'created_at']).execute();
}
