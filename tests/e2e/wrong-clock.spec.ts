/** The forms on a computer whose clock is changed, or was wrong when something was kept. */
import type { Page } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { openFilledInquiry, posts, receipt } from './sending.ts';
import { expect, hydrated, newDealership, test } from './support.ts';

interface Watched {
  aheadMs: number;
  shown: string[];
}

/** A clock that `setBack` sets, and all that a countdown shows. */
const watchCountdown = (page: Page) =>
  page.addInitScript(() => {
    const right = Date.now;
    const watched = window as unknown as Watched;
    watched.aheadMs = 0;
    watched.shown = [];
    Date.now = () => right() + watched.aheadMs;
    const look = () => {
      const text = document.querySelector('.countdown')?.textContent;
      if (text) watched.shown.push(text);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  });

const setBack = (page: Page, byMs: number): Promise<void> =>
  page.evaluate((by) => {
    (window as unknown as Watched).aheadMs = -by;
  }, byMs);

test.describe('a busy server', () => {
  // The browser itself reports the answer.
  test.use({ allowed: [/status of 429/] });

  test('R327 a clock that is set back while a form waits changes nothing of its countdown', async ({
    page,
    boxline,
  }) => {
    const dealership = newDealership();
    await watchCountdown(page);
    await openFilledInquiry(page, dealership);
    await page.route(posts, (route) => route.fulfill({ status: 429, headers: { 'retry-after': '5' }, body: '' }), {
      times: 1,
    });
    await page.getByRole('button', { name: 'Send inquiry' }).click();
    await expect(page.locator('.countdown')).toBeVisible();
    await setBack(page, 13 * 3_600_000);
    await expect(receipt(page)).toBeVisible({ timeout: 20_000 });
    const shown = await page.evaluate(() => (window as unknown as Watched).shown);
    expect(shown.filter((text) => !/^in [0-5] s$/.test(text))).toEqual([]);
    expect(await boxline.leadsOf(dealership)).toHaveLength(1);
  });
});

test('R328 a receipt whose time is no time is not shown, and the form is there', async ({ page }) => {
  const kept = {
    version: 1,
    kind: 'inquiry',
    reference: 'BX-0000-0001',
    answers: {},
    state: 'received',
    onDevice: true,
  };
  await page.addInitScript(
    (record) => {
      sessionStorage.setItem('boxline.receipt.inquiry', record);
    },
    JSON.stringify({ ...kept, at: 1e300 }),
  );
  await page.goto(pages.inquiry);
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'Send inquiry' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('Invalid Date');
  await expect(receipt(page)).toBeHidden();
});
