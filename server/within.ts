/** Waits for work at most so many milliseconds. After that the result is what `late` returns, or its error; the work goes on. */
export function within<Done, Late>(ms: number, work: Promise<Done>, late: () => Late): Promise<Done | Late> {
  const { promise: time, resolve: end } = Promise.withResolvers<void>();
  const timer = setTimeout(end, ms);
  return Promise.race([work, time.then(late)]).finally(() => clearTimeout(timer));
}
