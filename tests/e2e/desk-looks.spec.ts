import type { Page } from '@playwright/test';
import { expect, refused, test } from './desk.ts';
import { looks } from './desk-board-looks.ts';
import { type Look, openLook } from './desk-looks.ts';
import { expectAccessible, repeats } from './support.ts';

// What these tests provoke: responses that refuse, and a server that cannot be reached.
const provoked = [...[401, 403, 404, 409, 503].map(refused), /ERR_CONNECTION_REFUSED/];
test.use({ allowed: async ({ browserName: _ }, use) => use(provoked) });

/** The screen of a state: a search, a filter or another record is the same screen with other content. */
const screenOf = ({ path }: Look): string => path.replace(/[?#].*/, '').replace(/^(\/desk\/\w+)\/.+/, '$1/:id');

/** Screens and forms that share the address of another one. */
const besides = ['desk-board', 'desk-sign-in', 'desk-person-request'];

/** The first state of each screen. The others repeat it with other content. */
const firsts = new Set([
  ...new Map(looks.toReversed().map((look) => [screenOf(look), look])).values(),
  ...looks.filter(({ name }) => besides.includes(name)),
]);

/** Checks that at a width axe finds nothing wrong on the page as it is, and that the page is not wider. */
async function expectFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await expectAccessible(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide, `the width of the page at ${width} px`).toBeLessThanOrEqual(width);
}

/** The headings that are more than one level below the heading before them. */
const skippedLevels = (page: Page): Promise<string[]> =>
  page.getByRole('heading').evaluateAll((found) => {
    const levels = found.map(({ tagName }) => Number(tagName[1]));
    const isSkip = (level: number, before = level): boolean => level > before + 1;
    return found.filter((_, index) => isSkip(levels[index] ?? 0, levels[index - 1])).map(({ outerHTML }) => outerHTML);
  });

/**
 * The buttons that are called the same in two rows of one list. Whoever goes from button to button by ear hears only what they are
 * called, and would press one for the wrong row.
 */
const sameNames = (page: Page): Promise<string[]> =>
  page.locator('ul, ol, tbody').evaluateAll((lists) =>
    lists.flatMap((list) => {
      const names = [...list.children].flatMap((row) => {
        const buttons = [...row.querySelectorAll('button')].filter(
          (button) => button.closest('ul, ol, tbody') === list,
        );
        return [
          ...new Set(buttons.map((button) => button.ariaLabel ?? button.textContent.replace(/\s+/g, ' ').trim())),
        ];
      });
      return names.filter((name, index) => names.indexOf(name) < index);
    }),
  );

/** `npm test` checks the first states on a phone; the long run checks all the others. */
const parts = [
  { chosen: looks.filter((look) => firsts.has(look)), widths: [390], isRepetition: false },
  { chosen: looks.filter((look) => firsts.has(look)), widths: [1440], isRepetition: true },
  { chosen: looks.filter((look) => !firsts.has(look)), widths: [1440, 390], isRepetition: true },
];

for (const { chosen, widths, isRepetition } of parts) {
  test.describe('R95 R917 R959 each screen and state of the console', () => {
    for (const look of chosen) {
      test(
        `${look.name} has nothing that axe finds wrong, skips no level of headings, calls no buttons of two rows the same, and fits ${widths.join(' and ')} px`,
        repeats(isRepetition),
        async ({ page }) => {
          await openLook(page, look);
          // Axe counts a control that the fixed bar partly covers as too small, although it can be scrolled into view.
          await page.evaluate(() =>
            document.querySelector<HTMLElement>('.bar')?.style.setProperty('position', 'static'),
          );
          for (const width of widths) await expectFit(page, width);
          expect(await skippedLevels(page)).toEqual([]);
          expect(await sameNames(page)).toEqual([]);
        },
      );
    }
  });
}

test('R95 the next step of a long record is in sight on a phone without scrolling, above the navigation', async ({
  page,
}) => {
  const look = looks.find(({ name }) => name === 'desk-request-mine');
  if (!look) throw new Error('there is no such state');
  await page.setViewportSize({ width: 390, height: 844 });
  await openLook(page, look);
  const next = page.getByRole('button', { name: 'Done…' });
  await expect(next).toBeInViewport({ ratio: 1 });
  const [button, bar] = [await next.boundingBox(), await page.locator('.bottom-bar').boundingBox()];
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});
