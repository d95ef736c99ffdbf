/** WCAG 2.2 AA over the whole public site, beyond what each page's own tests look at. */
import { brand } from '#brand/brand.ts';
import { publicPaths } from './public-pages.ts';
import { expect, expectAccessible, hydrated, test, withoutOpening } from './support.ts';

type Page = import('@playwright/test').Page;

// The browser itself reports the status of a page that is not there.
test.use({ ...withoutOpening, allowed: [/status of 404/] });

const thankYou = '/thank-you?kind=intake&reference=BX-7F3K-29QM';
const everyPath = [...publicPaths, '/dealer-intake#form', '/no-such-page', thankYou];
const narrow = { width: 320, height: 640 };
const phone = { width: 390, height: 844 };

/** The thank-you page is the one that has no script. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  if (path !== thankYou) await hydrated(page);
}

interface Target {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** What can be pressed and is smaller than 24 by 24 CSS pixels, except links within a sentence (WCAG 2.5.8). */
const smallTargets = (page: Page): Promise<Target[]> =>
  page.evaluate(() => {
    const inSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentNode?.childNodes ?? [])].some(
        (node) => node instanceof Text && /\w\w/.test(node.textContent ?? ''),
      );
    const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    /** A tick is pressed by its label as well. */
    const pressed = (element: Element) => (element instanceof HTMLInputElement && element.labels?.[0]) || element;
    return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
      .filter((element) => seen(element) && !inSentence(element) && !element.matches('.skip-link, [tabindex="-1"]'))
      .map((element) => {
        const rects = [element, pressed(element)].map((one) => one.getBoundingClientRect());
        return {
          name: `${element.tagName} ${element.getAttribute('name') ?? element.textContent}`,
          width: Math.max(...rects.map(({ width }) => width)),
          height: Math.max(...rects.map(({ height }) => height)),
        };
      })
      .filter(({ width, height }) => width > 0 && (width < 24 || height < 24));
  });

interface Stop {
  readonly name: string;
  readonly ring: boolean;
  readonly seen: boolean;
}

/** Where the focus is: whether it shows, and whether nothing lies over it. `undefined` when it is on nothing of the page. */
const focused = (page: Page): Promise<Stop | undefined> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body || element === document.documentElement) return undefined;
    const { left, top, width, height } = element.getBoundingClientRect();
    const rings = [element, ...document.querySelectorAll('label:has(:focus-visible), :has(> :focus-visible)')];
    const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
    const same = hit !== null && (element.contains(hit) || hit.contains(element) || Boolean(hit.closest('label')));
    return {
      name: `${element.tagName} ${element.id || element.textContent}`.slice(0, 60),
      ring: rings.some((one) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      }),
      seen: same,
    };
  });

/** Presses Tab until the focus leaves the page, and returns where it was. */
async function tabThrough(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (!stop) return stops;
    stops.push(stop);
  }
  throw new Error(`the focus never leaves the page: ${stops.map(({ name }) => name).join(', ')}`);
}

/** Puts the focus on the first element that Tab is meant to reach, in the dialog that is open if there is one, and counts them. */
const startTabbing = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const all = (document.querySelector('dialog:modal') ?? document).querySelectorAll<HTMLElement>(
      'a[href], button:not(:disabled), input:not([type=hidden], :disabled), select, textarea:not(:disabled), [tabindex="0"]',
    );
    const seen = [...all].filter((one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }));
    seen[0]?.focus();
    return seen.length;
  });

