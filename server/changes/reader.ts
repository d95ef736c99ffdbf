/**
 * Reads the changes that became visible since the last look. A row gets its number when it is written, and becomes visible when its
 * transaction ends, so on PostgreSQL a lower number may appear after a higher one. Each look therefore reads everything again that
 * is newer than the newest change of ten seconds ago, and leaves out what it has told. Only numbers are compared, so no clock but
 * the process's own matters.
 */
import type { Storage } from '#server/database/open.ts';
import { changesAfter, type DeskChange, newestChange } from './store.ts';

/** A change in a transaction that runs longer than this may be missed. None of ours does. */
const readAgainMs = 10_000;
/** After a longer pause between two looks, missed changes may have been pruned. */
const longestPauseMs = 60_000;
/** When there are more changes than this, a look returns `everything`. */
const mostChanges = 2000;
/** How many numbers before the newest may belong to transactions that are running when the looks begin. */
const mostUnderWay = 500;

/** The result of a look: changes, or that anything may have changed. */
export type Found = readonly DeskChange[] | 'everything';

export interface ChangeReaderOptions {
  readonly storage: Pick<Storage, 'db'>;
  /** A clock that only goes forward, in milliseconds. */
  readonly clockMs: () => number;
}

export function createChangeReader({ storage, clockMs }: ChangeReaderOptions) {
  /** The changes after `readFrom` that were returned. */
  let told = new Set<number>();
  let readFrom = 0;
  /** The newest change at each look of the last ten seconds. */
  let newestAt: { readonly atMs: number; readonly seq: number }[] = [];
  let lookedAtMs = Number.NEGATIVE_INFINITY;

  /** Remembers the present changes without returning them. */
  async function begin(atMs: number): Promise<void> {
    // A transaction that is running now may have a lower number than the newest visible change.
    readFrom = Math.max(0, (await newestChange(storage)) - mostUnderWay);
    const seen = await changesAfter(storage, readFrom, mostChanges);
    told = new Set(seen.map(({ seq }) => seq));
    newestAt = [{ atMs, seq: seen[0]?.seq ?? readFrom }];
    lookedAtMs = atMs;
  }

  /** Raises `readFrom`, so that older changes are not read again. */
  function forget(atMs: number): void {
    const old = newestAt.filter((each) => each.atMs <= atMs - readAgainMs);
    const last = old.at(-1);
    if (!last) return;
    newestAt = newestAt.slice(old.length - 1);
    if (last.seq <= readFrom) return;
    readFrom = last.seq;
    told = new Set([...told].filter((seq) => seq > readFrom));
  }

  async function find(): Promise<Found> {
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
