import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/** A way back from each step of an agent request: closing before it ends, handing back, declining, and how it ended. */
export async function up(db: Kysely<unknown>, { time }: EngineDialect): Promise<void> {
  const requests = () => db.schema.alterTable('agent_requests');
  await requests().addColumn('handed_back_at', time).execute();
  await requests().addColumn('handed_back_by', 'text').execute();
  await requests().addColumn('nobody_left_at', time).execute();
  await requests().addColumn('late_told_at', time).execute();
  await requests().addColumn('closing_at', time).execute();
  await requests().addColumn('closing_as', 'text').execute();
  await requests().addColumn('disposition', 'text').execute();
  await requests().addColumn('closing_note', 'text').execute();

  const links = () => db.schema.alterTable('agent_links');
  await links().addColumn('person_id', 'text').execute();
  await links().addColumn('asked_at', time).execute();
  await links().addColumn('declined_at', time).execute();
  await sql`update agent_links set asked_at = created_at,
    person_id = (select id from shift_people where shift_people.name = agent_links.name)`.execute(db);
}
