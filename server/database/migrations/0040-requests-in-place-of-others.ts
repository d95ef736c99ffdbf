import type { Kysely } from 'kysely';

/** A request that comes after another took its place is known by the id that the other one names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('agent_requests').addColumn('instead_of', 'text').execute();
}
