/**
 * `setInterval` by hand. A test that something is seen within a second holds the intervals and lets one second of them pass: what
 * is seen then needed no more looks than that, however busy the machine is.
 */
import { onTestFinished, vi } from 'vitest';

/** Holds every interval that begins from now on. An app that listens stops on real ones: start it before. */
export function holdIntervals() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldClearNativeTimers: true });
  onTestFinished(releaseIntervals);
  /** One second of the intervals. What they begin goes on in real time, beside it and afterwards. */
  const secondPasses = async () => void (await vi.advanceTimersByTimeAsync(1000));

  /**
   * The looks that come in one second, for what needs more than one of them. A look is left out while the one before is under way,
   * so time passes until so many have begun, one after another.
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

/** Gives the real intervals back, before the test is over. */
export const releaseIntervals = (): void => void vi.useRealTimers();
