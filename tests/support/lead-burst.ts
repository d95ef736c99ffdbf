/** The index of leads while leads come in a burst, by timers and a clock that the test moves. */
import { onTestFinished, vi } from 'vitest';
import type { Storage } from '#server/database/open.ts';
import { createLeadIndexing } from '#server/leads/indexing.ts';
import { forms } from './letter-samples.ts';
import { storeLead } from './stored-lead.ts';

/** Stores so many leads that are not indexed, and makes an index that has not been started. */
export async function leadBurst(storage: Storage, leads: number) {
  for (let n = 0; n < leads; n++) await storeLead(storage, n, `Dealer ${n}, LLC`);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const pauses: unknown[] = [];
  const { setTimeout: fake } = globalThis;
  // Not a spy: restored after the real timers are back, a spy would put the fake one in their place.
  Reflect.set(globalThis, 'setTimeout', (...all: Parameters<typeof fake>) => {
    pauses.push(all[1]);
    return fake(...all);
  });
  const errors: unknown[] = [];
  let atMs = 0;
  const indexing = createLeadIndexing({
    storage,
    forms,
    now: () => new Date(),
    clockMs: () => atMs,
    onError: (error) => errors.push(error),
  });
  return {
    indexing,
    errors,
    /** How many leads are not indexed yet. */
    left: async () =>
      (await storage.db.selectFrom('leads').select('id').where('keyed_at', 'is', null).execute()).length,
    /** How many pauses of so many milliseconds have begun. */
    pauses: (ms: number) => pauses.filter((one) => one === ms).length,
    /** Lets a time pass in which leads come. */
    async passes(ms: number, leadsMeanwhile: number): Promise<void> {
      for (let lead = 0; lead < leadsMeanwhile; lead++) indexing.wake();
      atMs += ms;
      await vi.advanceTimersByTimeAsync(ms);
    },
  };
}
