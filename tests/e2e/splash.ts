import type { Page } from '@playwright/test';

/** Sets what moves in the splash to a time of its own, in milliseconds: there it stands still, or goes on by itself. */
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

/** Freezes the splash at a time of its own, so that nothing depends on how fast the machine is. */
export const holdSplashAt = (page: Page, atMs: number): Promise<void> => setSplash(page, atMs, false);

/** Winds the splash forward to a time of its own. From its end on it says that it has ended, as if it had been waited for. */
export const playSplashTo = (page: Page, atMs: number): Promise<void> => setSplash(page, atMs, true);
