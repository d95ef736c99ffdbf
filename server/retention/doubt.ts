/**
 * Decides when a sweep does not trust its own findings: then it only reports them, and waits for an admin. Also decides when the clock
 * may be wrong, so that nothing that has run out is deleted. Pure.
 */
import { dayMs } from '#server/times.ts';
import type { Counts, Sweep } from './store.ts';
import type { SweepDoubt } from './tables.ts';

/** How far ahead a sweep counts what the next ones will take. */
export const foreseenForMs = 3 * dayMs;

/**
 * A clock that is more than this ahead of the last sweep is not believed, because a sweep runs every night. Newer rows prove
 * nothing, because rows that are written under a wrong clock have its time.
 */
const silentForMs = 7 * dayMs;

/** The largest believable number of records of one kind, given the number that was foreseen. A few more are believed. */
const believed = (foreseen: number): number => 2 * foreseen + 100;

type Earlier = Pick<Sweep, 'doubt' | 'confirmed_at' | 'started_at' | 'planned' | 'foreseen'>;

/** Whether a time is not believed: it is long after the last sweep, or that sweep did not believe its own and waits for an admin. */
export const isClockDoubted = (at: Date, last: Omit<Earlier, 'planned' | 'foreseen'> | undefined): boolean =>
  last !== undefined &&
  ((last.doubt === 'clock' && last.confirmed_at === null) || at.getTime() - Date.parse(last.started_at) > silentForMs);

interface Doubting {
  readonly now: Date;
  readonly planned: Counts;
  /** The latest finished sweep before this one; undefined when there was none. */
  readonly last: Earlier | undefined;
}

/** Why a sweep only reports; undefined when it takes what has expired. */
export function doubtOf({ now, planned, last }: Doubting): SweepDoubt | undefined {
  if (!last) return 'first';
  // Before any other doubt: what is deleted by the clock alone waits for this one.
  if (isClockDoubted(now, last)) return 'clock';
  // A doubt that nobody has confirmed still holds.
  if (last.doubt !== null && last.confirmed_at === null) return last.doubt;
  const isMore = Object.entries(planned).some(([kind, count]) => {
    const expected = Math.max(last.foreseen[kind] ?? 0, last.doubt === null ? 0 : (last.planned[kind] ?? 0));
    return count > believed(expected);
  });
  return isMore ? 'more' : undefined;
}
