/** The portal: the way in and out, its cards and dialogs, and the dialog for the access code. */
import type { Page } from '@playwright/test';
import { brand } from '#brand/brand.ts';
import { portalRefusals } from '#contract/portal.ts';
import { openPortalEvent } from '../../site/portal/portal-events.ts';
import { told } from './live-regions.ts';
import {
  accessDialog,
  anyDealership,
  askByText,
  card,
  codeField,
  enter,
  expect,
  openTextForm,
  screens,
  test,
} from './portal.ts';
import { hydrated, momentPasses, repeats } from './support.ts';

const direct = { name: `Call ${brand.directLine}` };
const requestAnAgent = (page: Page) => page.getByRole('button', { name: 'Request An Agent' });
const access = (page: Page) => page.getByRole('button', { name: 'Access Portal' });

/** Any script on any page can do this. */
const fireEvent = (page: Page) => page.evaluate((name) => window.dispatchEvent(new Event(name)), openPortalEvent);

for (const [screen, viewport] of screens) {
  test.describe(`on a ${screen}`, repeats(screen !== 'desktop'), () => {
    test.use({ viewport });

    test.describe('the way in', () => {
      // The browser itself reports the status of a refused code.
      test.use({ allowed: [/status of 401/] });

      test('S2.30 S2.31 S4.7 S5.5 S6 S8.4 R4 R20 from the event through a wrong code to the right one, and Home locks', async ({
        page,
        boxline,
      }) => {
        await page.goto('/services');
        await hydrated(page);
        await fireEvent(page);
        await expect(accessDialog(page)).toBeVisible();
        await expect(accessDialog(page)).toContainText('For authorized dealers only.');
        await expect(codeField(page)).toBeFocused();
        await expect(codeField(page)).toHaveAttribute('type', 'password');
        await codeField(page).fill('AAAA-BBBB-CCCC');
        await access(page).click();
        await expect(told(page, 'alert')).toHaveText('Invalid access code');
        await expect(codeField(page)).toBeFocused();
        await codeField(page).fill(` ${boxline.code.toLowerCase().replaceAll('-', ' ')} `);
        await codeField(page).press('Enter');
        await expect(page).toHaveURL(/\/portal$/);
        await expect(requestAnAgent(page)).toBeVisible();
        await expect(page.getByRole('contentinfo')).toHaveCount(0);
        await page.getByRole('link', { name: 'Home' }).click();
        await expect(page).toHaveURL(/\/$/);
        await page.goBack();
        await expect(codeField(page)).toBeFocused();
        await expect(codeField(page)).toHaveValue('');
        await expect(requestAnAgent(page)).toHaveCount(0);
      });
    });

    test('S2.31 Cancel stays on the page, and at /portal goes home', async ({ page }) => {
      await page.goto('/about');
      await hydrated(page);
      await fireEvent(page);
      await codeField(page).fill('half a code');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(accessDialog(page)).toBeHidden();
      await expect(page).toHaveURL(/\/about$/);
      await fireEvent(page);
      await expect(codeField(page)).toHaveValue('');
      await page.goto('/portal');
      await expect(codeField(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(/\/$/);
    });

    test('S2.32 S2.33 S2.34 S2.37 S2.38 S9.5 each card and dialog: call, download, installation, intake', async ({
      page,
      context,
      boxline,
    }) => {
      // AnyDesk's own site is not asked for anything by a test.
      await context.route(/^https:\/\/anydesk\.com\//, (route) => route.fulfill({ body: 'AnyDesk' }));
      await enter(page, boxline);
      await expect(page.getByRole('heading', { level: 2 })).toHaveText([
        'Request An Agent',
        'Download AnyDesk',
        'Dealer Intake Form',
        'Have it ready',
      ]);
      await expect(page.getByRole('link', direct)).toHaveAttribute('href', 'tel:+12075550111');

      await requestAnAgent(page).click();
      await page.getByRole('button', { name: 'Call Agent' }).click();
      const call = page.getByRole('dialog', { name: 'Call Agent' });
      await expect(call.getByRole('heading')).toBeFocused();
      await expect(call).toContainText(brand.directLine);
      await expect(call.getByRole('link', { name: 'Call Now' })).toHaveAttribute('href', 'tel:+12075550111');
      await call.getByRole('button', { name: 'Close', exact: true }).last().click();
      await expect(requestAnAgent(page)).toBeFocused();

      await page.getByRole('button', { name: 'Download AnyDesk' }).click();
      for (const [system, path] of [
        ['Mac', 'mac-os'],
        ['Windows', 'windows'],
      ] as const) {
        const link = page.getByRole('link', { name: system, exact: true });
        await expect(link).toHaveAttribute('href', `https://anydesk.com/en/downloads/${path}`);
      }
      const download = context.waitForEvent('page');
      await page.getByRole('link', { name: 'Mac', exact: true }).click();
      const opened = await download;
      await expect(opened).toHaveURL('https://anydesk.com/en/downloads/mac-os');
      await opened.close();
      const install = page.getByRole('dialog', { name: 'Install AnyDesk' });
      await expect(install.getByRole('listitem')).toHaveText([
        /Open the file/,
        /Follow the prompts/,
        /Launch/,
        /9-digit address code/,
      ]);
      await expect(install).toContainText('Give the address code to the agent');
      await install.getByRole('button', { name: 'Got It' }).click();

      const tab = context.waitForEvent('page');
      await page.getByRole('link', { name: 'Dealer Intake Form' }).click();
      const intake = await tab;
      await expect(intake).toHaveURL(/\/dealer-intake$/);
      await intake.close();
      await expect(requestAnAgent(page)).toBeVisible();
    });
  });
}

test('S5.5 R19 a code with symbols missing is not sent: the alert says the one text, and beside it how many were typed', async ({
  page,
  boxline,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.goto('/portal');
  // Pasted, as a code that was cut when it was copied.
  await codeField(page).fill(boxline.code.slice(0, -1));
  await access(page).click();
  await expect(told(page, 'alert')).toHaveText('Invalid access code');
  await expect(accessDialog(page)).toContainText('11 of 12 letters and digits typed.');
  await expect(codeField(page)).toBeFocused();
  await expect(codeField(page)).toHaveAccessibleDescription(/^Invalid access code 11 of 12 letters and digits typed\./);
  await momentPasses(page);
  expect(sent).toEqual([]);
  await codeField(page).fill(boxline.code);
  await access(page).click();
  await expect(requestAnAgent(page)).toBeVisible();
});

test('R20 a page that the browser kept comes back locked', { tag: '@long' }, async ({ page, boxline }) => {
  await enter(page, boxline);
  // What the browser does with a page that it takes up again: Chromium keeps none while it is driven.
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(codeField(page)).toBeFocused();
  await expect(requestAnAgent(page)).toHaveCount(0);
});

test('S2.30 the header’s button opens the dialog, and leads to the portal from the home page', async ({
  page,
  boxline,
}) => {
  await page.goto('/');
  await hydrated(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Dealer Portal' }).click();
  await codeField(page).fill(boxline.code);
  await access(page).click();
  await expect(page).toHaveURL(/\/portal$/);
  await expect(requestAnAgent(page)).toBeVisible();
});

test('S2.31 R20 what the access-code dialog leads to is shown without it', { tag: '@long' }, async ({
  page,
  boxline,
}) => {
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Dealer Portal' }).click();
    await expect(codeField(page)).toBeFocused();
  };
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  await page.goto('/services');
  await hydrated(page);
  await page.keyboard.press('Escape');
  await openDialog();
  await codeField(page).fill('half a code');
  await page.getByRole('link', { name: 'Fill in the dealer intake' }).click();
  await expect(page).toHaveURL(/\/dealer-intake$/);
  await expect(accessDialog(page)).toBeHidden();
  await expect(heading('Put your store on the desk.')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/services$/);
  await expect(accessDialog(page)).toBeHidden();
  await openDialog();
  await expect(codeField(page)).toHaveValue('');

  const dealership = anyDealership();
  await enter(page, boxline);
  await askByText(page, dealership);
  await expect(card(page)).toContainText(dealership);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.keyboard.press('Escape');
  await openDialog();
  await page.getByRole('link', { name: 'See your request' }).click();
  await expect(page).toHaveURL(/\/portal$/);
  await expect(card(page)).toContainText(dealership);
  await expect(accessDialog(page)).toBeHidden();
  await expect(heading('Dealer Portal')).toBeFocused();
});

test('R1090 what the terms make binding leads to them: a code and both forms', async ({ page }) => {
  const open = async (path: string) => {
    await page.goto(path);
    await hydrated(page);
    await page.keyboard.press('Escape');
  };
  for (const path of ['/inquiry', '/dealer-intake']) {
    await open(path);
    await expect(page.locator('.privacy-notice a[href="/terms"]')).toHaveCount(1);
  }
  await open('/services');
  await page.getByRole('button', { name: 'Dealer Portal' }).click();
  // They open beside it, so that a code that is half typed stays.
  await accessDialog(page).getByLabel('Access code').fill('7K2M');
  const opened = page.waitForEvent('popup');
  await accessDialog(page).getByRole('link', { name: 'Terms' }).click();
  await expect(await opened).toHaveURL(/\/terms$/);
  await expect(accessDialog(page).getByLabel('Access code')).toHaveValue('7K2M');
});

test.describe('R19 too many wrong codes', () => {
  test.use({ allowed: [/status of 429/] });

  test('are waited out in sight, and the code then goes by itself', { tag: '@long' }, async ({ page, boxline }) => {
    await page.goto('/portal');
    const late = { status: 429, headers: { 'retry-after': '4' }, body: portalRefusals.tooManyTries.text };
    await page.route('**/api/portal/session', (route) => route.fulfill(late), { times: 1 });
    await codeField(page).fill(boxline.code);
    await access(page).click();
    await expect(accessDialog(page)).toContainText('We try this code again in 4 seconds');
    await expect(requestAnAgent(page)).toBeVisible();
  });
});

test('everything can be pressed with a thumb at 360 px, and nothing scrolls sideways', { tag: '@long' }, async ({
  page,
  boxline,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await enter(page, boxline);
  const isNarrow = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  expect(await isNarrow()).toBe(true);
  const call = page.getByRole('link', direct);
  await expect(call).toBeInViewport({ ratio: 1 });
  const box = await call.boundingBox();
  expect(box?.y ?? 0).toBeGreaterThan(500);
  for (const name of ['Request An Agent', 'Download AnyDesk']) {
    await page.getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    const pressed = await dialog.getByRole('button').or(dialog.locator('a.button')).all();
    expect(pressed.length).toBeGreaterThan(1);
    for (const press of pressed) {
      expect(Math.round((await press.boundingBox())?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    expect(await isNarrow()).toBe(true);
    await page.keyboard.press('Escape');
  }
  await askByText(page, anyDealership());
  await expect(card(page)).toBeVisible();
  expect(await isNarrow()).toBe(true);
  await expect(call.first()).toBeInViewport({ ratio: 1 });
});

test('R287 a name without a space wraps inside the card at 320 px', { tag: '@long' }, async ({ page, boxline }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await enter(page, boxline);
  await openTextForm(page, anyDealership());
  await page.getByLabel('Your name').fill('W'.repeat(60));
  await page.getByRole('button', { name: 'Request Agent' }).click();
  await page.getByRole('button', { name: 'Got It' }).click();
  await expect(card(page)).toContainText('WWW');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
