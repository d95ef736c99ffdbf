/**
 * Tells the open consoles that something they show has changed. The change is written in the caller's transaction, each process
 * finds it with one query for all its consoles, and `server/desk/stream.ts` passes it on.
 */
import type { Transaction } from 'kysely';
import type { DeskTopic } from '#contract/desk/live.ts';
import type { Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { createRepeater } from '#server/repeat.ts';
import { createChangeReader, type Found } from './reader.ts';
import { createSharedRead } from './shared-read.ts';
import { deleteChanges, insertChange, newestChange } from './store.ts';

export { type ChangeReaderOptions, createChangeReader, type Found } from './reader.ts';

/**
 * Says, in the transaction of a change, that the consoles shall read something again. Every open console hears of it within a
 * second after the transaction is on disk, whichever server it is connected to, and of nothing that was rolled back.
 *
 * @param id what changed (a request, a person); without it whoever shows the topic reads all of it again
 */
export async function changed(trx: Transaction<Tables>, topic: DeskTopic, id: string | null = null): Promise<void> {
  await insertChange(trx, { topic, about: id });
}

export interface ChangesOptions {
  readonly storage: Pick<Storage, 'db'>;
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs: () => number;
  /** Counts what is read for the open consoles. */
  readonly onRead?: (what: 'changes' | DeskTopic) => void;
  /** Hears of a pruning that failed; the next one comes in a minute. */
  readonly onError: (error: unknown) => void;
}

const pruneEveryMs = 60_000;
/** A change is kept for so many prunings, five minutes: longer than any server waits between two looks. */
const keptPrunings = 5;
const pruneRows = 500;
/** How often a shared read begins: for consoles that ask without end, and for one that asks after a pause. */
const sharedPace = { everyMs: 400, burst: 3, apartMs: 40 };

export type Changes = ReturnType<typeof createChanges>;

export function createChanges({ storage, clockMs, onRead = () => {}, onError }: ChangesOptions) {
  const reader = createChangeReader({ storage, clockMs });
  /** The newest change at each of the last prunings, oldest first. */
  let newestAtPrunings: number[] = [];

  async function prune(): Promise<void> {
    newestAtPrunings.push(await newestChange(storage));
    if (newestAtPrunings.length <= keptPrunings) return;
    const [upTo = 0] = newestAtPrunings;
    newestAtPrunings = newestAtPrunings.slice(1);
    while ((await deleteChanges(storage, upTo, pruneRows)) === pruneRows);
  }

  const repeater = createRepeater({ everyMs: pruneEveryMs, work: prune, onError });

  return {
    /** The changes since the last look of this process, oldest first. */
    look(): Promise<Found> {
      onRead('changes');
      return reader.look();
    },

    /**
     * Makes one read of a topic for everybody who asks at about the same time, so that a hundred consoles that hear of one change
     * cost one read or two. What they get is never older than their question.
     */
    shared: <T>(topic: DeskTopic, read: () => Promise<T>): (() => Promise<T>) =>
      createSharedRead({
        ...sharedPace,
        clockMs,
        read() {
          onRead(topic);
          return read();
        },
      }),

    prune,
    /** Begins to prune, once a minute. */
    start: repeater.start,
    stop: repeater.stop,
  };
}
