import type { Page } from '#contract/pages.ts';

/** Whether a visit that begins on this page opens with the splash: whatever the page, nobody waits who came to work (R42). */
export const opensWithSplash = (page: Page): boolean => page !== 'portal' && page !== 'agent';

/**
 * Calls back when the splash has ended or was skipped; at once when there is none.
 *
 * @returns takes the callback back
 */
export function whenSplashDone(callback: () => void): () => void {
  if (document.documentElement.dataset['splash'] !== 'running') {
    callback();
    return () => undefined;
  }
  addEventListener('splashDone', callback, { once: true });
  return () => removeEventListener('splashDone', callback);
}
