import type { Kysely } from 'kysely';

/** The ids of contacts that were removed or erased: none of them makes a contact again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ended_contacts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('ended_at', 'text', (column) => column.notNull())
    .execute();
}
