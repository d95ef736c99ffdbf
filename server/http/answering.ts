/**
 * Keeps count of the requests that are being answered, so that long work, such as an export, lets them go first. The work calls
 * `giveWay` between two slices. It goes on at once when there are no requests, and after a bounded wait when there always are.
 */
import type { FastifyInstance } from 'fastify';

interface AnsweringOptions {
  /** Milliseconds of a clock that only goes forward. */
  readonly clockMs: () => number;
  /** Calls back after so many milliseconds. */
  readonly later?: (work: () => void, ms: number) => unknown;
  /** Calls back after the event loop has read its sockets. */
  readonly nextTurn?: (work: () => void) => unknown;
}

/** How long after a response its caller still counts as waiting, in milliseconds: a screen sends several requests in a row. */
const calmAfterMs = 4;
/** The longest that a slice of long work is held back, in milliseconds. */
const mostMs = 40;
const pollEveryMs = 2;

type Answering = ReturnType<typeof createAnswering>;

export function createAnswering({ clockMs, later = setTimeout, nextTurn = setImmediate }: AnsweringOptions) {
  const asked = new Set<object>();
  let lastMs = Number.NEGATIVE_INFINITY;

  return {
    /** Notes that a request is being answered, until `end` is called with it. `end` may be called more than once. */
    begin(request: object): void {
      asked.add(request);
    },

    end(request: object): void {
      if (asked.delete(request)) lastMs = clockMs();
    },

    /** Resolves when nothing has been answered for `calmAfterMs`, or after `mostMs`. */
    async giveWay(): Promise<void> {
      const untilMs = clockMs() + mostMs;
      await new Promise<void>((resolve) => nextTurn(resolve));
      const isBusy = () => asked.size > 0 || clockMs() - lastMs < calmAfterMs;
      // The looks are counted as well, so that the loop ends when the clock stands still.
      for (let looks = 0; looks < mostMs / pollEveryMs && clockMs() < untilMs && isBusy(); looks++)
        await new Promise<void>((resolve) => later(resolve, pollEveryMs));
    },
  };
}

/** Counts each request of an app from its arrival until its response begins. A file that is still being sent does not count. */
export function addAnswering(app: FastifyInstance, answering: Pick<Answering, 'begin' | 'end'>): void {
  app.addHook('onRequest', async (request) => answering.begin(request));
  app.addHook('onSend', async (request) => answering.end(request));
  app.addHook('onResponse', async (request) => answering.end(request));
  app.addHook('onRequestAbort', async (request) => answering.end(request));
}
