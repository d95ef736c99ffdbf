/** The portal on a computer whose clock is wrong: every expiry is calculated with the server's clock. */
import type { Page } from '@playwright/test';
import { portalRefusals } from '#contract/portal.ts';
import { anyDealership, askByText, card, codeField, enter, expect, test } from './portal.ts';

const hourMs = 3_600_000;

/** Puts the computer's clock ahead, before the page has asked it for anything. `setClock` sets it again later. */
const wrongClock = (page: Page, aheadMs: number) =>
  page.addInitScript((ahead) => {
    const Right = Date;
    const page = window as unknown as { aheadMs: number };
    page.aheadMs = ahead;
    const now = () => Right.now() + page.aheadMs;
    class Wrong extends Right {
      constructor(...words: [] | [number | string]) {
        if (words.length === 0) super(now());
        else super(...words);
      }
      static override now = now;
    }
    window.Date = Wrong as DateConstructor;
  }, aheadMs);

const setClock = (page: Page, aheadMs: number): Promise<void> =>
  page.evaluate((ahead) => {
    (window as unknown as { aheadMs: number }).aheadMs = ahead;
  }, aheadMs);

const waitedMs = async (page: Page): Promise<number> => {
  const [, minutes, seconds] = /(\d+):(\d\d)$/.exec((await page.locator('.live-clock').textContent()) ?? '') ?? [];
  return (Number(minutes) * 60 + Number(seconds)) * 1000;
};

/** Checks that the card shows a request that was just made and that the portal is open. */
async function expectFresh(page: Page): Promise<void> {
  expect(await waitedMs(page)).toBeLessThan(44_000);
  await expect(card(page)).toContainText('Waiting for a finance manager.');
  await expect(page.getByRole('button', { name: 'Request An Agent' })).toBeVisible();
}

for (const [how, aheadMs] of [
  ['13 hours ahead', 13 * hourMs],
  ['13 hours behind', -13 * hourMs],
] as const) {
  test(`R60 a computer whose clock is ${how} opens the portal, and its card counts from the request`, async ({
    page,
    boxline,
  }) => {
    await wrongClock(page, aheadMs);
    await enter(page, boxline);
    await askByText(page, anyDealership());
    await expectFresh(page);
  });

  test(`R60 a clock that is set ${how} while the portal is open changes nothing`, async ({ page, boxline }) => {
    await wrongClock(page, 0);
    await enter(page, boxline);
    await askByText(page, anyDealership());
    await expectFresh(page);
    const asked = page.waitForResponse('**/api/portal/session');
    await setClock(page, aheadMs);
    // The page cannot know whether the computer slept: it asks.
    await asked;
    await expectFresh(page);
  });
}

test.describe('a wait for the next try', () => {
  test.use({ allowed: [/status of 429/] });

  test('R60 is as long as the server said when the clock is set meanwhile', async ({ page, boxline }) => {
    await wrongClock(page, 0);
    await page.goto('/portal');
    const late = { status: 429, headers: { 'retry-after': '6' }, body: portalRefusals.tooManyTries.text };
    await page.route('**/api/portal/session', (route) => route.fulfill(late), { times: 1 });
    await codeField(page).fill(boxline.code);
    await page.getByRole('button', { name: 'Access Portal' }).click();
    await expect(page.locator('.countdown')).toHaveText(/^in [1-6] s$/);
    await setClock(page, -13 * hourMs);
    await expect(page.getByRole('button', { name: 'Request An Agent' })).toBeVisible({ timeout: 20_000 });
  });
});
