/** A screen of 1280 x 1024 at a zoom of 400 % (WCAG 1.4.10). */
import type { Page } from '@playwright/test';

export const zoomed = { viewport: { width: 320, height: 256 } } as const;

/** What part of the screen is covered by what is pinned to it, in the layer that is on top. */
export const pinnedPart = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const top = document.querySelector('dialog:modal') ?? document.body;
    const isPinned = (one: Element) =>
      ['fixed', 'sticky'].includes(getComputedStyle(one).position) && one.checkVisibility() && one !== top;
    const pinned = [...top.querySelectorAll('*')].filter(
      (one) => isPinned(one) && one.closest('dialog') === top.closest('dialog'),
    );
    const heights = pinned.map((one) => one.getBoundingClientRect().height);
    return heights.reduce((sum, height) => sum + height, 0) / innerHeight;
  });
