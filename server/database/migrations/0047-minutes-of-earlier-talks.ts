import type { Kysely } from 'kysely';

/** Keeps how long the agents of a request talked to its dealership who do not have it any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('agent_requests')
    .addColumn('talked_ms', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
