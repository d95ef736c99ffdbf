import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/**
 * What the nightly sweep needs: legal holds, its reports, the time at which a row that stays was blanked, and an index for each
 * kind of record that it looks for.
 */
export async function up(db: Kysely<unknown>, { time, json }: EngineDialect): Promise<void> {
  for (const table of ['leads', 'dealerships']) {
    await db.schema.alterTable(table).addColumn('hold_id', 'text').execute();
  }
  for (const table of ['leads', 'dealerships', 'agent_requests', 'calls', 'people']) {
    await db.schema.alterTable(table).addColumn('erased_at', time).execute();
  }
  for (const table of ['agent_requests', 'calls']) {
    await db.schema.alterTable(table).addColumn('notes_erased_at', time).execute();
  }

  await db.schema
    .createTable('legal_holds')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('set_by_id', 'text')
    .addColumn('set_at', time, (column) => column.notNull())
    .addColumn('ended_by_id', 'text')
    .addColumn('ended_at', time)
    .execute();
  await db.schema
    .createTable('record_sweeps')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('night', 'text', (column) => column.notNull().unique())
    .addColumn('started_at', time, (column) => column.notNull())
    .addColumn('lease_until', time, (column) => column.notNull())
    .addColumn('lease_token', 'text', (column) => column.notNull())
    .addColumn('ended_at', time)
    .addColumn('planned', json, (column) => column.notNull())
    .addColumn('foreseen', json, (column) => column.notNull())
    .addColumn('taken', json, (column) => column.notNull())
    .addColumn('kept', json, (column) => column.notNull())
    .addColumn('doubt', 'text')
    .addColumn('confirmed_at', time)
    .addColumn('confirmed_by_id', 'text')
    .execute();

  for (const index of [
    'legal_holds_of_subject on legal_holds (kind, subject_id, set_at)',
    'legal_holds_standing on legal_holds (set_at, id) where ended_at is null',
    'legal_holds_ended on legal_holds (ended_at, id) where ended_at is not null',
    'record_sweeps_newest on record_sweeps (started_at, id)',
    `leads_to_end on leads (created_at, id)
      where erased_at is null and hold_id is null and dealership_id is null and joined_into_id is null`,
    `dealerships_to_end on dealerships ((coalesce(closed_at, removed_at)), id)
      where coalesce(closed_at, removed_at) is not null and erased_at is null and hold_id is null`,
    'agent_requests_to_end on agent_requests (ended_at, id) where ended_at is not null and erased_at is null',
    'agent_requests_noted on agent_requests (ended_at, id) where ended_at is not null and notes_erased_at is null',
    'agent_requests_with_anydesk on agent_requests (ended_at, id) where ended_at is not null and anydesk is not null',
    'calls_to_end on calls (created_at, id) where erased_at is null',
    'calls_noted on calls (created_at, id) where notes_erased_at is null',
    'people_to_end on people (removed_at, id) where removed_at is not null and erased_at is null',
    'leads_held on leads (hold_id) where hold_id is not null',
    'messages_by_age on messages (created_at, id)',
    'test_sends_by_age on test_sends (created_at, id)',
  ]) {
    await sql.raw(`create index ${index}`).execute(db);
  }
}
