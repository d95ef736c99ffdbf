import type { Kysely } from 'kysely';

/** A link knows what its last step carried, so that the same press is told from another one of the same person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('agent_links').addColumn('press', 'text').execute();
}
