/** What the figures count of presence: who was available when. Nobody changes a presence of the past: rows are only added. */
import { sql } from 'kysely';
import { inSlices, jsonRows, type NamedSpan, type Storage, statesOfSpans } from '#server/database/open.ts';
import { idsOf } from '#server/rows.ts';
import type { PresenceChange } from './store.ts';

type Reads = Storage['reads'];

const sliceRows = 500;

/** Who was available as a span of time began, and what changed in it, the earliest first. */
export interface CountedPresence {
  /** The state of the rows that were read, as `statesOfPresence` says it. */
  readonly state: string;
  readonly atStart: readonly string[];
  readonly changes: readonly { readonly personId: string; readonly at: string; readonly available: boolean }[];
}

/** When the first presence of all was written; undefined while there is none. */
export async function presenceKnownSince(db: Reads): Promise<string | undefined> {
  // Bounded by a time before all others, so that an index finds it.
  const all = db.selectFrom('presence_changes').select('at').where('at', '>', '0001-01-01T00:00:00.000Z');
  const first = await all.orderBy('at').limit(1).executeTakeFirst();
  return first?.at;
}

/** Of these people, those who were available right before a time: each by their own newest change, found by its index. */
async function availableBefore(reads: Reads, personIds: readonly string[], at: string): Promise<string[]> {
  const asked = jsonRows(
    reads,
    personIds.map((id) => [id]),
  );
  const { rows } = await sql<{ id: string }>`
    select one.id from (select value ->> 0 as id from ${asked}) as one
    where (
      select state from presence_changes where person_id = one.id and at < ${at} order by at desc, seq desc limit 1
    ) = 'available'`.execute(reads);
  return idsOf(rows);
}

/** The presence of these people in a span. */
export async function countedPresence(
  reads: Reads,
  personIds: readonly string[],
  { since, until }: Pick<NamedSpan, 'since' | 'until'>,
): Promise<CountedPresence> {
  const read = (rows: number, last: PresenceChange | undefined) =>
    reads
      .selectFrom('presence_changes')
      .selectAll()
      .where('at', '>=', since)
      .where('at', '<', until)
      .$if(last !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'seq'), '>', tuple(last?.at ?? '', last?.seq ?? 0))),
      )
      .orderBy('at')
      .orderBy('seq')
      .limit(rows)
      .execute();
  const changes = await Array.fromAsync(inSlices(Infinity, read, sliceRows));
  return {
    state: `${changes.length} ${changes.reduce((most, { seq }) => Math.max(most, seq), 0)}`,
    atStart: await availableBefore(reads, personIds, since),
    changes: changes.map(({ person_id, at, state }) => ({ personId: person_id, at, available: state === 'available' })),
  };
}

/** How the presences of each span stand. */
export const statesOfPresence = (reads: Reads, spans: readonly NamedSpan[]) =>
  statesOfSpans(reads, spans, { table: 'presence_changes', time: 'at', state: sql`max(rows.seq)` });
