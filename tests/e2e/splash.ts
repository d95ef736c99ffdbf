import type { Page } from '@playwright/test';

/**
 * Opens a page, up to the moment at which its document is there. On a busy machine a splash may be over by the time that all of the
 * page has loaded.
 */
export async function openSplash(page: Page, path = '/'): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading');
}

/** Sets the animations of the splash to a time on their own clock, in milliseconds. They then stop there or play on. */
const setSplash = (page: Page, atMs: number, goesOn: boolean): Promise<void> =>
  page.evaluate(
    ([at, plays]) => {
      for (const animation of document.getAnimations()) {
        const { effect } = animation;
        if (!(effect instanceof KeyframeEffect) || !effect.target?.closest('.splash')) continue;
        if (!plays) animation.pause();
        animation.currentTime = at;
      }
    },
    [atMs, goesOn] as const,
  );

/** Freezes the splash at a time on its own clock, so that nothing depends on the machine's speed. */
export const holdSplashAt = (page: Page, atMs: number): Promise<void> => setSplash(page, atMs, false);

/** Moves the splash forward to a time on its own clock. At its end and later it reports that it has ended, as after a wait. */
export const playSplashTo = (page: Page, atMs: number): Promise<void> => setSplash(page, atMs, true);