for (const path of everyPath) {
  test.describe(path, () => {
    test('R31 does not scroll sideways at 320 px, nor at 400 % zoom, and has targets of 24 px', async ({ page }) => {
      await page.setViewportSize(narrow);
      await open(page, path);
      for (const height of [narrow.height, 256]) {
        await page.setViewportSize({ ...narrow, height });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrow.width);
      }
      expect(await smallTargets(page)).toEqual([]);
      await page.setViewportSize({ width: 1440, height: 900 });
      expect(await smallTargets(page)).toEqual([]);
    });

    test('R31 is walked by the Tab key, and shows at every step where the focus is', async ({ page }) => {
      test.slow();
      await page.setViewportSize(phone);
      await open(page, path);
      const expected = await startTabbing(page);
      const stops = await tabThrough(page);
      expect(stops.filter(({ ring }) => !ring)).toEqual([]);
      expect(stops.filter(({ seen }) => !seen)).toEqual([]);
      expect(stops.length).toBeGreaterThanOrEqual(expected - 1);
    });

    test('R31 stands still for who asked for less motion', async ({ page }) => {
      await open(page, path);
      const running = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(
            ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().iterations === Infinity,
          )
          .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : animation.id)),
      );
      expect(running).toEqual([]);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
    });

    test('R31 keeps its edges and its focus in forced colours', async ({ page }) => {
      await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
      await open(page, path);
      const edgeless = await page.evaluate(() =>
        [...document.querySelectorAll('.button, .control, input:not([type=hidden]), select, textarea')]
          .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          .filter((one) => {
            const { appearance, borderTopStyle, borderTopWidth, textDecorationLine } = getComputedStyle(one);
            const bordered = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1;
            return !bordered && textDecorationLine !== 'underline' && appearance === 'none';
          })
          .map((one) => one.outerHTML.slice(0, 120)),
      );
      expect(edgeless).toEqual([]);
      await page.keyboard.press('Tab');
      expect(await focused(page)).toMatchObject({ ring: true });
    });
  });
}

for (const path of ['/inquiry', '/dealer-intake', '/no-such-page', thankYou]) {
  for (const viewport of [phone, { width: 1440, height: 900 }]) {
    test(`R31 ${path} has nothing that axe finds wrong at ${viewport.width} px`, async ({ page }) => {
      test.slow();
      await page.setViewportSize(viewport);
      await open(page, path);
      await expectAccessible(page);
    });
  }
}

test('R31 the skip link is the first stop and leads past the header', async ({ page }) => {
  for (const path of ['/', '/about', '/dealer-intake']) {
    await open(page, path);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  }
});

const dialogs = [
  { name: 'Contact', opener: (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: 'Contact' }) },
  { name: 'Dealer inquiry', opener: (page: Page) => page.getByRole('link', { name: 'Dealer Inquiry' }) },
  { name: 'Dealer Portal', opener: (page: Page) => page.getByRole('button', { name: 'Dealer Portal' }) },
];

for (const { name, opener } of dialogs) {
  for (const viewport of [narrow, { width: 1440, height: 900 }]) {
    test(`R31 the dialog ${name} is opened, walked and left by keyboard at ${viewport.width} px`, async ({ page }) => {
      test.slow();
      await page.setViewportSize(viewport);
      await open(page, '/');
      await opener(page).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name });
      await expect(dialog).toBeVisible();
      const inside = () => dialog.evaluate((element) => element.contains(document.activeElement));
      await expect.poll(inside).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      expect(await smallTargets(page)).toEqual([]);
      const stops = await tabThrough(page);
      expect(stops.filter(({ ring, seen }) => !ring || !seen)).toEqual([]);
      expect(stops.length).toBeGreaterThan(1);
      // What lies behind is inert: from the browser's own controls the focus comes back into the dialog.
      await page.keyboard.press('Tab');
      expect(await inside()).toBe(true);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opener(page)).toBeFocused();
    });
  }
}

test('R31 an inquiry is filled in and sent by keyboard alone', async ({ page, desk }) => {
  test.slow();
  await open(page, '/');
  const link = page.getByRole('link', { name: 'Dealer Inquiry' });
  for (let presses = 0; presses < 20 && !(await link.evaluate((one) => one === document.activeElement)); presses += 1) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  const name = page.getByRole('dialog').getByLabel(/^Dealership name/);
  await expect(name).toBeVisible();
  for (let presses = 0; presses < 5 && !(await name.evaluate((one) => one === document.activeElement)); presses += 1) {
    await page.keyboard.press('Tab');
  }
  const dealership = `Keyboard Motors ${process.pid}`;
  const typed = [dealership, 'Ada', 'Quill', brand.phone, 'ada@harborpoint.example', '', '14 Commercial Wharf'];
  for (const text of typed) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  for (const first of ['Used', 'Not', 'Hub', '51']) {
    await page.keyboard.type(first);
    await page.keyboard.press('Tab');
  }
  const send = page.getByRole('button', { name: 'Send inquiry' });
  for (let presses = 0; presses < 6 && !(await send.evaluate((one) => one === document.activeElement)); presses += 1) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Dealer inquiry' })).toContainText(/BX-\w{4}-\w{4}/);
  expect(await desk.leadsOf(dealership)).toHaveLength(1);
});
