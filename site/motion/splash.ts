import type { Page } from '#contract/pages.ts';

/** Whether a visit that begins on this page opens with the splash. Pages where people work have none, so nobody waits (R42). */
export const opensWithSplash = (page: Page): boolean => !['portal', 'agent', 'access-code'].includes(page);

/**
 * Calls back when the splash has ended or was skipped; at once when there is none.
 *
 * @returns a function that removes the callback
 */
export function whenSplashDone(callback: () => void): () => void {
  if (document.documentElement.dataset['splash'] !== 'running') {
    callback();
    return () => undefined;
  }
  addEventListener('splashDone', callback, { once: true });
  return () => removeEventListener('splashDone', callback);
}
