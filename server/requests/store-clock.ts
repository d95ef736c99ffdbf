/** Corrects requests that were written while the clock was ahead. Otherwise they would run longer by the time that it was ahead. */
import { sql } from 'kysely';
import { requestTimings } from '#contract/agent-request.ts';
import { dialectOf, type Reader } from '#server/database/open.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Iso } from '#server/database/tables.ts';
import { skewMs } from '#server/skew.ts';
import { isoAfter } from '#server/times.ts';

/**
 * Running requests that end later than they can: after `unaccepted` while nobody has accepted, after `accepted` otherwise. Each server
 * runs this query every second.
 */
const endingTooLate = prepared((db, { unaccepted, accepted }: { readonly unaccepted: Iso; readonly accepted: Iso }) =>
  db
    .selectFrom('agent_requests')
    .select(['id', 'accepted_at', 'expires_at'])
    .where('ended_at', 'is', null)
    .where('expires_at', '>', unaccepted)
    .where(({ or, eb }) => or([eb('accepted_at', 'is', null), eb('expires_at', '>', accepted)])),
);

/** Running requests whose `closing_at` is after a time. Each server runs this query every second. */
const closedLater = prepared((db, { at }: { readonly at: Iso }) =>
  db.selectFrom('agent_requests').select('id').where('ended_at', 'is', null).where('closing_at', '>', at),
);

/**
 * Gives each running request that ends later than it can the longest time that it can have from now on, and sets its times that are in
 * the future to now. A request that was closed in the future is closed now.
 */
export async function pullBackRequests(db: Reader, at: Date): Promise<void> {
  const lifeOf = (accepted: unknown) =>
    accepted === null ? requestTimings.expireAfterMs : requestTimings.acceptedForMs;
  const rows = await endingTooLate(db, {
    unaccepted: isoAfter(at, lifeOf(null) + skewMs),
    accepted: isoAfter(at, requestTimings.acceptedForMs + skewMs),
  });
  /** SQL for a column's own time, but never later than now. The column is read by the update, because a press may change it until then. */
  const notAhead = (column: `${string}_at`) => {
    const [stands, now] = [sql.ref(column), sql`cast(${at.toISOString()} as ${sql.raw(dialectOf(db).time)})`];
    return sql<Iso>`case when ${stands} > ${now} then ${now} else ${stands} end`;
  };
  for (const { id, accepted_at, expires_at } of rows) {
    await db
      .updateTable('agent_requests')
      .set({
        created_at: notAhead('created_at'),
        accepted_at: notAhead('accepted_at'),
        connected_at: notAhead('connected_at'),
        handed_back_at: notAhead('handed_back_at'),
        signing_at: notAhead('signing_at'),
        // Links work when they were asked at or after this time, so it must not be in the future.
        reopened_at: notAhead('reopened_at'),
        first_accepted_at: notAhead('first_accepted_at'),
        first_connected_at: notAhead('first_connected_at'),
        expires_at: isoAfter(at, lifeOf(accepted_at)),
      })
      .where('id', '=', id)
      .where('expires_at', '=', expires_at)
      .where('ended_at', 'is', null)
      .execute();
  }
  // Such a request gets its whole last minute from now on.
  const closing = await closedLater(db, { at: isoAfter(at, skewMs) });
  for (const { id } of closing) {
    await db
      .updateTable('agent_requests')
      .set({ closing_at: at.toISOString() })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .where('closing_at', '>', isoAfter(at, skewMs))
      .execute();
  }
}
