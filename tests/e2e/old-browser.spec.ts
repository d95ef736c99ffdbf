/** The portal and an agent's page in a browser of early 2023. The public pages are in `resilience.spec.ts`. */
import { pages } from '#contract/pages.ts';
import { expect, test } from './desk-staff.ts';
import { makeOld } from './old-browser.ts';
import { anyDealership, askByText, card, enter, linkIn } from './portal.ts';
import { hydrated } from './support.ts';

test('R30 an agent is asked for, and accepts, in browsers of early 2023', async ({ page, boxline, context }) => {
  const dealership = anyDealership();
  await context.addInitScript(makeOld);
  await enter(page, boxline);
  await askByText(page, dealership);
  await expect(card(page)).toContainText(dealership);
  const [text] = await boxline.textsOf(dealership);
  const agent = await context.newPage();
  await agent.goto(linkIn(text));
  await agent.getByRole('button', { name: 'Accept' }).click();
  await expect(card(page)).toContainText('has your request');
});

test('R30 the links of the site lead to its pages in a browser of early 2023', async ({ page }) => {
  await page.addInitScript(makeOld);
  await page.goto(pages.about);
  await hydrated(page);
  for (const [name, path] of [
    ['Services', pages.services],
    ['Home', pages.home],
  ] as const) {
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
});

test('R1124 without popovers the navigation of a telephone stands in the header, below the name and the portal button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(makeOld);
  // Such a browser ignores the attribute, and takes the branch of the styles for what it does not know.
  await page.route(`**${pages.about}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(' popover="auto"', '')
      .replace('@supports not selector(:popover-open)', '@supports selector(*)');
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers, body });
  });
  await page.goto(pages.about);
  await hydrated(page);
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: 'Menu' })).toBeHidden();
  await expect(header).toHaveCSS('position', 'relative');
  const portal = await header.getByRole('button', { name: 'Dealer Portal' }).boundingBox();
  for (const link of await header.getByRole('navigation').getByRole('link').all()) {
    const box = await link.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual((portal?.y ?? 0) + (portal?.height ?? 0));
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  await header.getByRole('link', { name: 'Services', exact: true }).click();
  await expect(page).toHaveURL(pages.services);
});

test('R1123 the form of the intake opens from its welcome in a browser of early 2023', async ({ page }) => {
  await page.addInitScript(makeOld);
  await page.goto(pages['dealer-intake']);
  await hydrated(page);
  await page.getByRole('link', { name: 'Continue to Form' }).click();
  await expect(page.getByRole('form')).toBeVisible();
});
