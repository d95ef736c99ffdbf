/** A file that is loaded on demand imports another one, and that one fails to come. */
import type { Page } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { anyDealership, codeField, expect, test } from './portal.ts';
import { note, openFilledInquiry, openFilledIntake, posts, receipt } from './sending.ts';
import { goOffline, hydrated } from './support.ts';

// The browser itself reports a file that did not come.
test.use({ allowed: [/net::ERR_/] });

/**
 * Lets a file of the site fail whenever it is asked for, until `comes` is called. The page is that of a browser which remembers a
 * failed module for its address until the document is left, as Firefox does; Chromium has forgotten it since version 156.
 */
async function failing(page: Page, file: RegExp) {
  let isMissing = true;
  let failed = 0;
  const remembered = new Set<string>();
  await page.route(file, (route) => {
    const url = route.request().url();
    if (!isMissing && !remembered.has(url)) return route.continue();
    failed += 1;
    if (route.request().resourceType() === 'script') remembered.add(url);
    return route.abort();
  });
  return {
    count: () => failed,
    comes: () => {
      expect(failed, 'the file was asked for before').toBeGreaterThan(0);
      isMissing = false;
    },
  };
}

for (const [what, file] of [
  ['the schemas', /\/assets\/schemas-.*\.js$/],
  ['a file of the opened portal', /\/assets\/secret-advice-.*\.js$/],
] as const) {
  test(`R895 a code that could not be tried without ${what} opens the portal at the next press`, async ({
    page,
    boxline,
  }) => {
    await page.goto(pages.portal);
    await hydrated(page);
    const missing = await failing(page, file);
    const press = () => page.getByRole('button', { name: 'Access Portal' }).click();
    await codeField(page).fill(boxline.code);
    await press();
    await expect(page.getByText('The portal did not open')).toBeVisible();
    missing.comes();
    await press();
    await expect(page.getByRole('button', { name: 'Request An Agent' })).toBeVisible();
  });
}

test('R895 the next steps of a registration come although a file that they import failed at first', async ({
  page,
}) => {
  const missing = await failing(page, /\/assets\/inquiry-.*\.js$/);
  await openFilledIntake(page, anyDealership());
  await page.getByRole('button', { name: 'Send registration' }).click();
  await expect(page.getByText('The next steps appear here when you are online.')).toBeVisible();
  missing.comes();
  await expect(page.getByRole('heading', { name: 'What happens next', level: 3 })).toBeVisible();
});

test('R895 a waiting form goes out by itself from a page that failed to load the code of the forms at first', async ({
  page,
  context,
}) => {
  await openFilledInquiry(page, anyDealership());
  await goOffline(page);
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(receipt(page)).toContainText('not confirmed yet');
  await page.route(posts, (route) => route.abort());
  await context.setOffline(false);
  const missing = await failing(page, /\/assets\/forms-.*\.js$/);
  await page.goto(pages.about);
  await expect.poll(missing.count).toBeGreaterThan(0);
  missing.comes();
  await page.unroute(posts);
  await expect(note(page)).toContainText('was sent. We have it');
});
