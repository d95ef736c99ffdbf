/**
 * `setInterval` under the test's control. A test that something is noticed within a second holds the intervals and lets one second
 * of them pass. So it counts looks, not real time, however busy the machine is.
 */
import { onTestFinished, vi } from 'vitest';

/** Holds every interval that begins from now on. An app that listens needs real intervals to stop, so start it before. */
export function holdIntervals() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldClearNativeTimers: true });
  onTestFinished(releaseIntervals);
  /** Lets one second of the intervals pass. Work that they begin goes on in real time, meanwhile and afterwards. */
  const secondPasses = async () => void (await vi.advanceTimersByTimeAsync(1000));

  /**
   * Lets as many looks begin, one after another, as there are in one second. For tests that need more than one look. An interval
   * skips a look while the one before is under way, so time passes until enough have begun.
   */
  async function looksOfASecond({
    begun,
    everyMs,
  }: {
    readonly begun: () => Promise<number>;
    readonly everyMs: number;
  }) {
    const upTo = (await begun()) + Math.floor(1000 / everyMs);
    while ((await begun()) < upTo) {
      await vi.advanceTimersByTimeAsync(everyMs);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { secondPasses, looksOfASecond };
}

/** Restores the real intervals before the test is over. */
export const releaseIntervals = (): void => void vi.useRealTimers();
