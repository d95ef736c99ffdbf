/** The hours of somebody of the staff, for whoever asks what is kept about them. */
import type { Reader } from '#server/database/open.ts';
import type { Labelled } from '#server/person-search.ts';
import { storedHoursOf } from './store.ts';

/** Weeks, and hours of single days with their notes, by the ids of people. */
export async function hoursKeptOf(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Labelled[]>> {
  const { weeks, days } = await storedHoursOf(db, ids);
  const values = [
    ...weeks.map(({ person_id, week }) => ({ person_id, label: 'Hours of the week', value: week })),
    ...days.map(({ person_id, date, periods, note }) => ({
      person_id,
      label: `Hours on ${date}`,
      value: [periods, note].filter(Boolean).join('\n') || null,
    })),
  ];
  return Map.groupBy(
    values.flatMap(({ person_id, label, value }) => (value === null ? [] : [{ person_id, label, value }])),
    ({ person_id }) => person_id,
  );
}
