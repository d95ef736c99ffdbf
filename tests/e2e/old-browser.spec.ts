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
