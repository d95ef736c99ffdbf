/** A screen of 1280 x 1024 at a zoom of 400 % (WCAG 1.4.10). */
import type { Page } from '@playwright/test';

export const zoomed = { viewport: { width: 320, height: 256 } } as const;

/** The share of the screen that elements fixed to it cover, in the topmost layer. */
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
