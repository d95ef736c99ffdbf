import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/** Before every time that anything was written. */
const never = '1970-01-01T00:00:00.000Z';

/**
 * What other programs read: tokens, and when each record last changed, so that a program can ask for what changed since. What was there
 * before counts as changed when it was last known to be.
 */
export async function up(db: Kysely<unknown>, { time, json }: EngineDialect): Promise<void> {
  await db.schema
    .createTable('api_tokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('scopes', json, (column) => column.notNull())
    .addColumn('created_at', time, (column) => column.notNull())
    .addColumn('created_by', 'text')
    .addColumn('expires_at', time, (column) => column.notNull())
    .addColumn('last_used_at', time)
    .addColumn('revoked_at', time)
    .execute();

  const lastKnown = {
    leads: 'coalesce(closed_at, first_contact_at, amended_at, created_at)',
    agent_requests: 'coalesce(ended_at, connected_at, accepted_at, created_at)',
    dealerships: 'coalesce(removed_at, closed_at, created_at)',
  };
  for (const [table, known] of Object.entries(lastKnown)) {
    await db.schema
      .alterTable(table)
      .addColumn('updated_at', time, (column) => column.notNull().defaultTo(never))
      .execute();
    await sql`update ${sql.table(table)} set updated_at = ${sql.raw(known)}`.execute(db);
    await db.schema.createIndex(`${table}_by_update`).on(table).columns(['updated_at', 'id']).execute();
  }
}
