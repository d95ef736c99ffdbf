/** A request whose answer never reached the page, and what the person does then. */
import type { Page } from '@playwright/test';
import { sendSmsPath } from '#contract/agent-request.ts';
import { currentRequestPath } from '#contract/portal.ts';
import { anyDealership, card, enter, expect, openTextForm, type PortalBoxline, test } from './portal.ts';

test.use({ allowed: [/Failed to load resource: net::ERR_|Request Agent failed/] });

/** Asks for an agent. The request arrives, but the network fails before the page gets the answer. */
async function askUnheard(page: Page, boxline: PortalBoxline, dealership: string): Promise<() => Promise<void>> {
  await enter(page, boxline);
  await openTextForm(page, dealership);
  await page.getByLabel('Additional info').fill('The first note');
  const gone = [`**${sendSmsPath}`, `**${currentRequestPath}`];
  await page.route(`**${sendSmsPath}`, async (route) => {
    await route.fetch();
    await route.abort('failed');
  });
  await page.route(`**${currentRequestPath}`, (route) => route.abort('failed'));
  await page.getByRole('button', { name: 'Request Agent' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to send request' })).toBeVisible();
  expect(boxline.requestsOf(dealership)).toBe(1);
  return async () => {
    for (const path of gone) await page.unroute(path);
  };
}

test('R235 a request that arrived unheard shows its card as soon as the server answers', async ({ page, boxline }) => {
  const dealership = anyDealership();
  const comeBack = await askUnheard(page, boxline, dealership);
  // The page still searches in vain, so the form is there to be left.
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await comeBack();
  await expect(card(page)).toContainText(dealership, { timeout: 10_000 });
  expect(boxline.requestsOf(dealership)).toBe(1);
});

test('R235 other answers after one that arrived unheard: one request runs, and it is theirs', async ({
  page,
  boxline,
}) => {
  const dealership = anyDealership();
  const comeBack = await askUnheard(page, boxline, dealership);
  // The page still searches in vain, so its form goes on saying that the request failed.
  await page.unroute(`**${sendSmsPath}`);
  await page.getByLabel('Additional info').fill('The second note');
  await page.getByRole('button', { name: 'Request Agent' }).click();
  await expect(page.getByRole('button', { name: 'Got It' })).toBeVisible();
  await comeBack();
  await page.getByRole('button', { name: 'Got It' }).click();
  await expect(card(page)).toContainText(dealership);
  expect(boxline.running(dealership)).toEqual(['The second note']);
});

test('R1157 the request that a form announces beside one that arrived late: both run', async ({ page, boxline }) => {
  const dealership = anyDealership();
  const comeBack = await askUnheard(page, boxline, dealership);
  await page.getByLabel('Additional info').fill('For another customer');
  await comeBack();
  await expect(page.getByText(/Request Agent sends another one/)).toBeVisible({ timeout: 10_000 });
  await page.getByRole('button', { name: 'Request Agent' }).click();
  await page.getByRole('button', { name: 'Got It' }).click();
  expect(boxline.running(dealership).toSorted()).toEqual(['For another customer', 'The first note']);
});

test('R514 another request beside one that arrived unheard and is shown: both run', async ({ page, boxline }) => {
  const dealership = anyDealership();
  const comeBack = await askUnheard(page, boxline, dealership);
  // The page still searches in vain, so the form is there to be left.
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await comeBack();
  await expect(card(page)).toContainText(dealership, { timeout: 10_000 });
  await openTextForm(page, dealership);
  await page.getByLabel('Additional info').fill('For another customer');
  await page.getByRole('button', { name: 'Request Agent' }).click();
  await page.getByRole('button', { name: 'Got It' }).click();
  expect(boxline.running(dealership).toSorted()).toEqual(['For another customer', 'The first note']);
});
