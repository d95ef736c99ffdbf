/** The desk in a browser that keeps pages whole and shows them again with Back, as it does for people. */
import type { Page } from '@playwright/test';
import { expect, test } from './desk-staff.ts';
import { withPageCache } from './page-cache.ts';

test.use({ ...withPageCache, allowed: [/status of 401/] });
test.slow();

const screen = { width: 1440, height: 900 };

/** Records, each time a page is shown, whether the browser restored it and what it shows. */
const watchShows = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const scope = globalThis as unknown as { shows: { restored: boolean; text: string }[] };
    scope.shows = [];
    addEventListener('pageshow', ({ persisted }) => {
      const isSeen = getComputedStyle(document.body).visibility !== 'hidden';
      scope.shows.push({ restored: persisted, text: isSeen ? (document.body.textContent ?? '') : '' });
    });
  });

/** What the page showed when it came back, or why the browser dropped it. */
const fateOf = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const { shows } = globalThis as unknown as { shows?: unknown };
    if (shows !== undefined) return shows;
    const [entry] = performance.getEntriesByType('navigation') as (PerformanceEntry & {
      notRestoredReasons?: unknown;
    })[];
    return { letGoFor: entry?.notRestoredReasons };
  });

/** Leaves the list of people for a page of the site, and comes back after the session has ended. */
async function leaveAndReturn(page: Page, endSession: () => Promise<void>): Promise<void> {
  await page.goto('/desk/people');
  await expect(page.getByRole('row', { name: 'Dana Back' })).toBeVisible();
  await watchShows(page);
  await page.goto('/about');
  await endSession();
  await page.bringToFront();
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByText('Dana Back')).toHaveCount(0);
}

test('R201 Back after a sign-out in another tab shows nothing of the session, on the very page that the browser kept', async ({
  desk,
}) => {
  const { page, context } = await desk.arrive('admin', 'Dana Back', screen);
  await leaveAndReturn(page, async () => {
    const other = await context.newPage();
    await other.goto('/desk');
    await other.getByRole('link', { name: /Dana Back/ }).click();
    await other.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(other.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  });
  expect(await fateOf(page)).toEqual([{ restored: true, text: '' }]);
});

test('R201 Back after the session was ended from another browser shows nothing of it either', async ({ desk }) => {
  const dana = await desk.arrive('admin', 'Dana Back', screen);
  const other = await desk.arriveAgain(dana, 'admin', 'Safari on iPhone');
  await leaveAndReturn(dana.page, async () => {
    await other.page.getByRole('link', { name: /Dana Back/ }).click();
    await other.page.getByRole('button', { name: 'End all others' }).click();
    await expect(other.page.getByText('One session has ended.')).toBeVisible();
  });
  expect(await fateOf(dana.page)).toEqual([{ restored: true, text: '' }]);
});
