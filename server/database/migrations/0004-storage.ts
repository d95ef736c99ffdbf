import type { Kysely } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/** One row that is written to see whether anything can be. */
export async function up(db: Kysely<unknown>, { time }: EngineDialect): Promise<void> {
  await db.schema
    .createTable('write_probes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('written_at', time, (column) => column.notNull())
    .execute();
}
