/** WCAG 2.2 AA in the portal and on an agent's page, beyond what axe reports for each of their states. */
import type { Locator, Page } from '@playwright/test';
import { cutBySpacing, edgeless, focused, smallTargets, tabTo } from './access.ts';
import { anyDealership, askByText, card, codeField, enter, expect, linkIn, people, test } from './portal.ts';

// The browser itself reports how an agent's page learns that the request is over.
test.use({ allowed: [/status of 410/] });

const phone = { width: 390, height: 844 };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** What is held in every state that is looked at. */
async function expectUsable(page: Page): Promise<void> {
  expect(await smallTargets(page)).toEqual([]);
  expect(await edgeless(page)).toEqual([]);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/**
 * Goes to a control by Tab, sees that the focus shows there, and presses. Then the focus is on what follows: a control
 * that goes away with its press must not leave it to the top of the document, from where Tab would still find all the rest.
 */
async function press(page: Page, name: string, follows: Locator): Promise<void> {
  const control = button(page, name);
  await tabTo(page, control);
  expect(await focused(page)).toMatchObject({ ring: true, seen: true });
  // The card may change its height at any moment, and its buttons ignore presses for a moment after it. Then press again.
  let isIgnored: boolean;
  do {
    await expect(control).toBeEnabled();
    const next = await control.evaluateHandle(watchPress);
    // Enter again at once, where the last press took the focus, would be the second press of a double press.
    await page.keyboard.press('Shift');
    await page.keyboard.press('Enter');
    isIgnored = await next.evaluate((press) => press.isIgnored);
  } while (isIgnored);
  await expect(follows).toBeFocused();
}

/** Notes whether a control ignores the next press of it. */
function watchPress(control: Element): { isIgnored: boolean } {
  const press = { isIgnored: false };
  const note = (event: Event) => {
    if (event.target !== control) return;
    removeEventListener('click', note);
    press.isIgnored = event.defaultPrevented;
  };
  addEventListener('click', note);
  return press;
}

/** Enters the code and asks for an agent, up to the card. */
async function askByKeyboard(page: Page, code: string, dealership: string): Promise<void> {
  await page.goto('/portal');
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await press(page, 'Request An Agent', dialog.getByRole('heading', { name: 'Request An Agent' }));
  await press(page, 'Text Agent', dialog.getByRole('heading', { name: 'Text Agent' }));
  await tabTo(page, page.getByLabel('Dealership'));
  await page.keyboard.type(dealership);
  await tabTo(page, page.getByLabel('Additional info'));
  await page.keyboard.type('2021 F-150, wants GAP.');
  await press(page, 'Request Agent', heading(page, 'Agent Requested!'));
  await press(page, 'Got It', card(page).getByRole('heading'));
}

test('R31 an agent is asked for, accepts and ends, by keyboard alone on both sides', async ({
  page,
  boxline,
  context,
}) => {
  test.slow();
  const dealership = anyDealership();
  await askByKeyboard(page, boxline.code, dealership);
  const address = page.getByLabel('AnyDesk address on');
  await tabTo(page, address);
  await page.keyboard.type('1412098637');
  await press(page, 'Send to the finance manager', button(page, 'Change'));
  await expect(card(page)).toContainText('1 412 098 637');
  await press(page, 'Change', address);

  const agent = await context.newPage();
  await agent.goto(linkIn((await boxline.textsOf(dealership))[0]));
  await expect(button(agent, 'Accept')).toBeVisible();
  await press(agent, 'Accept', heading(agent, dealership));
  await press(agent, 'Connected', heading(agent, dealership));
  await page.reload();
  await expect(card(page)).toContainText('is connected');
  await press(agent, 'Hand back', heading(agent, 'Hand it back to the others?'));
  await press(agent, 'Back', heading(agent, dealership));
  await press(agent, 'Undo Connected', heading(agent, dealership));
  await press(agent, 'Connected', heading(agent, dealership));
  await press(agent, 'Done', heading(agent, 'How did it end?'));
  await tabTo(agent, agent.getByRole('radio').first());
  await agent.keyboard.press('Space');
  await press(agent, 'Close request', heading(agent, dealership));
  await press(agent, 'Undo Done', heading(agent, dealership));
  await press(agent, 'Done', heading(agent, 'How did it end?'));
  await tabTo(agent, agent.getByRole('radio').first());
  await agent.keyboard.press('Space');
  await press(agent, 'Close request', heading(agent, dealership));
  boxline.endClosing();
  await expect(heading(agent, 'This request is over')).toBeVisible();
  await press(page, 'Dismiss', heading(page, 'For authorized dealers'));
});

test('R31 a request is kept, cancelled and put away by keyboard alone', async ({ page, boxline }) => {
  test.slow();
  await askByKeyboard(page, boxline.code, anyDealership());
  const asks = page.getByRole('group', { name: /^Cancel this request/ });
  await press(page, 'Cancel request', asks);
  await press(page, 'Keep it', button(page, 'Cancel request'));
  await press(page, 'Cancel request', asks);
  await press(page, 'Yes, cancel it', card(page).getByRole('heading', { name: 'Cancelled' }));
  await press(page, 'Take back', card(page).getByRole('heading', { name: /^Sent\./ }));
  await press(page, 'Cancel request', asks);
  await press(page, 'Yes, cancel it', card(page).getByRole('heading', { name: 'Cancelled' }));
  boxline.endClosing();
  await expect(card(page).getByRole('heading', { name: 'You cancelled this request' })).toBeVisible();
  await press(page, 'Dismiss', heading(page, 'Request An Agent'));
});

test('R31 the portal keeps its edges, its focus and the card’s steps in forced colours', async ({ page, boxline }) => {
  test.slow();
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto('/portal');
  await expect(codeField(page)).toBeFocused();
  await expectUsable(page);
  await enter(page, boxline);
  await expectUsable(page);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toMatchObject({ ring: true });
  const dealership = anyDealership();
  await askByText(page, dealership);
  await expect(card(page)).toContainText('Sent. Waiting');
  await expectUsable(page);
  await page.goto(linkIn((await boxline.textsOf(dealership))[0]));
  await expect(button(page, 'Accept')).toBeVisible();
  await expectUsable(page);
});

test('R31 the portal and an agent’s page lose no word when text is spaced out', async ({ page, boxline }) => {
  test.slow();
  await page.setViewportSize(phone);
  await page.goto('/portal');
  await expect(codeField(page)).toBeFocused();
  expect(await cutBySpacing(page)).toEqual([]);
  await enter(page, boxline);
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
  await page.goto(linkIn((await boxline.textsOf(dealership))[0]));
  await button(page, 'Accept').click();
  await expect(page.getByText(people[0]).first()).toBeVisible();
  expect(await cutBySpacing(page)).toEqual([]);
});
