/** The site when a part of it does not arrive or the browser offers less than usual: it can be read, and both forms can be sent. */
import { fillIn, inquiryOf, intakeOf } from './forms.ts';
import { makeOld } from './old-browser.ts';
import { expectReadable, publicPaths } from './public-pages.ts';
import { expect, hydrated, newDealership, test } from './support.ts';

type Page = import('@playwright/test').Page;

interface Shortage {
  readonly what: string;
  readonly begin: (page: Page) => Promise<unknown>;
  /** What is only late comes, once this is called. Where it is absent the shortage lasts. */
  readonly end?: (page: Page) => Promise<void>;
  /** Whether the page's script gets to run. */
  readonly script: boolean;
}

const styleFiles = '**/*.css';
let styles = Promise.withResolvers<void>();

/** Keeps style files back until `letStylesCome`. */
async function holdStyles(page: Page): Promise<void> {
  styles = Promise.withResolvers<void>();
  const { promise } = styles;
  await page.unroute(styleFiles);
  await page.route(styleFiles, async (route) => {
    await promise;
    await route.continue();
  });
}

/** Lets the style files come that were asked for, and all later ones, and waits until those of the document are there. */
async function letStylesCome(page: Page): Promise<void> {
  styles.resolve();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every((one) => one.sheet),
  );
}

/** Between GPRS and EDGE, by the numbers of DevTools' slowest preset of the time: 280 kbit/s, 800 ms there and back. */
const slowNetwork = { offline: false, latency: 800, downloadThroughput: 35_000, uploadThroughput: 32_000 };

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', slowNetwork);
}

const shortages: Shortage[] = [
  { what: 'the script blocked', begin: (page) => page.route('**/*.js', (route) => route.abort()), script: false },
  { what: 'style files blocked', begin: (page) => page.route('**/*.css', (route) => route.abort()), script: true },
  { what: 'style files slow', begin: holdStyles, end: letStylesCome, script: true },
  { what: 'the font missing', begin: (page) => page.route('**/*.woff2', (route) => route.abort()), script: true },
  { what: 'a network of the second generation', begin: slowDown, script: true },
  {
    what: 'storage refused',
    begin: (page) =>
      page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage'] as const) {
          Object.defineProperty(window, name, {
            get: () => {
              throw new DOMException('refused', 'SecurityError');
            },
          });
        }
      }),
    script: true,
  },
  { what: 'a browser of early 2023', begin: (page) => page.addInitScript(makeOld), script: true },
];

// The browser itself reports what it could not fetch.
test.use({ allowed: [/Failed to load resource: (?:net::ERR_FAILED|.*status of 404)/] });

for (const { what, begin, end, script } of shortages) {
  test.describe(`with ${what}`, { tag: '@long' }, () => {
    test.beforeEach(async ({ page }) => {
      test.slow();
      await begin(page);
    });

    test('R30 every page can be read', async ({ page }) => {
      const isRead = async (path: string) => {
        await expectReadable(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(true);
      };
      for (const path of [...publicPaths, '/no-such-page']) {
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        await isRead(path);
        if (!end) continue;
        await end(page);
        await isRead(path);
        await begin(page);
      }
    });

    test('R30 an inquiry is sent from the home page', async ({ page, boxline }) => {
      const dealership = newDealership();
      await page.goto('/', { waitUntil: 'domcontentloaded' });
      if (script) await hydrated(page);
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Dealer Inquiry' }).click();
      await end?.(page);
      const form = page.getByRole('form');
      await expect(form).toBeVisible({ timeout: 20_000 });
      await fillIn(page, inquiryOf(dealership));
      if (what === 'storage refused') await expect(page.getByText('Your browser keeps no draft')).toBeVisible();
      await page.getByRole('button', { name: 'Send inquiry' }).click();
      await expect(page.getByRole('main')).toContainText(/BX-\w{4}-\w{4}/, { timeout: 20_000 });
      expect(await boxline.leadsOf(dealership)).toHaveLength(1);
    });

    test('R30 an intake is sent', async ({ page, boxline }) => {
      const business = newDealership();
      await page.goto('/dealer-intake', { waitUntil: 'domcontentloaded' });
      if (script) await hydrated(page);
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Continue to Form' }).click();
      await end?.(page);
      await fillIn(page, intakeOf(business));
      await page.getByRole('button', { name: 'Send registration' }).click();
      await expect(page.getByText('Exclusive Access Code').first()).toBeVisible({ timeout: 20_000 });
      expect(await boxline.leadsOf(business)).toHaveLength(1);
    });
  });
}

test('R30 a form that is sent before its script has come is sent by the browser', async ({ page, boxline }) => {
  test.slow();
  const dealership = newDealership();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await held;
    await route.abort();
  });
  await page.goto('/inquiry', { waitUntil: 'commit' });
  await fillIn(page, inquiryOf(dealership));
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect(page).toHaveURL(/\/thank-you\?/);
  release();
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});

test('R377 a form that is filled in before its script comes, and sent at once then, looks like no machine', async ({
  page,
  boxline,
}) => {
  const dealership = newDealership();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/inquiry', { waitUntil: 'commit' });
  await fillIn(page, inquiryOf(dealership));
  // Longer than the shortest time that the server takes for a person's.
  await page.waitForTimeout(2_500);
  release();
  await hydrated(page);
  await page.getByRole('button', { name: 'Send inquiry' }).click();
  await expect.poll(() => boxline.leadsOf(dealership)).toMatchObject([{ flags: [] }]);
});
