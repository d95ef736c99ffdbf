import { expect, refused, test } from './desk.ts';
import { looks } from './desk-board-looks.ts';
import { openLook } from './desk-looks.ts';
import { expectAccessible, repeats } from './support.ts';

// What these tests provoke: responses that refuse, and a server that is not there.
const provoked = [...[401, 403, 404, 409, 503].map(refused), /ERR_CONNECTION_REFUSED/];
test.use({ allowed: async ({ browserName: _ }, use) => use(provoked) });

const widths = [390, 1440] as const;

/** The first state of each screen. The others repeat it with other content. */
const firsts = new Set(new Map(looks.toReversed().map((look) => [look.path, look])).values());

for (const width of widths) {
  test.describe('R95 each screen and state of the console', () => {
    for (const look of looks) {
      test(
        `${look.name} has nothing that axe finds wrong, and fits ${width} px`,
        repeats(width !== 390 || !firsts.has(look)),
        async ({ page }) => {
          await openLook(page, look);
          // Axe takes a control that the pinned bar covers in part for a small one, although it scrolls into sight.
          await page.evaluate(() =>
            document.querySelector<HTMLElement>('.bar')?.style.setProperty('position', 'static'),
          );
          await page.setViewportSize({ width, height: 900 });
          await expectAccessible(page);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          expect(wide, `the width of the page at ${width} px`).toBeLessThanOrEqual(width);
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
