import type { Kysely } from 'kysely';

/** Tells apart what people of one name did with a request. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('request_events').addColumn('link_id', 'text').execute();
}
