import type { Reader } from '#server/database/open.ts';

/** What is kept of the hours of these people, whether it still holds or is over. */
export async function hoursOf(db: Reader, ids: readonly string[]) {
  const weeks = db.selectFrom('schedules').selectAll().where('person_id', 'in', ids);
  const days = db.selectFrom('schedule_exceptions').selectAll().where('person_id', 'in', ids).orderBy('date');
  return { weeks: await weeks.execute(), days: await days.execute() };
}
