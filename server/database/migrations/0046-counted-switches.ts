import type { Kysely } from 'kysely';

/** Counts the switches of a person's shift and on-call duty, so that a press that arrives after a newer one is known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('people')
    .addColumn('switches', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
