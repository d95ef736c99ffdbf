import type { Kysely } from 'kysely';

/** A request that an agent had may have got the answers of another press, which is known by its id from then on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('agent_requests').addColumn('answers_id', 'text').execute();
}
