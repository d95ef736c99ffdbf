/**
 * Reads the changes that became visible since the last look. A row gets its number when it is written, and becomes visible when its
 * transaction ends, so on PostgreSQL a lower number may appear after a higher one. Each look therefore also asks for the lower numbers
 * that were missing at an earlier one, until they must have ended. Only numbers are compared: no clock but the process's own matters.
 */
import { inSlices, type Storage } from '#server/database/open.ts';
import { changesAfter, changesOf, type DeskChange, newestChange } from './store.ts';

/**
 * How long a missing number is asked for, in milliseconds. PostgreSQL ends a transaction that stands still for ten seconds, and a wait
 * for a lock after four, each time anew. This leaves room for two of each.
 */
const missingForMs = 30_000;
/** After a longer pause between two looks, missed changes may have been pruned. */
const longestPauseMs = 60_000;
/** When there are more changes or more missing numbers than this, a look returns `everything`. */
const mostChanges = 2000;
/**
 * How many missing numbers in a row may belong to transactions that are running when the looks begin. More were pruned. Later no number
 * is pruned between two looks, so all of them are asked for; of more than `mostChanges`, a look returns `everything` until they are given up.
 */
const mostInARowAtBeginning = 500;
/** How many changes are read at once. */
const pageRows = 1000;
/** How many numbers before the newest are looked through for missing ones when the looks begin. */
const mostAtBeginning = 20_000;

/** The result of a look: changes, or that anything may have changed. */
export type Found = readonly DeskChange[] | 'everything';

export interface ChangeReaderOptions {
  readonly storage: Pick<Storage, 'db'>;
  /** A clock that only goes forward, in milliseconds. */
  readonly clockMs: () => number;
}

export function createChangeReader({ storage, clockMs }: ChangeReaderOptions) {
  /** The newest number that was read. */
  let newest = 0;
  /** The lower numbers that are missing, with the time at which that was noticed. */
  const missing = new Map<number, number>();
  let lookedAtMs = Number.NEGATIVE_INFINITY;

  /** Reads the changes after the newest one that was read, and notes the numbers that are missing between them. */
  async function readNewer(atMs: number, mostInARow: number): Promise<DeskChange[]> {
    const from = newest;
    const found: DeskChange[] = [];
    const readPage = (rows: number, last?: DeskChange) => changesAfter(storage, last?.seq ?? from, rows);
    for await (const change of inSlices(Infinity, readPage, pageRows)) {
      const { seq } = change;
      for (let lower = Math.max(newest + 1, seq - mostInARow); lower < seq; lower++) missing.set(lower, atMs);
      newest = seq;
      found.push(change);
    }
    return found;
  }

  async function find(): Promise<Found> {
    const atMs = clockMs();
    const isFirst = atMs - lookedAtMs > longestPauseMs;
    if (isFirst) {
      missing.clear();
      newest = Math.max(0, (await newestChange(storage)) - mostAtBeginning);
    }
    const tooManyMissing = missing.size > mostChanges;
    const late = tooManyMissing ? [] : await changesOf(storage, [...missing.keys()]);
    for (const { seq } of late) missing.delete(seq);
    for (const [seq, sinceMs] of missing) if (sinceMs <= atMs - missingForMs) missing.delete(seq);
    const found = [...late, ...(await readNewer(atMs, isFirst ? mostInARowAtBeginning : mostChanges + 1))];
    lookedAtMs = atMs;
    return isFirst || tooManyMissing || found.length > mostChanges ? 'everything' : found;
  }

  return {
    /**
     * Passes on the changes since the last look, oldest first. When the look or `pass` fails, the next look begins anew: nobody may
     * have heard of what was found. And a database that was away may come back with an older state, such as a standby that lagged
     * behind, and then it gives numbers again that were told.
     */
    async look<T>(pass: (found: Found) => Promise<T>): Promise<T> {
      try {
        return await pass(await find());
      } catch (error) {
        lookedAtMs = Number.NEGATIVE_INFINITY;
        throw error;
      }
    },
  };
}
