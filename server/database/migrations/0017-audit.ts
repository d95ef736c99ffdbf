import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/** The audit log: entries in a chain, what each is about, the chain's head, what was pruned, and the heads that were mailed. */
export async function up(db: Kysely<unknown>, { time }: EngineDialect): Promise<void> {
  await db.schema
    .createTable('audit_entries')
    .addColumn('seq', 'bigint', (column) => column.primaryKey())
    .addColumn('at', time, (column) => column.notNull())
    .addColumn('by_id', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    // The hash covers the text as it was written, and `jsonb` would write it anew.
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('audit_entries_by_time').on('audit_entries').columns(['at', 'seq']).execute();
  await db.schema.createIndex('audit_entries_by_person').on('audit_entries').columns(['by_id', 'seq']).execute();
  await db.schema.createIndex('audit_entries_by_action').on('audit_entries').columns(['action', 'seq']).execute();

  await db.schema
    .createTable('audit_subjects')
    .addColumn('seq', 'bigint', (column) => column.notNull().references('audit_entries.seq').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('audit_subjects_pkey', ['seq', 'kind', 'subject_id'])
    .execute();
  await db.schema
    .createIndex('audit_subjects_by_subject')
    .on('audit_subjects')
    .columns(['kind', 'subject_id', 'seq'])
    .execute();
  await db.schema.createIndex('audit_subjects_by_kind').on('audit_subjects').columns(['kind', 'seq']).execute();

  await db.schema
    .createTable('audit_heads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('mailed_at', time)
    .addColumn('mailed_seq', 'bigint')
    .execute();
  await sql`insert into audit_heads (id, seq, hash) values ('head', 0, '')`.execute(db);

  await db.schema
    .createTable('audit_checkpoints')
    .addColumn('seq', 'bigint', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('made_at', time, (column) => column.notNull())
    .addColumn('seal', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('audit_anchors')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('made_at', time, (column) => column.notNull())
    .execute();
}
