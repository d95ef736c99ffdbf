import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';
import { remakeSqliteTable } from '../remake-sqlite-table.ts';

/** A dealership's name as it was compared when this ran. */
const keyOf = (name: string) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * Dealerships are the operator's: two may share a name, each may have a time zone, one that is removed keeps its history.
 * A request keeps the name of who asks, and how many dealerships it may be from.
 */
export async function up(db: Kysely<unknown>, { engine, time }: EngineDialect): Promise<void> {
  const dealerships = () => db.schema.alterTable('dealerships');
  if (engine === 'postgres') {
    await dealerships().dropConstraint('dealerships_name_key').execute();
    await dealerships().addColumn('name_key', 'text').execute();
  } else {
    await remakeSqliteTable(
      db,
      'dealerships',
      sql`(id text primary key, name text not null, phone text, created_at text not null, name_key text)`,
      sql`select id, name, phone, created_at, null from dealerships`,
    );
  }
  await dealerships().addColumn('zone', 'text').execute();
  await dealerships().addColumn('sample_at', time).execute();
  await dealerships().addColumn('removed_at', time).execute();
  const { rows } = await sql<{ id: string; name: string }>`select id, name from dealerships`.execute(db);
  for (const { id, name } of rows) {
    await sql`update dealerships set name_key = ${keyOf(name)} where id = ${id}`.execute(db);
  }
  await db.schema.createIndex('dealerships_by_name').on('dealerships').column('name_key').execute();

  await db.schema.alterTable('agent_requests').addColumn('callback_name', 'text').execute();
  await db.schema.alterTable('agent_requests').addColumn('same_named', 'integer').execute();
}
