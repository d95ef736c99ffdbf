import type { Page } from '@playwright/test';

/** Freezes the splash at a time of its own, in milliseconds, so that nothing depends on how fast the machine is. */
export const holdSplashAt = (page: Page, atMs: number): Promise<void> =>
  page.evaluate((at) => {
    for (const animation of document.getAnimations()) {
      const { effect } = animation;
      if (!(effect instanceof KeyframeEffect) || !effect.target?.closest('.splash')) continue;
      animation.pause();
      animation.currentTime = at;
    }
  }, atMs);
