/**
 * Deletes rows that nobody needs any more, in short slices, so that other statements wait only briefly. Any number of servers may
 * do this at the same time: a row that one has deleted is gone for the others.
 */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Storage } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { createRepeater, forEach } from '#server/repeat.ts';
import { isoBefore } from '#server/times.ts';

/** One kind of thing that is deleted after a while. A feature offers those of its own tables. */
export interface Prunable {
  /** What it is, for the log. */
  readonly name: string;
  /** How long it is kept after its end, in milliseconds. */
  readonly keptForMs: number;
  /** Deletes at most `limit` of those that ended before a time, each statement bounded by an index. Resolves to how many it deleted. */
  readonly deleteBefore: (db: Storage['db'], before: Iso, limit: number) => Promise<number>;
}

export interface PruningOptions {
  readonly storage: Pick<Storage, 'db'>;
  readonly prunables: readonly Prunable[];
  readonly now: () => Date;
  /** Hears of what could not be deleted; it is tried again in an hour. */
  readonly onError: (error: unknown) => void;
}

const everyMs = 60 * 60_000;
const sliceRows = 500;

export function createPruning({ storage, prunables, now, onError }: PruningOptions) {
  async function pruneOne({ keptForMs, deleteBefore }: Prunable): Promise<void> {
    const before = isoBefore(now(), keptForMs);
    while ((await deleteBefore(storage.db, before, sliceRows)) >= sliceRows) await letOthersRun();
  }

  /** Deletes everything whose time is over. One kind that fails keeps no other one back. */
  const prune = (): Promise<void> => forEach(prunables, pruneOne);

  const repeater = createRepeater({ everyMs, atOnce: true, work: prune, onError });

  return { prune, start: repeater.start, stop: repeater.stop };
}
