import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/**
 * A lead to which a form was joined, and which was itself joined to another lead, kept the form's words in its own search text, and no
 * erasure of the form found them there. The text of every such lead goes, and the index of leads writes it anew. Such a lead has the form
 * in its history, or took it over from a lead that was erased and that moved on with it.
 */
export async function up(db: Kysely<unknown>, { engine }: EngineDialect): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from leads where joined_into_id is not null and erased_at is null and (
      exists (select 1 from lead_events where lead_events.lead_id = leads.id and lead_events.kind = 'joined')
      or exists (
        select 1 from leads as beside
        where beside.joined_into_id = leads.joined_into_id and beside.erased_at is not null))`.execute(db);
  for (const { id } of rows) {
    await sql`delete from search_texts where kind = 'lead' and id = ${id}`.execute(db);
    await sql`update leads set keyed_at = null where id = ${id}`.execute(db);
  }
  // As an erasure does (docs/decisions/0105): the next start writes the file anew, so that no copy stays in it.
  if (engine === 'sqlite' && rows.length > 0) await sql`pragma user_version = 0`.execute(db);
}
