/** A form of a page that was loaded before the operator changed the public key and the names of the templates. */
import type { Page } from '@playwright/test';
import { mail } from '#brand/mail.ts';
import { pages } from '#contract/pages.ts';
import { note, openFilledInquiry, receipt } from './sending.ts';
import { expect, goOffline, newDealership, test } from './support.ts';

test.use({ allowed: [/Failed to load resource: (net::ERR_|the server responded with a status of 400)/] });

/** Opens a filled inquiry whose page names another public key and another template than the server takes. */
async function openEarlier(page: Page, dealership: string): Promise<void> {
  await page.route(
    `**${pages.inquiry}`,
    async (route) => {
      const response = await route.fetch();
      const { publicKey, templateIds } = mail;
      const body = await response.text();
      const earlier = body.replaceAll(publicKey, 'earlier-key').replaceAll(templateIds.inquiry, 'earlier-template');
      await route.fulfill({ response, body: earlier });
    },
    { times: 1 },
  );
  await openFilledInquiry(page, dealership);
  expect(await page.locator('#runtime').textContent()).toMatch(/earlier-key.*earlier-template/s);
}

test('R722 a form of a page that names an earlier public key and template is taken', async ({ page, boxline }) => {
  const dealership = newDealership();
  await openEarlier(page, dealership);
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(receipt(page)).toContainText('Received');
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});

test('R722 a form that waited on such a page is taken when there is a connection again', async ({ page, boxline }) => {
  const dealership = newDealership();
  await openEarlier(page, dealership);
  await goOffline(page);
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(note(page)).toContainText('waits in this browser');
  await page.context().setOffline(false);
  await expect(note(page)).toContainText('was sent. We have it.');
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});
