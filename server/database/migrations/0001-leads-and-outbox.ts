import type { Kysely } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/** Leads, the submissions that made them, and the messages they cause. */
export async function up(db: Kysely<unknown>, { time, json, makeUnlogged }: EngineDialect): Promise<void> {
  await db.schema
    .createTable('leads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('answers', json, (column) => column.notNull())
    .addColumn('flags', json, (column) => column.notNull())
    .addColumn('received_at', time, (column) => column.notNull())
    .addColumn('amended_at', time)
    .addColumn('sms_consent_at', time)
    .addColumn('sms_consent_version', 'text')
    .addColumn('search', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('leads_by_arrival').on('leads').columns(['received_at', 'id']).execute();
  await db.schema.createIndex('leads_by_reference').on('leads').column('reference').execute();

  await db.schema
    .createTable('submissions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('lead_id', 'text', (column) => column.notNull().references('leads.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('answers', json, (column) => column.notNull())
    .addColumn('submitted_date', 'text', (column) => column.notNull())
    .addColumn('received_at', time, (column) => column.notNull())
    .addColumn('superseded_at', time)
    .execute();
  await db.schema.createIndex('submissions_by_lead').on('submissions').column('lead_id').execute();
  await db.schema
    .createIndex('submissions_by_fingerprint')
    .on('submissions')
    .columns(['fingerprint', 'received_at'])
    .execute();

  await db.schema
    .createTable('messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('submission_id', 'text', (column) => column.references('submissions.id').onDelete('cascade'))
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('created_at', time, (column) => column.notNull())
    .addColumn('due_at', time, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('lease_token', 'text')
    .addColumn('lease_until', time)
    .addColumn('last_error', 'text')
    .addColumn('sent_at', time)
    .execute();
  await db.schema.createIndex('messages_by_due').on('messages').columns(['state', 'due_at']).execute();
  await db.schema.createIndex('messages_by_submission').on('messages').column('submission_id').execute();
  await db.schema
    .createIndex('messages_by_recipient')
    .on('messages')
    .columns(['recipient', 'kind', 'created_at'])
    .execute();

  // Rate limits that replicas share: every request counts, so none waits for the disk. One server on SQLite counts in
  // memory instead.
  await db.schema
    .createTable('limits')
    .addColumn('key', 'varchar(255)', (column) => column.primaryKey())
    .addColumn('points', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('expire', 'bigint')
    .execute();
  await makeUnlogged(db, 'limits');
}
