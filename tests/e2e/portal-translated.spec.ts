/** The portal and an agent's page in browsers that translate them. */
import type { Page } from '@playwright/test';
import { anyDealership, askByText, card, enter, expect, linkIn, people, test } from './portal.ts';
import { translate, translateAsFirefox } from './translator.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const browsers = [
  ['Chrome', translate],
  ['Firefox', translateAsFirefox],
] as const;

for (const [name, translatePage] of browsers) {
  test(`R947 a card and agents' pages that ${name} translates say who has the request now`, async ({
    page,
    boxline,
    browser,
  }) => {
    test.slow();
    const dealership = anyDealership();
    await enter(page, boxline);
    await askByText(page, dealership);
    const [toMarlow, toTamsin] = await boxline.textsOf(dealership);
    await translatePage(page);
    const theirs = await browser.newContext({ baseURL: boxline.server.url });
    const open = async (text: typeof toMarlow) => {
      const agent = await theirs.newPage();
      await agent.goto(linkIn(text));
      await expect(button(agent, 'Accept')).toBeEnabled();
      await translatePage(agent);
      return agent;
    };
    const [first, second] = people;
    const marlow = await open(toMarlow);
    const tamsin = await open(toTamsin);
    const details = (agent: Page) => agent.locator('.agent-over');
    const pair = card(page).locator('.live-pair');

    await button(tamsin, 'Not me').click();
    await expect(details(tamsin)).toContainText('You can still accept it');
    await button(marlow, 'Accept').click();
    await expect(pair).toContainText(`${first} says first`);
    await expect(details(tamsin)).toHaveText(/^BX-[\w-]+ · Nothing is left for you to do\.$/);
    boxline.makeLate(dealership);
    await expect(details(tamsin)).toHaveText(/^BX-[\w-]+ · Whoever takes it over sees the details\.$/);
    await button(tamsin, 'Take over').click();
    await expect(pair.locator('div')).toHaveText([new RegExp(`^${second} says first\\w+$`), /^You answer\w+$/]);
    await expect(details(marlow)).toHaveText(/^BX-[\w-]+ · Nothing is left for you to do\.$/);
    await theirs.close();
  });
}
