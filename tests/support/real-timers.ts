import { afterAll, vi } from 'vitest';

// The files of a worker share its globals: a file that leaves fake timers behind makes the next ones wait for ever.
afterAll(() => {
  if (!vi.isFakeTimers()) return;
  vi.useRealTimers();
  throw new Error('A test of this file has left fake timers. Call vi.useRealTimers() when it has finished.');
});
