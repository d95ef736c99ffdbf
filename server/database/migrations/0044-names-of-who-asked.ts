import { type Kysely, sql } from 'kysely';

/**
 * Notes ended after their time, and the name of who asked stayed. The next sweep takes those requests once more, and with it what
 * the search knows of them; a legal hold keeps them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update agent_requests set notes_erased_at = null
    where notes_erased_at is not null and erased_at is null and callback_name is not null`.execute(db);
}
