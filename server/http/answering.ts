/**
 * Who is being answered at this moment, so that long work, such as an export, lets people go first. Between two slices of it the
 * work calls `giveWay`: it goes on at once while nobody waits, and as slowly as its bound allows while people ask without end.
 */
import type { FastifyInstance } from 'fastify';

export interface AnsweringOptions {
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs: () => number;
  /** Calls back after so many milliseconds. */
  readonly later?: (work: () => void, ms: number) => unknown;
  /** Calls back when the event loop has read what its sockets have. */
  readonly nextTurn?: (work: () => void) => unknown;
}

/** How long after an answer its caller still counts as waiting, in milliseconds: a screen asks for several things in a row. */
const calmAfterMs = 4;
/** The longest that a slice of long work is held back, in milliseconds. */
const mostMs = 40;
const lookEveryMs = 2;

export type Answering = ReturnType<typeof createAnswering>;

export function createAnswering({ clockMs, later = setTimeout, nextTurn = setImmediate }: AnsweringOptions) {
  const asked = new Set<object>();
  let lastMs = Number.NEGATIVE_INFINITY;

  return {
    /** Somebody asks something. Ends with `end`, which may be called more than once. */
    begin(request: object): void {
      asked.add(request);
    },

    end(request: object): void {
      if (asked.delete(request)) lastMs = clockMs();
    },

    /** Resolves when nobody has been answered for a moment, or when the work was held back for long enough. */
    async giveWay(): Promise<void> {
      const untilMs = clockMs() + mostMs;
      await new Promise<void>((resolve) => nextTurn(resolve));
      const isBusy = () => asked.size > 0 || clockMs() - lastMs < calmAfterMs;
      // Counted as well, so that it ends where a clock stands still.
      for (let looks = 0; looks < mostMs / lookEveryMs && clockMs() < untilMs && isBusy(); looks++)
        await new Promise<void>((resolve) => later(resolve, lookEveryMs));
    },
  };
}

/** Counts each request of an app from its first line to the beginning of its answer: a file that is being sent is not waited for. */
export function addAnswering(app: FastifyInstance, answering: Pick<Answering, 'begin' | 'end'>): void {
  app.addHook('onRequest', async (request) => answering.begin(request));
  app.addHook('onSend', async (request) => answering.end(request));
  app.addHook('onResponse', async (request) => answering.end(request));
  app.addHook('onRequestAbort', async (request) => answering.end(request));
}
