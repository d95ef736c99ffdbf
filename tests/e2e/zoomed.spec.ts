/** The site at a zoom of 400 %: elements fixed to the screen leave room to read and type. */
import { pages } from '#contract/pages.ts';
import { askByText, card, enter, giveDealership, test as portalTest } from './portal.ts';
import { note, waitBehind } from './sending.ts';
import { expect, hydrated, test } from './support.ts';
import { pinnedPart, zoomed } from './zoomed.ts';

test.use({ ...zoomed, allowed: [/Failed to load resource: (net::ERR_|the server responded with a status of 40[34])/] });

for (const path of ['/', '/dealer-intake#form', '/inquiry', '/agent']) {
  test(`R502 ${path} at a zoom of 400 % has more than half of the screen for what is read`, async ({ page }) => {
    await page.goto(path);
    await hydrated(page);
    expect(await pinnedPart(page)).toBeLessThan(0.5);
  });
}

test('R502 the inquiry at a zoom of 400 % has more than half of the screen for what is typed', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('link', { name: 'Dealer Inquiry', exact: true }).first().click();
  const dialog = page.locator('dialog:modal');
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('First name').fill('Ada');
  await expect(dialog.getByText(/Saved in this browser/)).toBeVisible();
  expect(await pinnedPart(page)).toBeLessThan(0.5);
});

test('R1069 at a zoom of 400 % the note about a form that waits leaves more than half of the screen, and what a link jumps to is below it', async ({
  page,
}) => {
  await waitBehind(page, { status: 403, body: '<html>Access denied</html>' });
  await page.goto(`${pages['dealer-intake']}#form`);
  await hydrated(page);
  const shown = note(page);
  await expect(shown).toContainText('Something on the way, such as a firewall, refuses it');
  expect(await pinnedPart(page)).toBeLessThan(0.5);
  const last = shown.getByRole('button').last();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  await page.getByRole('button', { name: 'Send registration' }).click();
  await page.getByRole('alert').getByRole('link').first().click();
  const field = page.locator(':focus');
  await expect(field).toBeInViewport({ ratio: 1 });
  const label = await field.evaluate((one: HTMLInputElement) => one.labels?.[0]?.getBoundingClientRect().top ?? 0);
  expect(label).toBeGreaterThanOrEqual(await shown.evaluate((one) => one.getBoundingClientRect().bottom));
});

portalTest.describe('the portal', () => {
  portalTest.use(zoomed);
  portalTest(
    'R502 a running request at a zoom of 400 % has more than half of the screen for what is read',
    async ({ page, boxline }) => {
      await enter(page, boxline);
      await askByText(page, giveDealership('Fox Hollow Powersports'));
      await expect(card(page)).toBeVisible();
      expect(await pinnedPart(page)).toBeLessThan(0.5);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    },
  );
});
