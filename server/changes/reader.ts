/**
 * Reads the changes that became visible since the last look. A number is taken when a row is written and the row becomes visible
 * when its transaction ends, so on PostgreSQL a lower number may come after a higher one. Each look therefore reads again
 * what is newer than the newest change of ten seconds ago, and leaves out what it has seen. Numbers are compared with numbers,
 * so no clock but the process's own counts.
 */
import type { Storage } from '#server/database/open.ts';
import { changesAfter, type DeskChange, newestChange } from './store.ts';

/** A transaction that is under way for longer than this may change something unnoticed. None of ours is. */
const readAgainMs = 10_000;
/** After a pause this long between two looks, what was missed may have been pruned. */
const longestPauseMs = 60_000;
/** More changes than this at once are told as "everything". */
const mostChanges = 2000;
/** How many numbers before the newest may belong to transactions that are under way when the looks begin. */
const mostUnderWay = 500;

/** What a look found: changes, or that anything may have changed. */
export type Found = readonly DeskChange[] | 'everything';

export interface ChangeReaderOptions {
  readonly storage: Pick<Storage, 'db'>;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs: () => number;
}

export function createChangeReader({ storage, clockMs }: ChangeReaderOptions) {
  /** The changes after `readFrom` that were told. */
  let told = new Set<number>();
  let readFrom = 0;
  /** What was the newest change at each look of the last ten seconds. */
  let newestAt: { readonly atMs: number; readonly seq: number }[] = [];
  let lookedAtMs = Number.NEGATIVE_INFINITY;

  /** Takes note of what is there without telling it. */
  async function begin(atMs: number): Promise<void> {
    // What is under way at this moment may have a lower number than the newest that is visible.
    readFrom = Math.max(0, (await newestChange(storage)) - mostUnderWay);
    const seen = await changesAfter(storage, readFrom, mostChanges);
    told = new Set(seen.map(({ seq }) => seq));
    newestAt = [{ atMs, seq: seen[0]?.seq ?? readFrom }];
    lookedAtMs = atMs;
  }

  /** The changes below this are not read again. */
  function forget(atMs: number): void {
    const old = newestAt.filter((each) => each.atMs <= atMs - readAgainMs);
    const last = old.at(-1);
    if (!last) return;
    newestAt = newestAt.slice(old.length - 1);
    if (last.seq <= readFrom) return;
    readFrom = last.seq;
    told = new Set([...told].filter((seq) => seq > readFrom));
  }

  return {
    /** The changes since the last look, oldest first. */
    async look(): Promise<Found> {
      const atMs = clockMs();
      if (atMs - lookedAtMs > longestPauseMs) {
        await begin(atMs);
        return 'everything';
      }
      const rows = await changesAfter(storage, readFrom, mostChanges);
      if (rows.length === mostChanges && !rows.some(({ seq }) => told.has(seq))) {
        await begin(atMs);
        return 'everything';
      }
      lookedAtMs = atMs;
      const found = rows.filter(({ seq }) => !told.has(seq)).reverse();
      for (const { seq } of found) told.add(seq);
      newestAt.push({ atMs, seq: Math.max(rows[0]?.seq ?? 0, newestAt.at(-1)?.seq ?? 0) });
      forget(atMs);
      return found;
    },
  };
}
