/** The desk stays open while the server gets another build and the files that it has not requested yet disappear. */
import type { Page } from '@playwright/test';
import { staffTimes } from '#contract/desk/session.ts';
import { expect, type StaffMember, test } from './desk-staff.ts';
import { anyDealership, askByText, enter } from './portal.ts';

/**
 * The browser reports the missing files and the requests that a locked session is refused; React reports what an error boundary
 * caught.
 */
test.use({ allowed: [/status of (40[149]|423)|dynamically imported module/] });
test.slow();

const screen = { width: 1440, height: 900 };
const gone = (page: Page, files: RegExp) =>
  page.route(files, (route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'Not found' }));

async function lockOnShift(desk: Parameters<Parameters<typeof test>[2]>[0]['desk'], member: StaffMember) {
  await desk.beginShift(member);
  await desk.pass(member, 'active_at', staffTimes.idleForMs);
}

test('R261 a desk that was open before an upgrade locks as always, and is unlocked', async ({ desk }) => {
  const robin = await desk.arrive('manager', 'Robin Before', screen);
  // What the desk fetches beforehand is here.
  await robin.page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/assets\/Gate-/.test(name)),
  );
  await gone(robin.page, /\/assets\/.*\.(?:js|css)$/);
  await lockOnShift(desk, robin);
  await expect(robin.page.getByRole('heading', { name: 'Locked' })).toBeVisible();
  await expect(robin.page.getByRole('button', { name: 'Unlock' })).toBeVisible();
});

test('R261 a desk whose lock page does not load says so and rings all the same', async ({
  page: dealer,
  boxline,
  desk,
}) => {
  const robin = await desk.arrive('manager', 'Robin Without', screen);
  await gone(robin.page, /\/assets\/Gate-.*\.js$/);
  await robin.page.reload();
  await expect(robin.page.getByRole('heading', { name: 'Deal board', level: 1 })).toBeAttached();
  await lockOnShift(desk, robin);
  await expect(robin.page.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
  await enter(dealer, boxline);
  await askByText(dealer, anyDealership());
  await expect(robin.page.getByRole('region', { name: 'Ringing' })).toContainText(
    /(A request|Request \d+ of \d+) is waiting/,
  );
  await robin.page.unroute(/\/assets\/Gate-.*\.js$/);
  await robin.page.getByRole('button', { name: 'Load the page again' }).click();
  await expect(robin.page.getByRole('heading', { name: 'Locked' })).toBeVisible();
});
