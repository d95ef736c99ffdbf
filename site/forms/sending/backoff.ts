/** How a page waits before it asks again in the background. Small: every page has this file. */

/**
 * The first waits, in seconds. Later ones are five minutes each. The first one is short: a browser says that it is online before a
 * request can get through, so the first one after a lost connection often fails.
 */
const backgroundBackoffSeconds = [1, 5, 15, 30, 60, 120];

/** How long to wait in the background after a number of failures in a row, in milliseconds. */
export const backgroundBackoff = (failures: number): number => 1000 * (backgroundBackoffSeconds[failures] ?? 300);

/** Lengthens a wait by up to a quarter, so that pages that failed at the same time do not retry at the same time. */
export const spreadOut = (backoffMs: number, spread: () => number): number =>
  Math.round(backoffMs * (1 + spread() / 4));

/** Runs `task` once, after `delayMs`. The returned function cancels it. */
export function runAfter(delayMs: number, task: () => void): () => void {
  const timer = setTimeout(task, delayMs);
  return () => clearTimeout(timer);
}

/** Resolves after `delayMs`, by the `after` of an environment. */
export const wait = ({ after }: { readonly after: typeof runAfter }, delayMs: number): Promise<void> =>
  new Promise((resolve) => void after(delayMs, resolve));

/**
 * Runs a task until it has succeeded once: now, whenever the page comes online, is shown, or another tab stores something, and
 * after growing waits when it failed.
 *
 * @param task returns `undefined` while there is nothing to do
 * @returns a function that stops trying
 */
export function untilDone(
  task: () => Promise<unknown> | undefined,
  events: Pick<EventTarget, 'addEventListener'> = window,
  after = runAfter,
): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const stop = () => ending.abort();
  let running: Promise<unknown> | undefined;
  let failures = 0;
  let cancelNext: (() => void) | undefined;
  function look(): void {
    if (running || signal.aborted) return;
    running = task();
    if (!running) return;
    cancelNext?.();
    running.then(stop, () => {
      running = undefined;
      cancelNext = after(backgroundBackoff(failures++), look);
    });
  }
  for (const type of ['online', 'storage', 'pageshow']) events.addEventListener(type, look, { signal });
  look();
  return stop;
}
