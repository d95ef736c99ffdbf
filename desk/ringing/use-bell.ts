import { useEffect } from 'react';
import { onRing } from '../lib/live.ts';
import { tab } from '../lib/use-tab.ts';
import { createBell } from './bell.ts';

/** The bell of this page. */
export const bell = createBell(() => (typeof AudioContext === 'undefined' ? undefined : new AudioContext()));

/** How many requests ring, as a sentence without its full stop. */
export const ringsText = (count: number): string => (count === 1 ? 'A request rings' : `${count} requests ring`);

/** Rings the bell at each ring event, and shows in the tab how many requests ring. */
export function useBell(count: number): void {
  useEffect(() => {
    tab.call(count > 0 ? `${ringsText(count)} · Desk` : undefined);
    return () => tab.call(undefined);
  }, [count]);
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
