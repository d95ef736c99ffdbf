/** Work that a server repeats by itself. */

export interface Repeat {
  readonly everyMs: number;
  /** Whether the work is also done at the start, and not only after the first pause. */
  readonly atOnce?: boolean;
  readonly work: () => Promise<unknown>;
  /** Is told of work that failed. The work is done again after the next pause. */
  readonly onError: (error: unknown) => void;
}

export type Repeater = ReturnType<typeof createRepeater>;

/** Does the work for each item, even when it fails for others. Throws the first error at the end. */
export async function forEach<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** Makes a repeater, which does some work at intervals and never twice at the same time. It must be started. */
export function createRepeater({ everyMs, atOnce = false, work, onError }: Repeat) {
  let working: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Whether the work was asked for while it was in progress. */
  let again = false;

  const tick = () => {
    working ??= work()
      .then(() => {}, onError)
      .finally(() => {
        working = undefined;
        const wanted = again && timer !== undefined;
        again = false;
        if (wanted) tick();
      });
  };

  return {
    start() {
      if (timer) return;
      timer = setInterval(tick, everyMs);
      if (atOnce) tick();
    },
    /** Does the work now, or once more after the work in progress. Does nothing before the start or after the stop. */
    wake() {
      if (!timer) return;
      if (working) again = true;
      else tick();
    },
    /** Stops repeating. Resolves when the work in progress, if any, is done. */
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await working;
    },
  };
}
