/** The form warns about odd answers before it is sent, and is refused only for what the specification names. */
import type { Page } from '@playwright/test';
import { pages } from '#contract/pages.ts';
import { control, fillIn, intakeOf } from './forms.ts';
import { openFilledInquiry, receipt } from './sending.ts';
import { expect, hydrated, newDealership, test } from './support.ts';

const send = (page: Page) => page.getByRole('button', { name: 'Send inquiry' });
const again = (page: Page) => page.getByRole('form').locator('.odd-answers');

test('R63 an address without a dot in its domain is asked about, and sent as it is', async ({ page, boxline }) => {
  const dealership = newDealership();
  await openFilledInquiry(page, dealership);
  await control(page, 'E-mail').fill('ada@harborpoint');
  await control(page, 'First name').focus();
  await expect(page.locator('[data-field="email"]').getByText('without a dot')).toBeVisible();
  await send(page).click();
  await expect(receipt(page)).toContainText(/BX-/);
  const [lead] = await boxline.leadsOf(dealership);
  expect(lead?.answers['email']).toBe('ada@harborpoint');
});

test('R63 what looks odd is said once more beside Send, with a way to each field, and goes with its cause', async ({
  page,
}) => {
  await openFilledInquiry(page, newDealership());
  await control(page, 'First name').focus();
  await expect(page.getByText('Saved in this browser')).toBeVisible();
  await expect(again(page)).toBeHidden();
  await fillIn(page, { 'Phone number': '555-0148', 'E-mail': 'ada@gmial.com' });
  await control(page, 'First name').focus();
  await expect(again(page).getByRole('listitem')).toHaveCount(2);
  await expect(again(page)).toContainText('Phone number: This has 7 digits');
  await expect(send(page)).toHaveAccessibleDescription(/Did you mean ada@gmail\.com/);
  await again(page).getByRole('link', { name: 'Phone number' }).click();
  await expect(control(page, 'Phone number')).toBeFocused();
  await control(page, 'Phone number').fill('(207) 555-0148');
  await page.getByRole('button', { name: 'Use ada@gmail.com' }).click();
  await expect(control(page, 'E-mail')).toHaveValue('ada@gmail.com');
  await expect(again(page)).toBeHidden();
});

test('R63 what looked odd before a reload is said again after it', { tag: '@long' }, async ({ page }) => {
  await openFilledInquiry(page, newDealership());
  await control(page, 'E-mail').fill('ada@gmial.com');
  await control(page, 'First name').focus();
  await expect(page.getByText('Saved in this browser')).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(again(page)).toContainText('Did you mean ada@gmail.com?');
});

test('R63 a paste that is longer than its field is kept whole, said at once, and refused only when it is sent', async ({
  page,
  boxline,
}) => {
  const dealership = newDealership();
  await openFilledInquiry(page, dealership);
  const long = `${dealership} ${'and its sister stores '.repeat(20)}`.trim();
  const name = control(page, 'Dealership name');
  await name.focus();
  await name.selectText();
  await page.keyboard.insertText(long);
  await expect(name).toHaveValue(long);
  const words = `Dealership name has ${long.length} characters: shorten it to 200`;
  await expect(page.locator('[data-field="dealership_name"]').getByText(words)).toBeVisible();
  await expect(again(page)).toContainText(words);
  await page.reload();
  await hydrated(page);
  await expect(name).toHaveValue(long);
  await send(page).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([words]);
  await expect(name).toHaveValue(long);
  await name.fill(dealership);
  await expect(again(page)).toBeHidden();
  await send(page).click();
  await expect(receipt(page)).toContainText(/BX-/);
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});

test('R63 who does not know a representative is told that anyone will do', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${pages['dealer-intake']}#form`);
  await hydrated(page);
  await expect(control(page, 'Representative')).toHaveAccessibleDescription(
    'Not sure? Choose anyone; we will put it right.',
  );
});

/** Counts, through React's hook for its developer tools, how many fields of a form each commit draws. */
const countDrawnFields = (page: Page) =>
  page.addInitScript(() => {
    interface Fiber {
      readonly tag: number;
      readonly flags: number;
      readonly memoizedProps: { readonly field?: { readonly name?: string; readonly kind?: string } } | null;
      readonly alternate: Fiber | null;
      readonly child: Fiber | null;
      readonly sibling: Fiber | null;
    }
    const performedWork = 1;
    const counts: Record<string, number> = {};
    const walk = (fiber: Fiber) => {
      const name = fiber.memoizedProps?.field?.name;
      const drawn = typeof fiber.memoizedProps?.field?.kind === 'string' && (fiber.flags & performedWork) !== 0;
      if (name !== undefined && drawn) counts[name] = (counts[name] ?? 0) + 1;
      if (fiber.child === fiber.alternate?.child) return;
      for (let child = fiber.child; child; child = child.sibling) walk(child);
    };
    Object.assign(window, {
      drawnFields: counts,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_id: number, root: { current: Fiber }) => walk(root.current),
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
      },
    });
  });

const drawnFields = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => {
    const { drawnFields: counts } = window as unknown as { drawnFields: Record<string, number> };
    const seen = { ...counts };
    for (const name of Object.keys(counts)) delete counts[name];
    return seen;
  });

for (const [path, label, name] of [
  [pages.inquiry, 'Dealership name', 'dealership_name'],
  [`${pages['dealer-intake']}#form`, 'Business name', 'business_name'],
] as const) {
  test(`a key pressed in a form on ${path} draws no other field anew`, { tag: '@long' }, async ({ page }) => {
    await countDrawnFields(page);
    await page.goto(path);
    await hydrated(page);
    expect(Object.keys(await drawnFields(page)).length).toBeGreaterThan(10);
    await control(page, label).focus();
    await page.keyboard.type('Harbor Point Motors');
    await expect(page.getByText(/^Saved in this browser \d/)).toBeVisible();
    const typed = await drawnFields(page);
    expect(Object.keys(typed).filter((one) => one !== name)).toEqual([]);
    await page.keyboard.press('Tab');
    // An answer that is marked draws its own field.
    await control(page, path === pages.inquiry ? 'E-mail' : 'Business e-mail').fill('ada@gmial.com');
    await page.keyboard.press('Tab');
    await expect(page.getByText('Did you mean').first()).toBeVisible();
    expect(Object.keys(await drawnFields(page))).toEqual([path === pages.inquiry ? 'email' : 'business_email']);
  });
}

test('R63 an intake too long in one answer says which, on the server as on the page', { tag: '@long' }, async ({
  page,
}) => {
  const business = newDealership();
  await page.goto(`${pages['dealer-intake']}#form`);
  await hydrated(page);
  await fillIn(page, { ...intakeOf(business), 'Referred by': 'A friend. '.repeat(300) });
  await page.getByRole('button', { name: 'Send registration' }).click();
  const words = 'Referred by has 2999 characters: shorten it to 2000';
  await expect(page.getByRole('alert').getByRole('link', { name: words })).toBeVisible();
});
