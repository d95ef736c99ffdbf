/**
 * Tells the open consoles that something they show has changed. The change is written in the caller's transaction. Each process
 * finds it with one query for all its consoles, and `server/desk/stream.ts` passes it on.
 */
import type { DeskTopic } from '#contract/desk/live.ts';
import type { Storage, Trx } from '#server/database/open.ts';
import { createRepeater, type Repeat } from '#server/repeat.ts';
import { createChangeReader, type Found } from './reader.ts';
import { createSharedRead } from './shared-read.ts';
import { deleteChanges, insertChange, newestChange } from './store.ts';

export { type ChangeReaderOptions, createChangeReader, type Found } from './reader.ts';

/**
 * Stores, in the transaction of a change, that the consoles must read something again. Every open console hears of it within a
 * second after the transaction is on disk, whichever server it is connected to. A change that is rolled back is not told.
 *
 * @param id the changed thing (a request, a person); without it consoles read the whole topic again
 */
export async function changed(trx: Trx, topic: DeskTopic, id: string | null = null): Promise<void> {
  await insertChange(trx, { topic, about: id });
}

interface ChangesOptions extends Pick<Repeat, 'onError'> {
  readonly storage: Pick<Storage, 'db'>;
  /** A clock that only goes forward, in milliseconds. */
  readonly clockMs: () => number;
  /** Called for each read for the open consoles, to count it. */
  readonly onRead?: (what: 'changes' | DeskTopic) => void;
}

const pruneEveryMs = 60_000;
/** A change is kept for this many prunings, which are five minutes: longer than any server waits between two looks. */
const keptPrunings = 5;
const pruneRows = 500;
/** The pace of shared reads: for consoles that ask all the time, and for one that asks after a pause. */
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
    /** Passes on the changes since the last look of this process, oldest first, and again when `pass` fails. */
    look<T>(pass: (found: Found) => Promise<T>): Promise<T> {
      onRead('changes');
      return reader.look(pass);
    },

    /**
     * Makes one read of a topic for everybody who asks at about the same time, so that a hundred consoles that hear of one change
     * cost one or two reads. The result is never older than the question.
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
    /** Starts to prune once a minute. */
    start: repeater.start,
    stop: repeater.stop,
  };
}
