import type { Page } from '#contract/pages.ts';

/**
 * The pages that a visit may open with the splash: those that open the showroom. A document that was asked for by itself,
 * an answer and an error are shown at once.
 */
const opening: readonly Page[] = ['home', 'about', 'services', 'remote-fi', 'lync', 'dealer-intake'];

export const opensWithSplash = (page: Page): boolean => opening.includes(page);

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
