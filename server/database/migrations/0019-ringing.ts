import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/** What the consoles follow: changes, presence with its history, rings with whom they reach, and push subscriptions. */
export async function up(db: Kysely<unknown>, { engine, time, autoIncrement }: EngineDialect): Promise<void> {
  // SQLite gives the number of a deleted newest row again, unless it is told not to.
  await db.schema
    .createTable('desk_changes')
    .addColumn('seq', autoIncrement, (column) =>
      engine === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('topic', 'text', (column) => column.notNull())
    .addColumn('about', 'text')
    .execute();

  await db.schema
    .createTable('presence')
    .addColumn('person_id', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('since', time, (column) => column.notNull())
    .addColumn('shift_at', time)
    .execute();
  await db.schema
    .createTable('presence_changes')
    .addColumn('seq', autoIncrement, (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('at', time, (column) => column.notNull())
    .addColumn('cause', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text')
    .execute();
  await db.schema
    .createIndex('presence_changes_by_person')
    .on('presence_changes')
    .columns(['person_id', 'seq'])
    .execute();
  await db.schema
    .createTable('presence_deals')
    .addColumn('request_id', 'text', (column) =>
      column.primaryKey().references('agent_requests.id').onDelete('cascade'),
    )
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('since', time, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('presence_deals_by_person').on('presence_deals').column('person_id').execute();

  await db.schema
    .createTable('rings')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('request_id', 'text', (column) => column.notNull().references('agent_requests.id').onDelete('cascade'))
    .addColumn('asked_at', time, (column) => column.notNull())
    .addColumn('stage', 'integer', (column) => column.notNull())
    .addColumn('stage_at', time, (column) => column.notNull())
    .addColumn('ended_at', time)
    .addColumn('ended_as', 'text')
    .addUniqueConstraint('rings_once', ['request_id', 'asked_at'])
    .execute();
  await db.schema
    .createIndex('rings_open')
    .on('rings')
    .column('asked_at')
    .where(sql.ref('ended_at'), 'is', null)
    .execute();
  await db.schema
    .createTable('ring_people')
    .addColumn('ring_id', 'text', (column) => column.notNull().references('rings.id').onDelete('cascade'))
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('stage', 'integer', (column) => column.notNull())
    .addColumn('rung_at', time, (column) => column.notNull())
    .addColumn('pushed_at', time, (column) => column.notNull())
    .addColumn('seen_at', time)
    .addColumn('stopped_at', time)
    .addPrimaryKeyConstraint('ring_people_once', ['ring_id', 'person_id', 'stage'])
    .execute();

  await db.schema
    .createTable('push_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('sealed_private_key', 'text', (column) => column.notNull())
    .addColumn('created_at', time, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('push_subscriptions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('endpoint_hash', 'text', (column) => column.notNull().unique())
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('created_at', time, (column) => column.notNull())
    .execute();
  for (const column of ['person_id', 'session_id'] as const) {
    const name = `push_subscriptions_by_${column === 'person_id' ? 'person' : 'session'}`;
    await db.schema.createIndex(name).on('push_subscriptions').column(column).execute();
  }
}
