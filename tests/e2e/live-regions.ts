/** Whether announcements can be heard: a live region must be in the page, and empty, before its words come (WCAG 4.1.3). */
import type { Locator, Page } from '@playwright/test';

/** The live regions that have text now. An empty region stays in the page but is not listed. */
export const told = (within: Page | Locator, role: 'alert' | 'status'): Locator =>
  within.getByRole(role).filter({ hasText: /\S/ });

/** Records every live region that is added or shown with its words already in it. Must be called before the page opens. */
export const watchLiveRegions = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const found: string[] = [];
    Object.assign(window, { mountedWithWords: found });
    const regions = '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"])';
    const look = (root: Element) => {
      for (const region of [root, ...root.querySelectorAll(regions)]) {
        const words = region.textContent?.trim();
        if (region.matches(regions) && words && region.checkVisibility()) found.push(words);
      }
    };
    const observer = new MutationObserver((records) => {
      for (const { target, addedNodes, type } of records) {
        if (type === 'attributes' && target instanceof Element && target.matches(regions)) look(target);
        for (const node of addedNodes) if (node instanceof Element && node.isConnected) look(node);
      }
    });
    addEventListener('DOMContentLoaded', () =>
      observer.observe(document, { subtree: true, childList: true, attributeFilter: ['hidden', 'role', 'aria-live'] }),
    );
  });

export const mountedWithWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { mountedWithWords: string[] }).mountedWithWords);
