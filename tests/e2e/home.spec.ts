/** What home says, and where it leads. How it moves is in `home-motion.spec.ts`. */
import { brand } from '#brand/brand.ts';
import { expect, hydrated, momentPasses, test } from './support.ts';

type Page = import('@playwright/test').Page;

async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  await hydrated(page);
}

test('S2.20 home is a hero and four sections, each with one picture and one way to its page', async ({ page }) => {
  await openHome(page);
  const sections = page.locator('main section[id]');
  expect(await sections.evaluateAll((all) => all.map(({ id }) => id))).toEqual([
    'about',
    'services',
    'remote-fi',
    'lync',
  ]);
  for (const id of ['about', 'services', 'remote-fi', 'lync']) {
    await expect(page.locator(`#${id} a[href="/${id}"]`)).toHaveCount(1);
    await expect(page.locator(`#${id} h2`)).toHaveCount(1);
  }
});

test('S2.6 R7 the hero shows three figures, each marked as a target', async ({ page }) => {
  await openHome(page);
  const figures = page.getByRole('list', { name: 'What we aim for' }).getByRole('listitem');
  await expect(figures.nth(0)).toHaveText(/40% ?profit increase target/);
  await expect(figures.nth(1)).toHaveText(/24\/7 ?availability target/);
  await expect(figures.nth(2)).toHaveText(/under 10 seconds ?setup target/);
});

test('S2.6 Join Our Team is marked as coming soon, does nothing, and says so to a reader', async ({ page }) => {
  await openHome(page);
  const join = page.getByRole('button', { name: 'Join Our Team Coming Soon' });
  await expect(join).toHaveAttribute('aria-disabled', 'true');
  await join.click({ force: true });
  await momentPasses(page);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('R68 the number to call is there to press on the first screen of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await openHome(page);
  const call = page.getByRole('link', { name: `Call ${brand.directLine}` }).first();
  await expect(call).toBeInViewport({ ratio: 1 });
  await expect(call).toHaveAttribute('href', `tel:+1${brand.directLine.replaceAll(/\D/g, '')}`);
});

test('S2.6 R7 the dealer dashboard shows sample sessions and says that they are samples', async ({ page }) => {
  await openHome(page);
  const tonight = page.getByRole('region', { name: 'Tonight at the desk' });
  await expect(tonight.getByText('Sample data')).toBeVisible();
  await expect(tonight.getByRole('listitem')).toHaveCount(4);
  await expect(tonight.getByRole('link')).toHaveCount(0);
  await expect(tonight.getByRole('button')).toHaveCount(0);
});

test('R1 home does not scroll sideways at 320 px, nor at 400 % zoom', async ({ page }) => {
  for (const height of [640, 256]) {
    await page.setViewportSize({ width: 320, height });
    await page.goto('/');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  }
});

test('S2.22 the Lync section has a disabled platform button, and Get Early Access writes to its mailbox', async ({
  page,
}) => {
  await openHome(page);
  const lync = page.getByRole('region', { name: /^Lync/ });
  await expect(lync.getByRole('button', { name: 'Launch Platform Coming Soon' })).toBeDisabled();
  const early = lync.getByRole('link', { name: 'Get Early Access' });
  await expect(early).toHaveAttribute('href', new RegExp(`^mailto:${brand.earlyAccessEmail}`));
});

test('R1 the sections are there again after other pages were shown', { tag: '@long' }, async ({ page }) => {
  await openHome(page);
  await page.locator('#about a[href="/about"]').click();
  await expect(page).toHaveURL(/\/about$/);
  await page.goBack();
  await expect(page.locator('main section[id]')).toHaveCount(4);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Home' }).click();
  await expect(page.locator('main section[id]')).toHaveCount(4);
});
