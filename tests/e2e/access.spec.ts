/** WCAG 2.2 AA on the whole public site, beyond what the tests of each page check. */
import { brand } from '#brand/brand.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import { sendPath } from '#contract/send.ts';
import { envelopeOf, intakeParams } from '../support/answers.ts';
import { cutBySpacing, edgeless, focused, smallTargets, startTabbing, tabThrough, tabTo } from './access.ts';
import { openLarge } from './forms.ts';
import { publicPaths } from './public-pages.ts';
import { expect, expectAccessible, hydrated, newDealership, repeats, test } from './support.ts';

type Page = import('@playwright/test').Page;

// The browser itself reports the status of a page that does not exist.
test.use({ allowed: [/status of 404/] });

const thankYou = '/thank-you?kind=intake';
const nothingHere = '/thank-you';
/** This page has no address: it is the answer to a form that is too large to be read. */
const tooLarge = 'a form that is too large';
const everyPath = [...publicPaths, '/dealer-intake#form', '/no-such-page', thankYou, nothingHere, tooLarge];
const narrow = { width: 320, height: 640 };
const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

/** The thank-you page is the only page without script. It needs a reference that the server has. */
async function open(page: Page, path: string): Promise<void> {
  if (path === tooLarge) {
    await openLarge(page, 5_000_000);
    await expect(page.getByRole('heading', { name: 'Your form was too large' })).toBeVisible();
    return;
  }
  if (path !== thankYou) {
    await page.goto(path);
    if (path !== nothingHere) await hydrated(page);
    return;
  }
  const submission_id = mintId();
  const template_params = intakeParams({ business_name: newDealership(), submission_id });
  const sent = await page.request.post(sendPath, { data: { ...envelopeOf('intake'), template_params } });
  expect(sent.status()).toBe(200);
  await page.goto(`${thankYou}&reference=${referenceOf(submission_id)}`);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
}

/** Pages that no other file checks with axe. */
const lookedAtHere = ['/dealer-intake', '/no-such-page', thankYou, nothingHere];

for (const path of everyPath) {
  const isLookedAtElsewhere = !lookedAtHere.some((one) => path.startsWith(one));
  // Each check needs the page as loaded, so the checks that change it come last.
  test(
    `R31 ${path} fits 320 px and 400 % zoom, has targets of 24 px, passes axe, stands still, is walked by Tab, keeps its edges in forced colours, and loses no word when text is spaced out`,
    repeats(isLookedAtElsewhere),
    async ({ page }) => {
      test.slow();
      await page.setViewportSize(narrow);
      await open(page, path);
      await test.step('it fits 320 px and 400 % zoom, and its targets have 24 px', async () => {
        for (const height of [narrow.height, 256]) {
          await page.setViewportSize({ ...narrow, height });
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrow.width);
        }
        expect(await smallTargets(page)).toEqual([]);
        await page.setViewportSize(desktop);
        expect(await smallTargets(page)).toEqual([]);
      });

      await test.step('it stands still for who asked for less motion', async () => {
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

      for (const viewport of [desktop, phone]) {
        await page.setViewportSize(viewport);
        if (lookedAtHere.includes(path)) await expectAccessible(page);
      }

      await test.step('Tab walks it, and shows at every step where the focus is', async () => {
        const expected = await startTabbing(page);
        const stops = await tabThrough(page);
        expect(stops.filter(({ ring }) => !ring)).toEqual([]);
        expect(stops.filter(({ seen }) => !seen)).toEqual([]);
        expect(stops.length).toBeGreaterThanOrEqual(expected - 1);
      });

      await test.step('it keeps its edges and its focus in forced colours', async () => {
        await page.setViewportSize(desktop);
        await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
        expect(await edgeless(page)).toEqual([]);
        await page.keyboard.press('Tab');
        expect(await focused(page)).toMatchObject({ ring: true });
        await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
      });

      await test.step('no word is lost when text is spaced out', async () => {
        await page.setViewportSize(phone);
        expect(await cutBySpacing(page)).toEqual([]);
        // The width at which a page must need no sideways scrolling (WCAG 1.4.10).
        await page.setViewportSize({ ...phone, width: 320 });
        expect(await cutBySpacing(page)).toEqual([]);
      });
    },
  );
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
  for (const viewport of [narrow, desktop]) {
    test(`R31 the dialog ${name} is opened, walked and left by keyboard at ${viewport.width} px`, {
      tag: '@long',
    }, async ({ page }) => {
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
      // The page behind a dialog is inert: from the browser's own controls the focus comes back into the dialog.
      await page.keyboard.press('Tab');
      expect(await inside()).toBe(true);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opener(page)).toBeFocused();
    });
  }
}

test('R31 the skip link leaves the intake as it is', async ({ page }) => {
  for (const [address, seen] of [
    ['/dealer-intake', 'Continue to Form'],
    ['/dealer-intake#form', 'Send registration'],
  ] as const) {
    await open(page, address);
    const control = page.getByRole('link', { name: seen }).or(page.getByRole('button', { name: seen }));
    await expect(control).toBeVisible();
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(control).toBeVisible();
  }
});

test('R31 an inquiry is filled in and sent by keyboard alone', { tag: '@long' }, async ({ page, boxline }) => {
  test.slow();
  await open(page, '/');
  const link = page.getByRole('link', { name: 'Dealer Inquiry' });
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  const name = page.getByRole('dialog').getByLabel(/^Dealership name/);
  await expect(name).toBeVisible();
  await tabTo(page, name);
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
  await tabTo(page, send);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Dealer inquiry' })).toContainText(/BX-\w{4}-\w{4}/);
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});
