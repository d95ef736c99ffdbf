import type { Kysely } from 'kysely';

/**
 * What signing in has to remember for an answer that was lost: the session that a link began, the time of an app's new secret, and
 * that nobody has said yet that recovery codes were kept. In rows from before all three are null, which asks nobody for anything.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('staff_links').addColumn('session_id', 'text').execute();
  await db.schema.alterTable('staff_sessions').addColumn('new_totp_at', 'text').execute();
  await db.schema.alterTable('staff_recovery_codes').addColumn('unkept_since', 'text').execute();
}
