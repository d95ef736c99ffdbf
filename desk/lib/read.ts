/**
 * How a screen reads from the server. A read stays in the cache: it is shown at once when the screen is opened again. It is read
 * again when the event stream says that one of its topics changed, and at the next moment that it shows (`next-moment.ts`).
 */
import { keepPreviousData, type Query, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Callable, CallInput } from '#client/lib/http.ts';
import type { Changed, ChangedThing } from '#contract/desk/live.ts';
import { nextMoment } from '#contract/desk/next-moment.ts';
import type { ReadTopic } from '#contract/desk/read-topics.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { askedAtMs, callDesk, type Failure, isForSomebodyElse } from './request.ts';
import { deskClock } from './session.ts';

/** The value of an endpoint's 200 response. */
export type ValueOf<E extends Callable> = Extract<ResponseOf<E>, { readonly status: 200 }>['value'];

/** A read that failed: `failure` says how. */
export class ReadFailed extends Error {
  override name = 'ReadFailed';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super('what was asked for could not be read');
    this.failure = failure;
  }
}

const maxRetries = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The stream says what to read again; age alone does not.
      staleTime: Infinity,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (count, error) =>
        error instanceof ReadFailed && error.failure.kind === 'unreachable' && count < maxRetries,
      retryDelay: (count) => 500 * 2 ** count,
    },
  },
});

/** The cache key of a call's answer. */
export const keyOf = <E extends Callable>({ path }: E, input: CallInput<E>): readonly unknown[] => [
  path,
  (input as { params?: unknown }).params ?? null,
  (input as { query?: unknown }).query ?? null,
];

export interface ReadOptions<Value = never> {
  /**
   * What the answer shows (`readTopics`), so that it is read again when that changes: the same for each read of an endpoint. A
   * function gets what was read last.
   */
  readonly topics: readonly ReadTopic[] | ((shown: Value | undefined) => readonly ReadTopic[]);
  /** False while the read must wait, or when the person may not have it. */
  readonly enabled?: boolean;
  /** Goes on showing the earlier answer while one for other parameters is read: for filters and searches. */
  readonly keepEarlier?: boolean;
  /** Reads anew each time it is shown, for something that nobody tells when it changes. */
  readonly anew?: boolean;
  /** The least time between two reads of what changes all the time, in milliseconds. The last change is never left out. */
  readonly atMostEveryMs?: number;
}

/** Reads a GET endpoint. `data` is the answer's value. */
export function useRead<E extends Callable>(
  endpoint: E,
  input: CallInput<E>,
  { topics, enabled = true, keepEarlier = false, anew = false, atMostEveryMs = 0 }: ReadOptions<ValueOf<E>>,
): UseQueryResult<ValueOf<E>, ReadFailed> {
  return useQuery<ValueOf<E>, ReadFailed>({
    queryKey: keyOf(endpoint, input),
    enabled,
    meta: { topics, atMostEveryMs },
    ...(keepEarlier && { placeholderData: keepPreviousData }),
    ...(anew && { gcTime: 0 }),
    queryFn: async ({ signal }) => {
      const result = await callDesk(endpoint, { ...input, signal });
      if (result.kind === 'ok') return result.value as ValueOf<E>;
      // `late` is an answer to writes only, so this is a failure.
      throw new ReadFailed(result as Failure);
    },
  });
}

/**
 * Puts the answer to a write into the cache, so that it need not be read. If the same thing was read after the write was sent, or
 * is being read now, nobody knows which answer is newer, so it is read again. An answer for a person who has signed out meanwhile
 * is not kept.
 *
 * @param answer the server's own answer, when `value` was made from it
 */
export function keepRead<E extends Callable>(
  endpoint: E,
  input: CallInput<E>,
  value: ValueOf<E>,
  answer: unknown = value,
): void {
  if (isForSomebodyElse(answer)) return;
  const queryKey = keyOf(endpoint, input);
  const { dataUpdatedAt: readAtMs = 0, fetchStatus = 'idle' } = queryClient.getQueryState(queryKey) ?? {};
  queryClient.setQueryData(queryKey, value);
  if (fetchStatus !== 'idle' || (askedAtMs(answer) ?? Number.POSITIVE_INFINITY) < readAtMs) {
    void queryClient.invalidateQueries({ queryKey, exact: true });
  }
}

function shows(topics: readonly ReadTopic[], { topic, id }: ChangedThing): boolean {
  return topics.some((read) =>
    typeof read === 'string' ? read === topic : read.topic === topic && (id === null || read.id === id),
  );
}

function topicsOf({ meta, state }: Query): readonly ReadTopic[] {
  const topics = (meta?.['topics'] ?? []) as ReadOptions<unknown>['topics'];
  return typeof topics === 'function' ? topics(state.data) : topics;
}

const isAbout = (query: Query, { topics, everything }: Changed): boolean =>
  everything === true || topics.some((thing) => shows(topicsOf(query), thing));

/** The least time between two reads of a query in milliseconds, or a function that gives it for what was read last. */
type Pace = number | ((data: unknown) => number);

