import { type Kysely, sql } from 'kysely';

/** Each of them is the beginning of another one, or what asks for it now asks another one. */
const dropped = ['messages_by_channel', 'messages_by_age', 'messages_by_due', 'messages_unfinished'];

/**
 * A message is written into every index of its table, in the transaction of the lead that causes it. Eight are left of eleven that held
 * every mail that waits (docs/decisions/0108).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of dropped) await db.schema.dropIndex(name).execute();
  await sql`create index messages_unfinished on messages (state, channel, due_at)
    where state in ('held', 'waiting', 'unsure', 'failed')`.execute(db);
}
