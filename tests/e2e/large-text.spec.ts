/**
 * The site on a phone for a person whose text is twice as large: nothing is cut off, and no page scrolls sideways (WCAG 1.4.4,
 * 1.4.10).
 */
import { fillIn, inquiryOf, intakeOf } from './forms.ts';
import { setDefaultTextSize, unfitting } from './large-text.ts';
import { accessDialog, askByText, card, enter, giveDealership, test as portalTest } from './portal.ts';
import { publicPaths } from './public-pages.ts';
import { posts } from './sending.ts';
import { expect, hydrated, newDealership, repeats, test } from './support.ts';

const sizes = [24, 32] as const;
const phone = { viewport: { width: 390, height: 844 } };
/** The narrowest phone for which the site is made. */
const narrow = { width: 360, height: 780 };

test.use({ ...phone, allowed: [/status of 404/] });

for (const path of [...publicPaths, '/dealer-intake#form', '/no-such-page', '/agent']) {
  test(
    `R66 ${path} fits a phone with text of one and a half and of twice the size`,
    repeats(path !== '/'),
    async ({ page }) => {
      for (const size of sizes) {
        await setDefaultTextSize(page, size);
        await page.goto(path);
        await hydrated(page);
        expect(await unfitting(page), `at ${size} px`).toEqual([]);
      }
    },
  );

  test(
    `R880 ${path} fits the narrowest phone with text of twice the size`,
    repeats(path !== '/dealer-intake#form'),
    async ({ page }) => {
      await page.setViewportSize(narrow);
      await setDefaultTextSize(page, 32);
      await page.goto(path);
      await hydrated(page);
      expect(await unfitting(page)).toEqual([]);
    },
  );
}

for (const [name, open] of [
  ['the menu', 'Menu'],
  ['the inquiry', 'Dealer Inquiry'],
  ['the access dialog', 'Dealer Portal'],
  ['the contact dialog', 'Contact'],
] as const) {
  test(`R66 ${name} fits a phone with text of twice the size`, async ({ page }) => {
    await setDefaultTextSize(page, 32);
    await page.goto('/');
    await hydrated(page);
    await page
      .getByRole(name === 'the inquiry' ? 'link' : 'button', { name: open, exact: true })
      .first()
      .click();
    await expect(page.locator('dialog:modal, :popover-open')).toBeVisible();
    expect(await unfitting(page)).toEqual([]);
  });
}

for (const [path, button, answers] of [
  ['/inquiry', 'Send inquiry', inquiryOf],
  ['/dealer-intake#form', 'Send registration', intakeOf],
] as const) {
  test.describe('what a form says after the press', () => {
    test.use({ allowed: [/Failed to load resource/] });

    test(`R66 ${path} fits a phone with text of twice the size: refused, failed and received`, async ({ page }) => {
      await setDefaultTextSize(page, 32);
      await page.goto(path);
      await hydrated(page);
      const press = () => page.getByRole('button', { name: button }).click();
      await press();
      await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible();
      expect(await unfitting(page), 'refused').toEqual([]);
      await fillIn(page, answers(newDealership()));
      await page.route(posts, (route) => route.abort());
      await press();
      await expect(page.locator('.alert-stop')).toBeVisible();
      expect(await unfitting(page), 'failed').toEqual([]);
      await page.unroute(posts);
      await press();
      await expect(page.getByText(/BX-\w{4}-\w{4}/).first()).toBeVisible();
      expect(await unfitting(page), 'received').toEqual([]);
    });
  });
}

portalTest.describe('the portal', () => {
  portalTest.use(phone);

  portalTest(
    'R66 the portal with a running request fits a phone with text of twice the size',
    async ({ page, boxline }) => {
      await setDefaultTextSize(page, 32);
      await enter(page, boxline);
      await expect(accessDialog(page)).toBeHidden();
      expect(await unfitting(page)).toEqual([]);
      await askByText(page, giveDealership('Fox Hollow Powersports'));
      expect(await unfitting(page)).toEqual([]);
      await expect(card(page)).toBeVisible();
      expect(await unfitting(page)).toEqual([]);
    },
  );
});
