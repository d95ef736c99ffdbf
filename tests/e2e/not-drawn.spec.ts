/** What drawing a page throws leaves its document with a sentence instead of an empty page. */
import { brand } from '#brand/brand.ts';
import { pages } from '#contract/pages.ts';
import { expect, test } from './desk-staff.ts';
import { control, fillIn } from './forms.ts';
import { expectAccessible, hydrated } from './support.ts';

type Locator = import('@playwright/test').Locator;
type Page = import('@playwright/test').Page;

const fault = 'no element is made any more';
const faults = [new RegExp(fault)];

/** Presses a control. React cannot draw what comes, as when an extension breaks the page or a part of it cannot bear its data. */
const pressInVain = (control: Locator) =>
  control.evaluate((pressed: HTMLElement, message) => {
    const fail = () => {
      throw new Error(message);
    };
    Object.assign(Node.prototype, { appendChild: fail, insertBefore: fail });
    pressed.click();
  }, fault);

const sentence = (page: Page) => page.getByRole('alert').filter({ hasText: 'This page has failed' });

test.use({ allowed: faults });

test('R1175 a page that cannot be drawn says so with the number, and loads again with what was typed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(pages.inquiry);
  await hydrated(page);
  await expect(sentence(page)).toBeHidden();
  await fillIn(page, { 'Dealership name': 'Harbor Lantern' });
  await pressInVain(page.getByRole('button', { name: 'Send inquiry' }));
  await expect(sentence(page)).toBeInViewport();
  await expect(sentence(page).getByRole('link', { name: brand.phone })).toHaveAttribute('href', /^tel:/);
  expect(await page.locator('#root').innerHTML()).toBe('');
  await expectAccessible(page);
  await sentence(page).getByRole('link', { name: 'Load it again' }).click();
  await expect(control(page, 'Dealership name')).toHaveValue('Harbor Lantern');
  await expect(sentence(page)).toBeHidden();
});

test('R1175 a desk that cannot be drawn says so, and loads again', async ({ desk }) => {
  const { page } = await desk.arrive('agent', 'Rosa Lind', { width: 1440, height: 900 });
  await expect(sentence(page)).toBeHidden();
  await pressInVain(page.getByRole('link', { name: 'Leads' }));
  await expect(sentence(page)).toBeInViewport();
  await sentence(page).getByRole('link', { name: 'Load it again' }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
});
