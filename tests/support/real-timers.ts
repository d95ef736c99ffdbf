import { afterAll, vi } from 'vitest';

/** The timers before any file of this worker replaced one. */
const realTimers: Record<string, unknown> = Reflect.get(globalThis, Symbol.for('boxline.real-timers')) ?? {
  setTimeout,
  setInterval,
  setImmediate,
  queueMicrotask,
  Date,
};
Reflect.set(globalThis, Symbol.for('boxline.real-timers'), realTimers);

// The files of a worker share its globals: a file that leaves fake timers behind makes the next ones wait for ever.
afterAll(() => {
  vi.restoreAllMocks();
  const isFake = vi.isFakeTimers();
  vi.useRealTimers();
  const left = Object.keys(realTimers).filter((name) => Reflect.get(globalThis, name) !== realTimers[name]);
  Object.assign(globalThis, realTimers);
  if (isFake || left.length > 0)
    throw new Error(`A test of this file has left fake timers behind: ${left.join(', ')}.`);
});
