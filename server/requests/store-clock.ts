/** Puts requests right that were written while the clock was ahead: they would run for as long. */
import { sql } from 'kysely';
import { requestTimings } from '#contract/agent-request.ts';
import { dialectOf, type Reader } from '#server/database/open.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Iso } from '#server/database/tables.ts';
import { skewMs } from '#server/skew.ts';
import { isoAfter } from '#server/times.ts';

/** Running requests that end later than any that nobody accepted can, or than any at all. Asked by every server each second. */
const endingTooLate = prepared((db, { unaccepted, accepted }: { readonly unaccepted: Iso; readonly accepted: Iso }) =>
  db
    .selectFrom('agent_requests')
    .select(['id', 'accepted_at', 'expires_at'])
    .where('ended_at', 'is', null)
    .where('expires_at', '>', unaccepted)
    .where(({ or, eb }) => or([eb('accepted_at', 'is', null), eb('expires_at', '>', accepted)])),
);

/** Requests that were closed in the future. Asked by every server each second. */
const closedLater = prepared((db, { at }: { readonly at: Iso }) =>
  db.selectFrom('agent_requests').select('id').where('ended_at', 'is', null).where('closing_at', '>', at),
);

/** Gives a running request that ends later than any can the longest time that it can have from now on. */
export async function pullBackRequests(db: Reader, at: Date): Promise<void> {
  const lifeOf = (accepted: unknown) =>
    accepted === null ? requestTimings.expireAfterMs : requestTimings.acceptedForMs;
  const { rows } = await endingTooLate(db, {
    unaccepted: isoAfter(at, lifeOf(null) + skewMs),
    accepted: isoAfter(at, requestTimings.acceptedForMs + skewMs),
  });
  /** A time as it stands by then, unless it is ahead: somebody may press at this instant. */
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
        // Links that are asked from now on are of the time after it.
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
  // One that was closed by the clock that was ahead has its minute from now on.
  const closing = await closedLater(db, { at: isoAfter(at, skewMs) });
  for (const { id } of closing.rows) {
    await db
      .updateTable('agent_requests')
      .set({ closing_at: at.toISOString() })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .where('closing_at', '>', isoAfter(at, skewMs))
      .execute();
  }
}
