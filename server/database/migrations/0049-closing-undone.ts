import { type Kysely, sql } from 'kysely';

/**
 * Renames the event of a Done or Cancel that was taken back. Its earlier name read like the Reopen of a request that is over, whose event is
 * `opened-again`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update request_events set kind = 'closing-undone' where kind = 'reopened'`.execute(db);
}
