import type { Kysely } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/** Forms that somebody said are not of the same people. Each pair has a row for either side, so that one index finds both. */
export async function up(db: Kysely<unknown>, { time }: EngineDialect): Promise<void> {
  await db.schema
    .createTable('leads_apart')
    .addColumn('lead_id', 'text', (column) => column.notNull().references('leads.id'))
    .addColumn('other_id', 'text', (column) => column.notNull().references('leads.id'))
    .addColumn('at', time, (column) => column.notNull())
    .addColumn('by_id', 'text')
    .addPrimaryKeyConstraint('leads_apart_pair', ['lead_id', 'other_id'])
    .execute();
  await db.schema.createIndex('leads_apart_other').on('leads_apart').column('other_id').execute();
}
