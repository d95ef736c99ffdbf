/** Carries over hours and holidays after a restore. Outdated hours would put people on shift who are not there. */

import { defineCarryOver } from '#server/carry-over.ts';
import type { Trx } from '#server/database/open.ts';
import { anybodyByIds } from '#server/people/service.ts';
import { distinct } from '#server/rows.ts';
import { countChange } from './store.ts';

/** How many rows of the replaced database are missing in the restored one, or have another version there. */
const countOther = <Row extends { readonly version: number }>(
  rows: readonly Row[],
  restored: readonly Row[],
  keyOf: (row: Row) => string,
) => {
  const versions = new Map(restored.map((row) => [keyOf(row), row.version]));
  return rows.filter((row) => versions.get(keyOf(row)) !== row.version).length;
};

/** The rows of people who are in the restored database and were not removed. */
async function ofKnownPeople<Row extends { readonly person_id: string }>(
  trx: Trx,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const known = await anybodyByIds(trx, distinct(rows, 'person_id'));
  return rows.filter(({ person_id }) => known.get(person_id)?.removed_at === null);
}

const weeks = defineCarryOver('schedules', { things: ['week', 'weeks'] }, async (trx, rows) => {
  const restored = await trx.selectFrom('schedules').selectAll().execute();
  const kept = await ofKnownPeople(trx, rows);
  await trx.deleteFrom('schedules').execute();
  for (const row of kept) await trx.insertInto('schedules').values(row).execute();
  await countChange(trx);
  return countOther(kept, restored, ({ person_id }) => person_id);
});

const days = ['day of the schedule', 'days of the schedule'] as const;

const exceptions = defineCarryOver('schedule_exceptions', { things: days }, async (trx, rows) => {
  const restored = await trx.selectFrom('schedule_exceptions').selectAll().execute();
  const kept = await ofKnownPeople(trx, rows);
  await trx.deleteFrom('schedule_exceptions').execute();
  for (const row of kept) await trx.insertInto('schedule_exceptions').values(row).execute();
  return countOther(kept, restored, ({ person_id, date }) => `${person_id} ${date}`);
});

const holidays = defineCarryOver('schedule_holidays', { things: ['holiday', 'holidays'] }, async (trx, rows) => {
  const restored = await trx.selectFrom('schedule_holidays').selectAll().execute();
  await trx.deleteFrom('schedule_holidays').execute();
  for (const row of rows) await trx.insertInto('schedule_holidays').values(row).execute();
  return countOther(rows, restored, ({ date }) => date);
});

/** These run after the people, to whom the rows belong. */
export const carriedOverSchedule = [weeks, exceptions, holidays] as const;
