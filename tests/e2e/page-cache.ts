/** A browser that keeps the pages that were left, as it does for people, and shows them again as they were. */
import type { Page } from '@playwright/test';
import { chromiumArguments, findChromium } from '../support/chromium.ts';

const executablePath = findChromium();

/** For `test.use`. A file that uses it begins with one worker, because each worker starts another browser. */
export const withPageCache = {
  launchOptions: {
    args: chromiumArguments,
    // Playwright turns the cache off, because a page that comes back was never loaded.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    ...(executablePath && { executablePath }),
  },
};

/** Why the browser dropped the page, in its own words; `restored` when it kept it. */
export const fate = (page: Page): Promise<string> =>
  page.evaluate(() => {
    if (document.documentElement.dataset['shown'] === 'again') return 'restored';
    const [entry] = performance.getEntriesByType('navigation') as (PerformanceEntry & {
      notRestoredReasons?: unknown;
    })[];
    return `loaded anew: ${JSON.stringify(entry?.notRestoredReasons)}`;
  });

/** Leaves the page for another document, and goes back. */
export async function leaveAndReturn(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset['shown'] = persisted ? 'again' : 'first';
    });
  });
  await page.goto('/robots.txt');
  await page.goBack({ waitUntil: 'commit' });
}
