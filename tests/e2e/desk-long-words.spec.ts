/** Names of one long word, in every state of the desk: whoever fills in a public form can type one. */
import type { Page } from '@playwright/test';
import { expect, refused, test } from './desk.ts';
import { looks } from './desk-board-looks.ts';
import { openLook } from './desk-looks.ts';

const provoked = [...[401, 403, 404, 409, 503].map(refused), /ERR_CONNECTION_REFUSED/];
test.use({ allowed: async ({ browserName: _ }, use) => use(provoked) });

/** The people and the stores of the states, and every mail address. */
const names =
  /(Dana|Lee|Marlow|Priya|Rae|Sam) [A-Z][a-z]+|(Alder Creek|Bayside|Bluegrass|Harbor Point|Juniper|Lakeside|Main Street|Ridgeview|Summit) [A-Z]\w+|[\w.-]+@[\w.-]+/g;

/** Puts one long word in the place of every name that the page shows. */
const lengthen = (page: Page): Promise<void> =>
  page.evaluate((pattern) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      text.data = text.data.replace(pattern, 'W'.repeat(200));
    }
  }, names);

/** The parts of the page that a long word makes wider than they are, and that therefore cut it off or scroll. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cuts = (element: Element): boolean => {
      const { overflowX, textOverflow, clipPath } = getComputedStyle(element);
      return overflowX !== 'visible' && textOverflow !== 'ellipsis' && clipPath === 'none';
    };
    const holders = [...document.querySelectorAll('body *:not(select, option)')].filter((element) =>
      element.textContent.includes('WWW'),
    );
    return [document.documentElement, ...holders.filter(cuts)]
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .map(
        ({ tagName, className, scrollWidth, clientWidth }) =>
          `${tagName} ${className}: ${scrollWidth} of ${clientWidth}`,
      );
  });

for (const look of looks) {
  test(`R935 ${look.name} is as wide as its window when each name in it is one long word`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 900 });
    await openLook(page, look);
    await lengthen(page);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await tooWide(page), `${width} px`).toEqual([]);
    }
  });
}
