/** A history of years of messages, written quickly: the messages of one lead, sent or waiting, repeated many times. */
import { sql } from 'kysely';
import type { Storage } from '#server/database/open.ts';
import type { MessageState } from '#server/outbox/tables.ts';
import { storeSubmission } from '../../support/store-submission.ts';

/**
 * Adds messages of a state to the outbox.
 *
 * @param at when they were written and due
 * @param first the number of the first one; ids are made of the numbers, so two calls must not share any
 */
async function storeMessages(
  { db, engine }: Storage,
  submissionId: string,
  { state, count, at, first }: { state: MessageState; count: number; at: Date; first: number },
): Promise<void> {
  const series =
    engine === 'sqlite'
      ? sql`(with recursive s(n) as (select ${first} union all select n + 1 from s where n < ${first + count - 1}) select n from s)`
      : sql`(select generate_series(${first}::int, ${first + count - 1}::int) as n) as s`;
  // Knuth's multiplier spreads the ids as random ids are spread, and never gives one twice.
  const spread = sql`(n::bigint * 2654435761) & 4294967295`;
  const id =
    engine === 'sqlite'
      ? sql`printf('%08x-0000-4000-8000-000000000000', (n * 2654435761) & 4294967295)`
      : sql`lpad(to_hex(${spread}), 8, '0') || '-0000-4000-8000-000000000000'`;
  const time = at.toISOString();
  await sql`
    insert into messages (id, kind, channel, subject_id, recipient, state, created_at, due_at, attempts, sent_at)
    select ${id}, 'lead-operator', 'mail', ${submissionId}, '', ${state}, ${time}, ${time},
      ${state === 'sent' ? 1 : 0}, ${state === 'sent' ? time : null} from ${series}`.execute(db);
}

/** The number of messages in one statement. The connection to PostgreSQL is given up when a statement is silent for too long. */
const sliceRows = 25_000;

/** Fills a database with this history: mail that was sent, and mail that is held. */
export async function storeHistory(storage: Storage, { sent, held }: { sent: number; held: number }): Promise<void> {
  const at = new Date(Date.now() - 60_000);
  const submissionId = await storeSubmission(storage, at);
  const store = async (state: MessageState, from: number, count: number) => {
    for (let first = from; first < from + count; first += sliceRows) {
      const slice = Math.min(sliceRows, from + count - first);
      await storeMessages(storage, submissionId, { state, count: slice, at, first });
    }
  };
  await store('sent', 1, sent);
  await store('held', sent + 1, held);
  await sql`analyze`.execute(storage.db);
}
