/**
 * Deletes rows that are no longer needed, in short slices, so that other statements wait only briefly. Any number of servers may do
 * this at the same time, because a row that one of them has deleted is gone for the others.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Storage } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import type { Environment } from '#server/environment.ts';
import { createRepeater, forEach } from '#server/repeat.ts';
import { believesClock } from '#server/retention/service.ts';
import { isoBefore } from '#server/times.ts';

/** A kind of row that is deleted after some time. Each feature lists those of its own tables. */
export interface Prunable {
  /** The name of the kind, for the log. */
  readonly name: string;
  /** How long a row is kept after its end, in milliseconds. */
  readonly keptForMs: number;
  /**
   * Deletes at most `limit` rows that ended before a time. An index bounds each statement. Resolves to the number of deleted rows.
   */
  readonly deleteBefore: (db: Storage['db'], before: Iso, limit: number) => Promise<number>;
}

interface PruningOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly prunables: readonly Prunable[];
  /** Is told of rows that could not be deleted, and of a doubted clock. They are tried again in an hour. */
  readonly onError: (error: unknown) => void;
}

const everyMs = 60 * 60_000;
const sliceRows = 500;

const clockDoubted =
  'Nothing that ran out was deleted: the last sweep of records is more than a week ago, or it doubted the clock and nobody has confirmed it.';

export function createPruning({ storage, prunables, now, onError }: PruningOptions) {
  async function pruneOne({ keptForMs, deleteBefore }: Prunable, at: Date): Promise<void> {
    const before = isoBefore(at, keptForMs);
    while ((await deleteBefore(storage.db, before, sliceRows)) >= sliceRows) await letOthersRun();
  }

  /** Deletes all whose time is over; nothing while the sweeps doubt the clock. A kind that fails does not stop the others. */
  async function prune(): Promise<void> {
    // All kinds go by the time that was believed, because the clock may jump while they are deleted.
    const at = now();
    if (await believesClock(storage.db, at)) return forEach(prunables, (one) => pruneOne(one, at));
    onError(new Error(clockDoubted));
  }

  const repeater = createRepeater({ everyMs, atOnce: true, work: prune, onError });

  return { prune, start: repeater.start, stop: repeater.stop };
}