/** The reads that wait for `atMostEveryMs` or for the pause after another read. */
const waiting = new Set<string>();

/** The reads under way whose subject has changed since they began, so that their answers may be out of date. */
const overtaken = new Set<Query>();

/** The milliseconds between two reads of what changes all the time. Other calls get through: a list's next page, or a write. */
const pauseMs = 200;

/**
 * How long, at least, a read may go on after its subject has changed. After that it is given up, because its connection may be dead
 * although the stream is alive. In milliseconds.
 */
const leastPatienceMs = 3000;

/**
 * How long each query's reads may go on after a change, in milliseconds. It doubles with each read that is given up, so that a slow
 * server can finish one; it shrinks again when reads are quick.
 */
const patience = new WeakMap<Query, number>();

/** Reads once more after the read under way, which is not cut off at once: while something changes all the time, none would end. */
function readAfterwards(query: Query, underWay: Promise<unknown>): void {
  if (overtaken.has(query)) return;
  overtaken.add(query);
  const overtakenAtMs = performance.now();
  const patienceMs = patience.get(query) ?? leastPatienceMs;
  const givingUp = setTimeout(() => {
    patience.set(query, 2 * patienceMs);
    void query.cancel({ revert: true });
  }, patienceMs);
  const readOnceMore = () => {
    clearTimeout(givingUp);
    overtaken.delete(query);
    readWhenDue(query, pauseMs);
  };
  const answered = () => {
    patience.set(query, Math.max(leastPatienceMs, patienceMs / 2, 2 * (performance.now() - overtakenAtMs)));
    readOnceMore();
  };
  underWay.then(answered, readOnceMore);
}

function readNow(query: Query): void {
  const { promise, queryKey } = query;
  if (promise) readAfterwards(query, promise);
  else void queryClient.invalidateQueries({ queryKey, exact: true });
}

function readWhenDue(query: Query, leastWaitMs = 0): void {
  const { meta, state, queryHash } = query;
  const pace = meta?.['atMostEveryMs'] as Pace | undefined;
  const everyMs = typeof pace === 'function' ? pace(state.data) : (pace ?? 0);
  // At most `everyMs`: the device's clock may have been put back since the last read.
  const waitMs = Math.max(leastWaitMs, Math.min(everyMs, state.dataUpdatedAt + everyMs - Date.now()));
  if (waitMs <= 0) readNow(query);
  else if (!waiting.has(queryHash)) {
    waiting.add(queryHash);
    setTimeout(() => {
      waiting.delete(queryHash);
      readNow(query);
    }, waitMs);
  }
}

/** Reads again what a `changed` event names: at once what is on the screen, and the rest when it is opened. */
export function readAgain(changed: Changed): void {
  for (const query of queryClient.getQueryCache().findAll({ predicate: (one) => isAbout(one, changed) })) {
    const { promise, state, queryKey } = query;
    // The stream was cut. The connection of a read under way may be cut too, and its answer may never come, so it is replaced.
    if (changed.everything && promise && state.data !== undefined) {
      void queryClient.invalidateQueries({ queryKey, exact: true });
    } else readWhenDue(query);
  }
}

/** For each query, when it was last asked, by the server's clock. */
const askedAt = new WeakMap<Query, number>();

/** For each query, the timer for the next moment that its answer shows. */
const timers = new WeakMap<Query, ReturnType<typeof setTimeout>>();

/** The longest time until a timer looks at the clock again, in milliseconds: the clock may be put right meanwhile. */
const longestTimerMs = 60_000;

/** When a read that the server could not answer is made again, in milliseconds: no event and no moment may ask for it. */
const afterFailureMs = 60_000;

const isServersFault = (error: unknown): boolean =>
  error instanceof ReadFailed && (error.failure.kind === 'unreachable' || error.failure.status >= 500);

/** How far this clock may be ahead of the server's, in milliseconds. */
const slackMs = 1000;

/** Reads a query again at a moment of the server's clock. */
function readAt(query: Query, atMs: number): void {
  clearTimeout(timers.get(query));
  if (atMs === Number.POSITIVE_INFINITY) return;
  const leftMs = atMs + slackMs - deskClock.now();
  const look = () => (leftMs > longestTimerMs ? readAt(query, atMs) : readWhenDue(query));
  timers.set(query, setTimeout(look, Math.min(leftMs, longestTimerMs)));
}

// What is shown changes by time alone as well, which no event tells.
queryClient.getQueryCache().subscribe((event) => {
  const query = event.query as Query;
  if (event.type === 'removed') clearTimeout(timers.get(query));
  if (event.type !== 'updated') return;
  if (event.action.type === 'fetch') askedAt.set(query, deskClock.now());
  // What was never read has a button for that.
  const isToRetry =
    event.action.type === 'error' && query.state.data !== undefined && isServersFault(query.state.error);
  if (isToRetry) readAt(query, deskClock.now() + afterFailureMs);
  if (event.action.type !== 'success') return;
  // What came while the answer was under way may be missing in it, so its moments count from the question.
  readAt(query, nextMoment(query.state.data, askedAt.get(query) ?? deskClock.now()));
});
