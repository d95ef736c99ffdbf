import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';

/**
 * Indexes for every query that a request or a timer makes. They hold what is open, so that none grows with history but
 * those of foreign keys. And messages remember when a person had them tried again.
 */
export async function up(db: Kysely<unknown>, { time }: EngineDialect): Promise<void> {
  await db.schema.alterTable('messages').addColumn('retried_at', time).execute();
  await db.schema.dropIndex('messages_by_end').execute();
  await db.schema.dropIndex('agent_requests_by_end').execute();
  // A partial index is used where a query says its condition in the same words; server/outbox/conditions.ts has them.
  for (const index of [
    `messages_to_send on messages (channel, due_at) where state in ('held', 'waiting', 'unsure')`,
    `messages_unfinished on messages (channel, state, id) where state in ('held', 'waiting', 'unsure', 'stuck')`,
    'messages_leased on messages (channel, lease_until) where lease_token is not null',
    `messages_by_end on messages (channel, expires_at)
      where state in ('held', 'waiting', 'unsure', 'stuck') and expires_at is not null`,
    'messages_by_link on messages (link_id) where link_id is not null',
    'access_codes_by_dealership on access_codes (dealership_id) where dealership_id is not null',
    'portal_sessions_by_code on portal_sessions (code_id)',
    'agent_requests_by_code on agent_requests (code_id)',
    'agent_requests_open on agent_requests (expires_at) where ended_at is null',
    'agent_requests_open_by_session on agent_requests (session_id) where ended_at is null',
    'agent_requests_open_by_dealership on agent_requests (dealership_id) where ended_at is null',
    'limits_by_end on limits (expire)',
  ]) {
    await sql.raw(`create index ${index}`).execute(db);
  }
}
