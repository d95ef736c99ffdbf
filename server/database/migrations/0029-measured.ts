import type { Kysely } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/** When a server answered its own probe, and what was counted of the site's figures at each full hour. */
export async function up(db: Kysely<unknown>, { time }: EngineDialect): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('up_spans')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('started_at', time, (column) => column.notNull())
    .addColumn('seen_at', time, (column) => column.notNull())
    .execute();
  await schema.createIndex('up_spans_by_end').on('up_spans').columns(['seen_at', 'id']).execute();
  await schema.createIndex('up_spans_by_start').on('up_spans').column('started_at').execute();

  await schema
    .createTable('measured_hours')
    .addColumn('as_of', time, (column) => column.notNull())
    .addColumn('form', 'integer', (column) => column.notNull())
    // Nobody looks into it by SQL.
    .addColumn('facts', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('measured_hours_key', ['as_of', 'form'])
    .execute();
}
