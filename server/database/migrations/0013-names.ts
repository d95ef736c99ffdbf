import type { Kysely } from 'kysely';

const renames = [
  ['leads', 'received_at', 'created_at'],
  ['submissions', 'received_at', 'created_at'],
  ['agent_requests', 'stored_at', 'created_at'],
  ['agent_requests', 'texting', 'sms_status'],
] as const;

/** One name for one thing: the time at which a row was made, and where the texts of a request stand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Both engines take the new names over into the indexes.
  for (const [table, from, to] of renames) await db.schema.alterTable(table).renameColumn(from, to).execute();
}
