/** The server has another build now, and files that an open page has not requested yet are gone. */
import type { Page } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { control, fillIn, inquiryOf, intakeOf } from './forms.ts';
import { codeField, enter, expect, test } from './portal.ts';
import { hydrated, newDealership } from './support.ts';

// The browser itself reports a file that is not there.
test.use({ allowed: [/status of 404/] });

const files = /\/assets\/.*\.(?:js|css)$/;
const loadAgain = (page: Page) => page.getByRole('button', { name: 'Load the page again' });

/** From now on the server knows none of the files of this page. */
const upgrade = (page: Page) =>
  page.route(files, (route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'Not found' }));

/** The page that is loaded from now on is one of the new build. */
const askNewBuild = (page: Page) => page.unroute(files);

for (const [path, answers, name, advice] of [
  [pages.inquiry, inquiryOf, 'Dealership name', 'load the page again'],
  [pages['dealer-intake'], intakeOf, 'Business name', 'Nothing you typed was lost. Call'],
] as const) {
  test(`R260 the form at ${path} says what to do, and has what was typed once it was loaded again`, async ({
    page,
  }) => {
    const dealership = newDealership();
    await page.goto(path);
    await hydrated(page);
    const begin = page
      .getByRole('button', { name: 'Continue to Form' })
      .or(page.getByRole('link', { name: 'Continue to Form' }));
    if (path === pages['dealer-intake']) await begin.click();
    await upgrade(page);
    await fillIn(page, answers(dealership));
    await page.getByRole('button', { name: /^Send/ }).click();
    await expect(page.getByRole('alert').filter({ visible: true })).toContainText(advice);
    await askNewBuild(page);
    await page.reload();
    await hydrated(page);
    await expect(control(page, name)).toHaveValue(dealership);
    await page.getByRole('button', { name: /^Send/ }).click();
    await expect(page.getByText(/BX-\w{4}-\w{4}/).first()).toBeVisible();
  });
}

test('R260 the locked portal says to load the page again, and opens then', async ({ page, boxline }) => {
  await page.goto(pages.portal);
  await expect(codeField(page)).toBeFocused();
  await upgrade(page);
  await codeField(page).fill(boxline.code);
  await page.getByRole('button', { name: 'Access Portal' }).click();
  await expect(loadAgain(page)).toBeVisible();
  await expect(page.getByText('did not answer')).toBeHidden();
  await askNewBuild(page);
  await loadAgain(page).click();
  await hydrated(page);
  await enter(page, boxline);
});
