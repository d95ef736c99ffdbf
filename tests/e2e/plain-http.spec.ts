/** The site at an address that a browser does not call secure, as on a local network: no https, no localhost. */
import { chromiumArguments, findTestBrowser } from '../support/chromium.ts';
import { fillIn, inquiryOf, intakeOf } from './forms.ts';
import { expect, hydrated, newDealership, test } from './support.ts';

const host = 'desk.lan';
const executablePath = findTestBrowser();

test.use({
  launchOptions: {
    args: [...chromiumArguments, `--host-resolver-rules=MAP ${host} 127.0.0.1`],
    ...(executablePath && { executablePath }),
  },
  baseURL: async ({ boxline }, use) => use(`http://${host}:${new URL(boxline.server.url).port}`),
  // Its own origin under the name that this file gives it.
  allowed: [/^request to http:\/\/desk\.lan:\d+$/],
});

test('R27 both forms are sent over plain http, where the browser offers no crypto.randomUUID', async ({
  page,
  boxline,
}) => {
  const [inquirer, registrant] = [newDealership(), newDealership()];
  await page.goto('/inquiry');
  await hydrated(page);
  expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto])).toEqual([false, false]);
  await fillIn(page, inquiryOf(inquirer));
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect.poll(() => boxline.leadsOf(inquirer)).toHaveLength(1);

  await page.goto('/dealer-intake#form');
  await hydrated(page);
  await fillIn(page, intakeOf(registrant));
  await page.getByRole('button', { name: 'Send registration' }).click();
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible();
  expect(await boxline.leadsOf(registrant)).toHaveLength(1);
});
