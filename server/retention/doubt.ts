/** When a sweep does not trust its own findings: it only reports them, and waits for an admin. Pure. */
import type { Counts, Sweep } from './store.ts';
import type { SweepDoubt } from './tables.ts';

const dayMs = 24 * 60 * 60_000;

/** How far ahead a sweep foresees what the next ones will take. */
export const foreseenForMs = 3 * dayMs;

/**
 * A clock that is so far ahead of the last sweep is not believed: a sweep is done every night. Rows are no witnesses, because
 * whatever is written under a wrong clock bears its time.
 */
export const silentForMs = 7 * dayMs;

/** More than was foreseen by this much is not believed, in any kind: a few records more are. */
const believed = (foreseen: number): number => 2 * foreseen + 100;

export interface Doubting {
  readonly now: Date;
  readonly planned: Counts;
  /** The sweep before this one that came to its end; undefined when there was none. */
  readonly last: Pick<Sweep, 'doubt' | 'confirmed_at' | 'started_at' | 'planned' | 'foreseen'> | undefined;
}

/** Why a sweep only reports; undefined when it takes what is out of time. */
export function doubtOf({ now, planned, last }: Doubting): SweepDoubt | undefined {
  if (!last) return 'first';
  // What nobody has confirmed still waits.
  if (last.doubt !== null && last.confirmed_at === null) return last.doubt;
  if (now.getTime() - Date.parse(last.started_at) > silentForMs) return 'clock';
  const isMore = Object.entries(planned).some(([kind, count]) => {
    const expected = Math.max(last.foreseen[kind] ?? 0, last.doubt === null ? 0 : (last.planned[kind] ?? 0));
    return count > believed(expected);
  });
  return isMore ? 'more' : undefined;
}
