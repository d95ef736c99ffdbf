import { type Kysely, sql } from 'kysely';
import type { EngineDialect } from '../dialect.ts';
import { remakeSqliteTable } from '../remake-sqlite-table.ts';

/** The columns that stay as they are, in their order. */
const kept = `id, kind, channel, recipient, counts_for, created_at, due_at, attempts, lease_token, lease_until, retried_at,
  last_error, sent_at, unsure_at, expires_at, provider_id, delivered_at`;

const changed = `coalesce(submission_id, request_id, alert_id, ''), link_id,
  case state when 'stuck' then 'failed' else state end, stuck_told_at`;

/** The indexes that name what changes, and those that replace them. Partial ones are in the words of `server/outbox/conditions.ts`. */
const oldIndexes = ['submission', 'request', 'alert', 'link', 'end', 'due'].map((name) => `messages_by_${name}`);
const dropped = [...oldIndexes, 'messages_unfinished', 'messages_stuck_untold'];
const indexes = [
  'messages_by_subject on messages (subject_id, channel)',
  'messages_by_due on messages (state, due_at)',
  `messages_unfinished on messages (channel, state, id) where state in ('held', 'waiting', 'unsure', 'failed')`,
  `messages_by_end on messages (channel, expires_at)
    where state in ('held', 'waiting', 'unsure', 'failed') and expires_at is not null`,
  `messages_failed_untold on messages (channel, id) where state = 'failed' and failure_told_at is null`,
];

/**
 * A message names what it is about without saying what that is: `subject_id` is a submission, an agent request or an alert,
 * and `detail_id` a link. And a message that needs a person has failed; it was called stuck.
 */
export async function up(db: Kysely<unknown>, { engine, time }: EngineDialect): Promise<void> {
  for (const index of dropped) await db.schema.dropIndex(index).execute();
  if (engine === 'sqlite') {
    await remakeSqliteTable(
      db,
      'messages',
      sql.raw(`(id text primary key, kind text not null, channel text not null, recipient text not null, counts_for text,
        created_at text not null, due_at text not null, attempts integer not null default 0, lease_token text,
        lease_until text, retried_at text, last_error text, sent_at text, unsure_at text, expires_at text,
        provider_id text, delivered_at text, subject_id text not null, detail_id text, state text not null,
        failure_told_at text)`),
      sql.raw(`select ${kept}, ${changed} from messages`),
    );
  } else {
    const messages = () => db.schema.alterTable('messages');
    await messages().addColumn('subject_id', 'text').execute();
    await messages().addColumn('detail_id', 'text').execute();
    await messages().addColumn('failure_told_at', time).execute();
    await sql.raw(`update messages set (subject_id, detail_id, state, failure_told_at) = row(${changed})`).execute(db);
    await messages()
      .alterColumn('subject_id', (column) => column.setNotNull())
      .execute();
    for (const column of ['submission_id', 'request_id', 'alert_id', 'link_id', 'stuck_told_at']) {
      await messages().dropColumn(column).execute();
    }
  }
  for (const index of indexes) await sql.raw(`create index ${index}`).execute(db);
  await sql`update alerts set kind = 'mail-failed' where kind = 'mail-stuck'`.execute(db);
  await sql`update alerts set kind = 'text-failed' where kind = 'text-stuck'`.execute(db);
}
