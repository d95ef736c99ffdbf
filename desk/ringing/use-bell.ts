import { useEffect } from 'react';
import { onRing } from '../lib/live.ts';
import { tab } from '../lib/use-tab.ts';
import { bell } from './desk-bell.ts';

/** Rings the bell at each ring event, and shows in the tab how many requests ring. */
export function useBell(count: number): void {
  const words = count === 1 ? 'A request rings · Desk' : `${count} requests ring · Desk`;
  useEffect(() => {
    tab.call(count > 0 ? words : undefined);
    return () => tab.call(undefined);
  }, [count, words]);
  // Every press makes the bell ready, long before a ring, so that it can sound in a tab in the background.
  useEffect(() => {
    const listening = new AbortController();
    for (const press of ['pointerdown', 'keydown']) {
      document.addEventListener(press, () => bell.arm(), { signal: listening.signal });
    }
    // Whoever comes back to the page after a telephone call presses nothing at first.
    document.addEventListener('visibilitychange', () => bell.wake(), { signal: listening.signal });
    return () => listening.abort();
  }, []);
  useEffect(() => onRing(({ rings }) => rings[0] && bell.strike(rings[0].stage)), []);
}
