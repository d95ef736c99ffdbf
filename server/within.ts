/**
 * Waits for work for at most so many milliseconds. When it has not ended by then, the result is what `late` returns, or its error. The
 * work itself goes on.
 */
export function within<Done, Late>(ms: number, work: Promise<Done>, late: () => Late): Promise<Done | Late> {
  const { promise: time, resolve: end } = Promise.withResolvers<void>();
  const timer = setTimeout(end, ms);
  return Promise.race([work, time.then(late)]).finally(() => clearTimeout(timer));
}
