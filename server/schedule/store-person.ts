import type { Reader } from '#server/database/open.ts';

/** All stored hours of these people, past ones included. */
export async function hoursOf(db: Reader, ids: readonly string[]) {
  const weeks = db.selectFrom('schedules').selectAll().where('person_id', 'in', ids);
  const days = db.selectFrom('schedule_exceptions').selectAll().where('person_id', 'in', ids).orderBy('date');
  return { weeks: await weeks.execute(), days: await days.execute() };
}
