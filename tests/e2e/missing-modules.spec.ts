/** A form's on-demand modules cannot be loaded. Nothing typed is lost, and no rejection goes unhandled: the page is watched. */
import type { Page } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { control, fillIn, inquiryOf } from './forms.ts';
import { failure, note, openFilledDialog, receipt } from './sending.ts';
import { expect, hydrated, newDealership, test } from './support.ts';

// The browser itself reports a file that did not come.
test.use({ allowed: [/Failed to load resource: net::ERR_/] });

const send = (page: Page) => page.getByRole('button', { name: 'Send inquiry' }).click();

/** Opens the inquiry and cuts the browser off before anything is typed. */
async function openAndGoOffline(page: Page): Promise<void> {
  await page.goto(pages.inquiry);
  await hydrated(page);
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
}

test('R15 R41 a form that goes offline before anything was typed has its reference, waits, and goes out by itself', async ({
  page,
  context,
  boxline,
}) => {
  const dealership = newDealership();
  await openAndGoOffline(page);
  await fillIn(page, inquiryOf(dealership));
  await send(page);
  await expect(receipt(page)).toContainText(/BX-\w{4}-\w{4}/);
  await expect(receipt(page)).toContainText('not confirmed yet');
  await expect(receipt(page)).toContainText('Keep this reference. The next steps appear here when you are online.');
  await context.setOffline(false);
  await expect(receipt(page)).toContainText(/Received \w+ \d+, \d{4}/);
  await expect(receipt(page)).toContainText('What happens next');
  await expect(note(page)).toContainText('was sent. We have it');
  const leads = await boxline.leadsOf(dealership);
  expect(leads).toHaveLength(1);
  await expect(receipt(page)).toContainText(leads[0]?.reference ?? 'no lead');
});

test('R373 a form goes out, and its next steps come, when the first requests after the connection came back are lost', async ({
  page,
  context,
  boxline,
}) => {
  const dealership = newDealership();
  await openAndGoOffline(page);
  await fillIn(page, inquiryOf(dealership));
  await send(page);
  await expect(receipt(page)).toContainText('not confirmed yet');
  await expect(receipt(page)).toContainText('The next steps appear here when you are online.');
  // The browser says that it is online, and half a second later it is.
  let usableMs: number | undefined;
  let lost = 0;
  await page.route('**', (route) => {
    usableMs ??= Date.now() + 500;
    if (Date.now() > usableMs) return route.continue();
    lost += 1;
    return route.abort('internetdisconnected');
  });
  await context.setOffline(false);
  await expect(receipt(page)).toContainText(/Received \w+ \d+, \d{4}/);
  await expect(receipt(page)).toContainText('What happens next');
  expect(lost).toBeGreaterThan(0);
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});

test('R15 a form that went offline before anything was typed keeps its draft over a reload', async ({
  page,
  context,
}) => {
  const dealership = newDealership();
  await openAndGoOffline(page);
  await fillIn(page, inquiryOf(dealership));
  await expect(page.getByText('Saved in this browser')).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await hydrated(page);
  await expect(control(page, 'Dealership name')).toHaveValue(dealership);
});

test('R13 R15 a form whose files cannot be fetched online fails, keeps its draft, and is sent once when they can', async ({
  page,
  boxline,
}) => {
  const dealership = newDealership();
  await page.goto(pages.inquiry);
  await hydrated(page);
  // Every script that comes from now on is one that is loaded on demand.
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await fillIn(page, inquiryOf(dealership));
  await send(page);
  await expect(failure(page)).toBeFocused();
  await expect(control(page, 'Dealership name')).toHaveValue(dealership);
  await expect(page.getByText('Saved in this browser')).toBeVisible();
  expect(await boxline.leadsOf(dealership)).toEqual([]);
  await page.unroute(/\/assets\/.*\.js$/);
  await send(page);
  await expect(receipt(page)).toContainText(/Received \w+ \d+, \d{4}/);
  await expect(receipt(page)).toContainText('What happens next');
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});

test('R883 the receipt of an inquiry comes back to home although its file could not be fetched at the first try', async ({
  page,
}) => {
  await openFilledDialog(page, newDealership());
  await send(page);
  await expect(receipt(page).getByText(/^BX-/)).toBeInViewport();
  const files = /\/assets\/LazyInquiry-.*\.js$/;
  const missed = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await route.abort();
    missed.resolve();
  });
  await page.reload();
  await missed.promise;
  await page.unroute(files);
  await expect(receipt(page).getByText(/^BX-/)).toBeVisible();
});
