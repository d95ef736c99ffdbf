/** An agent's page under a thumb that taps twice, and every way back from a step. */
import type { Browser, Locator, Page, Request } from '@playwright/test';
import { setDefaultTextSize, unfitting } from './large-text.ts';
import { told } from './live-regions.ts';
import {
  anyDealership,
  askByText,
  card,
  enter,
  expect,
  giveDealership,
  linkIn,
  type PortalBoxline,
  screens,
  test,
} from './portal.ts';
import { framesPainted, momentPasses, repeats } from './support.ts';

// The browser itself reports a step that came too late, and that a request is over.
test.use({ allowed: [/status of (?:409|410)/] });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const headline = (page: Page) => card(page).getByRole('heading', { level: 2 });
const standing = (page: Page) => told(page, 'status');

/** The place where the thumb presses. */
async function middleOf(target: Locator): Promise<readonly [number, number]> {
  const box = await target.boundingBox();
  if (!box) throw new Error('it is not in sight');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Buttons that open a question and do not take a step. */
const opening = ['Done', 'Hand back'];

/**
 * Taps twice as a hasty thumb does, and then again at the same spot once the next control there can be pressed. However many taps
 * come, the page takes only the step that the button names.
 */
async function tapAgainAndAgain(page: Page, name: string, follows: Locator): Promise<void> {
  const steps: string[] = [];
  const hear = (request: Request) => request.method() === 'POST' && steps.push(request.url());
  page.on('request', hear);
  await expect(button(page, name)).toBeEnabled();
  const [x, y] = await middleOf(button(page, name));
  await page.mouse.dblclick(x, y);
  await expect(follows).toBeEnabled();
  await page.mouse.click(x, y);
  await page.mouse.dblclick(x, y);
  await momentPasses(page);
  page.off('request', hear);
  expect(steps, name).toHaveLength(opening.includes(name) ? 0 : 1);
}

/** A request at a dealership's page, and the pages of two agents who were asked. */
async function asked(page: Page, boxline: PortalBoxline, browser: Browser, dealership = anyDealership()) {
  await enter(page, boxline);
  await askByText(page, dealership, 'Customer is in the chair');
  const [first, second] = await boxline.textsOf(dealership);
  const theirs = await browser.newContext({ baseURL: boxline.server.url, viewport: page.viewportSize() });
  const open = async (text: typeof first) => {
    const agent = await theirs.newPage();
    await agent.goto(linkIn(text));
    await expect(agent.getByRole('heading', { level: 1 })).toHaveText(dealership);
    return agent;
  };
  return { dealership, marlow: await open(first), tamsin: await open(second), close: () => theirs.close() };
}

for (const [screen, viewport] of screens) {
  // Agents use a telephone. What is the same on a desktop is checked in the long run.
  test.describe(`on a ${screen}`, repeats(screen !== 'phone'), () => {
    test.use({ viewport });
    test.slow();

    test('R35 a double tap on Accept, Connected, Done and Close takes that one step', { tag: '@long' }, async ({
      page,
      boxline,
      browser,
    }) => {
      const { marlow, close } = await asked(page, boxline, browser);
      await tapAgainAndAgain(marlow, 'Accept', button(marlow, 'Connected'));
      await expect(standing(marlow)).toHaveText(/^It is yours, since/);
      await tapAgainAndAgain(marlow, 'Connected', button(marlow, 'Undo Connected'));
      await expect(standing(marlow)).toHaveText(/^You are connected, since/);
      await tapAgainAndAgain(marlow, 'Done', button(marlow, 'Close request'));
      await expect(marlow.getByRole('heading', { name: 'How did it end?' })).toBeVisible();
      await marlow.getByRole('radio', { name: 'Customer left' }).check();
      await tapAgainAndAgain(marlow, 'Close request', button(marlow, 'Undo Done'));
      await expect(standing(marlow)).toHaveText(/^Closing as “Customer left”\. It ends at .* unless you undo it/);
      await expect(headline(page)).toHaveText('Marlow Finch is closing this request');
      await tapAgainAndAgain(marlow, 'Undo Done', button(marlow, 'Done'));
      await expect(headline(page)).toHaveText('Marlow Finch is connected');
      await tapAgainAndAgain(marlow, 'Hand back', button(marlow, 'Yes, hand it back'));
      await tapAgainAndAgain(marlow, 'Yes, hand it back', button(marlow, 'Accept'));
      await expect(standing(marlow)).toHaveText(/^You handed it back at/);
      await expect(headline(page)).toHaveText('Marlow Finch handed it back. Looking for another finance manager.');
      await close();
    });

    test('R35 Enter twice on a button takes one step', { tag: '@long' }, async ({ page, boxline, browser }) => {
      const { marlow, close } = await asked(page, boxline, browser);
      for (const [name, follows] of [
        ['Accept', 'Connected'],
        ['Connected', 'Undo Connected'],
      ] as const) {
        await expect(button(marlow, name)).toBeEnabled();
        await button(marlow, name).focus();
        await marlow.keyboard.press('Enter');
        await marlow.keyboard.press('Enter');
        await expect(button(marlow, follows)).toBeEnabled();
        await marlow.keyboard.press('Enter');
        await marlow.keyboard.press('Space');
        await momentPasses(marlow);
      }
      await expect(standing(marlow)).toHaveText(/^You are connected, since/);
      await button(marlow, 'Done').focus();
      await marlow.keyboard.press('Enter');
      await expect(marlow.getByRole('heading', { name: 'How did it end?' })).toBeFocused();
      await marlow.keyboard.press('Enter');
      await framesPainted(marlow, 2);
      await expect(marlow.getByText('Choose how it ended.')).toHaveCount(0);
      await close();
    });

    test('R35 R57 what an agent hands back shows on the second agent’s page and on the card, and its details go', {
      tag: '@long',
    }, async ({ page, boxline, browser }) => {
      const { dealership, marlow, tamsin, close } = await asked(page, boxline, browser);
      const note = 'Customer is in the chair';
      await expect(tamsin.getByText(note)).toBeVisible();
      const before = (await boxline.textsOf(dealership)).length;
      await button(marlow, 'Accept').click();
      await expect(standing(tamsin)).toHaveText(/^Marlow Finch has it, since/);
      await expect(tamsin.getByText(note)).toHaveCount(0);
      await button(marlow, 'Hand back').click();
      await button(marlow, 'Yes, hand it back').click();
      await expect(standing(tamsin)).toHaveText('Marlow Finch handed it back. The first to accept has it.');
      await expect(marlow.getByText(note)).toHaveCount(0);
      await expect(headline(page)).toHaveText('Marlow Finch handed it back. Looking for another finance manager.');
      const texts = await boxline.textsOf(dealership, before + 1);
      expect(texts.slice(before).map(({ to }) => to)).toEqual(['+12075550122']);
      await button(tamsin, 'Accept').click();
      await expect(headline(page)).toHaveText('Tamsin Okoro has your request');
      await close();
    });

    test(
      'R58 what is not connected in five minutes says to call, and another agent takes it over',
      repeats(true),
      async ({ page, boxline, browser }) => {
        const { dealership, marlow, tamsin, close } = await asked(page, boxline, browser);
        await button(marlow, 'Accept').click();
        await expect(headline(page)).toHaveText('Marlow Finch has your request');
        await expect(standing(tamsin)).toHaveText(/^Marlow Finch has it, since/);
        await expect(button(tamsin, 'Take over')).toHaveCount(0);
        boxline.makeLate(dealership);
        await expect(headline(page)).toHaveText('Marlow Finch is not connected yet. Call the desk.');
        await expect(card(page).getByRole('link', { name: /^Call/ })).toBeVisible();
        await expect(standing(marlow)).toContainText('Call them, or hand it back.');
        await tapAgainAndAgain(tamsin, 'Take over', button(tamsin, 'Connected'));
        await expect(standing(tamsin)).toHaveText(/^It is yours, since/);
        await expect(headline(page)).toHaveText('Tamsin Okoro has your request');
        await expect(standing(marlow)).toHaveText(/^Tamsin Okoro has it, since/);
        await close();
      },
    );

    test('R35 a cancel is taken back within its minute, and a double click on it takes nothing back', {
      tag: '@long',
    }, async ({ page, boxline, browser }) => {
      const { marlow, tamsin, close } = await asked(page, boxline, browser);
      await button(tamsin, 'Not me').click();
      await expect(standing(tamsin)).toHaveText(/^You said “not me” at/);
      await button(page, 'Cancel request').click();
      await button(page, 'Yes, cancel it').dblclick();
      await expect(headline(page)).toHaveText('Cancelled');
      await expect(standing(marlow)).toHaveText(/^The dealership cancelled it\. It ends at/);
      await expect(button(marlow, 'Accept')).toHaveCount(0);
      await button(page, 'Take back').click();
      await expect(headline(page)).toHaveText('Sent. Waiting for a finance manager.');
      await button(marlow, 'Accept').click();
      await expect(headline(page)).toHaveText('Marlow Finch has your request');
      await close();
    });
  });
}

test('R857 a duplicated tab of an agent’s page does not say that a note was not sent which the other tab sent', {
  tag: '@long',
}, async ({ page, boxline, browser }) => {
  const { marlow, close } = await asked(page, boxline, browser);
  await button(marlow, 'Accept').click();
  await button(marlow, 'Done').click();
  await marlow.getByRole('radio', { name: 'Customer left' }).check();
  await marlow.getByLabel(/^Note for the desk/).fill('Back on Monday');
  // The browser gives the other tab a copy of what this one keeps.
  const [copy] = await Promise.all([
    marlow.context().waitForEvent('page'),
    marlow.evaluate(() => void open(location.href)),
  ]);
  await expect(standing(copy)).toHaveText(/^It is yours, since/);
  const said: string[] = [];
  await copy.exposeFunction('saysUnsent', (text: string) => void said.push(text));
  await copy.evaluate(() => {
    const { saysUnsent } = window as unknown as { saysUnsent(text: string): void };
    const look = () => {
      const heading = document.getElementById('agent-unsent-heading');
      if (heading) saysUnsent(heading.textContent);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await button(marlow, 'Close request').click();
  await expect(standing(copy)).toHaveText(/^Closing as “Customer left”/);
  await momentPasses(copy);
  expect(said).toEqual([]);
  await close();
});

test('R858 “Skip to content”, pressed before the script of an agent’s page came, takes no link away', {
  tag: '@long',
}, async ({ page, boxline, browser }) => {
  const { marlow, dealership, close } = await asked(page, boxline, browser);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await marlow.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await marlow.reload({ waitUntil: 'commit' });
  await marlow.getByRole('link', { name: 'Skip to content' }).focus();
  await marlow.keyboard.press('Enter');
  await expect(marlow).toHaveURL(/#main$/);
  release();
  await expect(marlow.getByRole('heading', { level: 1 })).toHaveText(dealership);
  await close();
});

test('R910 an agent’s page fits a phone whose text is one and a half or twice as large, from Accept to Undo Done', {
  tag: '@long',
}, async ({ page, boxline, browser }) => {
  test.slow();
  // Its name has the longest word.
  const { marlow, close } = await asked(page, boxline, browser, giveDealership('Fox Hollow Powersports'));
  const fits = async (shown: string) => {
    await expect(button(marlow, shown)).toBeEnabled();
    for (const [width, size] of [
      [390, 24],
      [390, 32],
      [360, 32],
    ] as const) {
      await marlow.setViewportSize({ width, height: 780 });
      await setDefaultTextSize(marlow, size);
      expect(await unfitting(marlow), `${shown} at ${width} px, with text of ${size} px`).toEqual([]);
    }
  };
  const press = async (name: string, shown: string) => {
    await button(marlow, name).click();
    await fits(shown);
  };
  await fits('Accept');
  await press('Accept', 'Connected');
  await press('Hand back', 'Yes, hand it back');
  await press('Back', 'Connected');
  await press('Connected', 'Undo Connected');
  await press('Done', 'Close request');
  await marlow.getByRole('radio').first().check();
  await press('Close request', 'Undo Done');
  await close();
});
