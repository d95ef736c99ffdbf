import type { Insertable, Selectable } from 'kysely';
import { countChanged, inSlices, type Storage } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { oldestFirst } from '#server/paging.ts';
import { idsOf } from '#server/rows.ts';
import type { MeasuredHourTable, UpSpanTable } from './tables.ts';

type UpSpan = Selectable<UpSpanTable>;
type MeasuredHour = Selectable<MeasuredHourTable>;

const sliceRows = 500;
/** A lower bound that lets the query for the first span use the index. */
const beforeAll = '0001-01-01T00:00:00.000Z';

/** The table that shows when a server was last seen, and how a restore reads that from the database that it replaces. */
export const lastSeen = { table: 'up_spans', sql: 'select max(seen_at) as seen_at from up_spans' } as const;

/** Writes a span, or how far a known one reaches now. */
export const putSpan = ({ db }: Pick<Storage, 'db'>, span: Insertable<UpSpanTable>) =>
  db
    .insertInto('up_spans')
    .values(span)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: span.seen_at }))
    .execute();

/** Corrects spans that a server wrote with its clock ahead: no answer is later than the latest time of a correct clock. */
export async function endFutureSpans({ db }: Pick<Storage, 'db'>, now: Iso, latest: Iso): Promise<void> {
  await db.deleteFrom('up_spans').where('seen_at', '>', latest).where('started_at', '>', now).execute();
  await db.updateTable('up_spans').set({ seen_at: now }).where('seen_at', '>', latest).execute();
}

/** When a server first answered; undefined before that. */
export async function firstAnswer(db: Storage['reads']): Promise<Iso | undefined> {
  const first = await db
    .selectFrom('up_spans')
    .select('started_at')
    .where('started_at', '>', beforeAll)
    .orderBy('started_at')
    .limit(1)
    .executeTakeFirst();
  return first?.started_at;
}

/** The spans that reach beyond a time. A span that grows during the read may come twice. */
export const spansSince = (db: Storage['reads'], since: Iso): AsyncGenerator<UpSpan> =>
  inSlices<UpSpan>(
    Infinity,
    (rows, last) =>
      db
        .selectFrom('up_spans')
        .selectAll()
        .where('seen_at', '>=', since)
        .$call(oldestFirst(['seen_at', 'id'], last && { at: last.seen_at, id: last.id }, rows))
        .execute(),
    sliceRows,
  );

/**
 * Deletes at most `limit` spans that ended before a time. The last of them stays, because it proves that a server had been started
 * by then. Returns the number of deleted spans.
 */
export async function deleteOldSpans(db: Storage['db'], before: Iso, limit: number): Promise<number> {
  const old = await db
    .selectFrom('up_spans')
    .select('id')
    .where('seen_at', '<', before)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .offset(1)
    .limit(limit)
    .execute();
  if (old.length === 0) return 0;
  const ids = idsOf(old);
  return db.deleteFrom('up_spans').where('id', 'in', ids).$call(countChanged);
}

/** The counts of a full hour. */
export const findHour = (db: Storage['reads'], asOf: Iso, form: number): Promise<MeasuredHour | undefined> =>
  db.selectFrom('measured_hours').selectAll().where('as_of', '=', asOf).where('form', '=', form).executeTakeFirst();

/** The latest counts up to a time. */
export const lastHour = (db: Storage['reads'], until: Iso, form: number): Promise<MeasuredHour | undefined> =>
  db
    .selectFrom('measured_hours')
    .selectAll()
    .where('as_of', '<=', until)
    .where('form', '=', form)
    .orderBy('as_of', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Stores the counts of an hour, unless another server was first. */
export const storeHour = ({ db }: Pick<Storage, 'db'>, hour: Insertable<MeasuredHourTable>) =>
  db
    .insertInto('measured_hours')
    .values(hour)
    .onConflict((conflict) => conflict.columns(['as_of', 'form']).doNothing())
    .execute();

/** Deletes the counts of hours before one time, and of hours after another, which a clock that was ahead has written. */
export async function forgetHours({ db }: Pick<Storage, 'db'>, before: Iso, after: Iso): Promise<void> {
  await db.deleteFrom('measured_hours').where('as_of', '<', before).execute();
  await db.deleteFrom('measured_hours').where('as_of', '>', after).execute();
}
