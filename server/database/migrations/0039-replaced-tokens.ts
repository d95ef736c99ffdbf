import type { Kysely } from 'kysely';

/** A sign-out that was sent with the token of a moment before still finds its session. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('staff_sessions').addColumn('replaced_hash', 'text').execute();
  await db.schema.createIndex('staff_sessions_by_replaced_hash').on('staff_sessions').column('replaced_hash').execute();
}
