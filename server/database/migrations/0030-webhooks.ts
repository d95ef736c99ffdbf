import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/** Webhooks: where events are sent to, which event a delivery is about, and each try with its request and answer. */
export async function up(db: Kysely<unknown>, { time, json, autoIncrement }: EngineDialect): Promise<void> {
  await db.schema
    .createTable('webhook_endpoints')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('events', json, (column) => column.notNull())
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('earlier_secret', 'text')
    .addColumn('earlier_until', time)
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('created_at', time, (column) => column.notNull())
    .addColumn('created_by', 'text')
    .addColumn('failing_since', time)
    .addColumn('disabled_at', time)
    .addColumn('disabled_why', 'text')
    .addColumn('removed_at', time)
    .execute();

  await db.schema
    .createTable('webhook_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('at', time, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('webhook_events_by_subject').on('webhook_events').column('subject_id').execute();
  await db.schema.createIndex('webhook_events_by_time').on('webhook_events').column('at').execute();

  await db.schema
    .createTable('webhook_tries')
    .addColumn('seq', autoIncrement, (column) => column.primaryKey())
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('at', time, (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addColumn('said', 'text')
    .addColumn('address', 'text')
    .addColumn('request_headers', json)
    .addColumn('request_body', 'text')
    .addColumn('status', 'integer')
    .addColumn('answer', 'text')
    .addColumn('took_ms', 'integer')
    .execute();
  await db.schema.createIndex('webhook_tries_of_message').on('webhook_tries').columns(['message_id', 'seq']).execute();
  await db.schema.createIndex('webhook_tries_of_event').on('webhook_tries').column('event_id').execute();
  await db.schema.createIndex('webhook_tries_by_time').on('webhook_tries').column('at').execute();

  await sql`create index messages_to_post on messages (recipient, due_at)
    where channel = 'webhook' and state in ('held', 'waiting', 'unsure')`.execute(db);
  await sql`create index messages_posted on messages (recipient, created_at, id) where channel = 'webhook'`.execute(db);
}
