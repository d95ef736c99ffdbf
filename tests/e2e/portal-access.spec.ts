/** WCAG 2.2 AA in the portal and on an agent's page, beyond what axe says of each of their states. */
import type { Page } from '@playwright/test';
import { cutBySpacing, edgeless, focused, smallTargets, tabTo } from './access.ts';
import { anyDealership, askByText, card, codeField, enter, expect, linkIn, people, test } from './portal.ts';

const phone = { width: 390, height: 844 };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** What is held in every state that is looked at. */
async function expectUsable(page: Page): Promise<void> {
  expect(await smallTargets(page)).toEqual([]);
  expect(await edgeless(page)).toEqual([]);
}

test('R31 an agent is asked for, accepts and ends, by keyboard alone on both sides', async ({
  page,
  desk,
  context,
}) => {
  test.slow();
  const dealership = anyDealership();
  /** Goes to a control by Tab, sees that the focus shows there, and presses. */
  const press = async (on: Page, name: string, key = 'Enter') => {
    await tabTo(on, button(on, name));
    expect(await focused(on)).toMatchObject({ ring: true, seen: true });
    await on.keyboard.press(key);
  };
  await page.goto('/portal');
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(desk.code);
  await page.keyboard.press('Enter');
  await press(page, 'Request An Agent');
  await press(page, 'Text Agent');
  await tabTo(page, page.getByLabel('Dealership'));
  await page.keyboard.type(dealership);
  await tabTo(page, page.getByLabel('Additional info'));
  await page.keyboard.type('2021 F-150, wants GAP.');
  await press(page, 'Request Agent');
  await expect(page.getByRole('heading', { name: 'Agent Requested!' })).toBeFocused();
  await press(page, 'Got It');
  await tabTo(page, page.getByLabel('AnyDesk address on'));
  await page.keyboard.type('1412098637');
  await press(page, 'Send to the agent');
  await expect(card(page)).toContainText('1 412 098 637');

  const agent = await context.newPage();
  await agent.goto(linkIn((await desk.textsOf(dealership))[0]));
  await expect(button(agent, 'Accept')).toBeVisible();
  for (const step of ['Accept', 'Connected', 'Done']) await press(agent, step);
  await expect(card(page)).toContainText('closed this request');
});

test('R31 the portal keeps its edges, its focus and the card’s steps in forced colours', async ({ page, desk }) => {
  test.slow();
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto('/portal');
  await expect(codeField(page)).toBeFocused();
  await expectUsable(page);
  await enter(page, desk);
  await expectUsable(page);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toMatchObject({ ring: true });
  const dealership = anyDealership();
  await askByText(page, dealership);
  await expect(card(page)).toContainText('Sent. Waiting');
  await expectUsable(page);
  await page.goto(linkIn((await desk.textsOf(dealership))[0]));
  await expect(button(page, 'Accept')).toBeVisible();
  await expectUsable(page);
});

test('R31 the portal and an agent’s page lose no word when text is spaced out', async ({ page, desk }) => {
  test.slow();
  await page.setViewportSize(phone);
  await page.goto('/portal');
  await expect(codeField(page)).toBeFocused();
  expect(await cutBySpacing(page)).toEqual([]);
  await enter(page, desk);
  expect(await cutBySpacing(page)).toEqual([]);
  for (const [opener, inside] of [
    ['Request An Agent', 'Text Agent'],
    ['Download AnyDesk', undefined],
  ] as const) {
    await button(page, opener).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await cutBySpacing(page)).toEqual([]);
    if (inside) {
      await button(page, inside).click();
      await expect(page.getByLabel('Dealership')).toBeVisible();
      expect(await cutBySpacing(page)).toEqual([]);
    }
    await page.keyboard.press('Escape');
  }
  const dealership = anyDealership();
  await askByText(page, dealership);
  await expect(card(page)).toContainText('Sent. Waiting');
  expect(await cutBySpacing(page)).toEqual([]);
  await page.goto(linkIn((await desk.textsOf(dealership))[0]));
  await button(page, 'Accept').click();
  await expect(page.getByText(people[0]).first()).toBeVisible();
  expect(await cutBySpacing(page)).toEqual([]);
});
