import type { Page } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { expect, test } from './desk.ts';
import { looks } from './desk-board-looks.ts';
import { openLook } from './desk-looks.ts';
import { repeats } from './support.ts';

const lookOf = (name: string) => {
  const look = looks.find((one) => one.name === name);
  if (!look) throw new Error(`there is no such state: ${name}`);
  return look;
};

/** The sheets that the page takes as it would be printed, each with its width and height in points. */
async function sheetsOf(page: Page): Promise<{ width: number; height: number }[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return [...pdf.matchAll(/\/Type \/Page\b[\s\S]*?\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => ({
    width: Number(width),
    height: Number(height),
  }));
}

for (const name of ['desk-schedule', 'desk-schedule-clock-change', 'desk-schedule-empty']) {
  test(`R224 a week of the schedule is one landscape sheet: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openLook(page, lookOf(name));
    const [first, ...others] = await sheetsOf(page);
    expect(others).toEqual([]);
    expect(first?.width).toBeGreaterThan(first?.height ?? 0);
    // What is printed is the table that was on the screen, as wide as the sheet.
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 960, height: 700 });
    await expect(page.getByRole('columnheader', { name: /^Sun/ })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('rowheader', { name: /Sam Ortiz/ })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'This week' })).toBeHidden();
  });
}

test('R224 a phone prints the days that it shows, one under the other', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openLook(page, lookOf('desk-schedule'));
  const sheets = await sheetsOf(page);
  expect(sheets.every(({ width, height }) => height > width)).toBe(true);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: /^Sunday/ })).toBeVisible();
});

test('R224 the numbers are printed upright, without what navigates and filters', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLook(page, lookOf('desk-numbers'));
  const sheets = await sheetsOf(page);
  expect(sheets.length).toBeLessThanOrEqual(2);
  expect(sheets.every(({ width, height }) => height > width)).toBe(true);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('link', { name: 'Leads' })).toBeHidden();
  await expect(page.getByLabel('Dealership', { exact: true })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'How they ended' })).toBeVisible();
});

test('R224 recovery codes are printed alone, each of them, without what is pressed', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLook(page, lookOf('desk-recovery-codes'));
  expect(await sheetsOf(page)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('7K3M-Q9XT-2HPA-VW4C')).toBeVisible();
  await expect(page.getByText('K4DB-V3QX-7TJN-8RCW')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go on' })).toBeHidden();
  await expect(page.locator('.shell, .gate')).toBeHidden();
});

for (const [name, chosen] of [
  ['desk-lead-joined', 1],
  ['desk-request-mine', 0],
] as const) {
  test(`R224 a record is printed without what is pressed, and with what is chosen: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openLook(page, lookOf(name));
    // A sheet is as wide as a tablet.
    await page.setViewportSize({ width: 720, height: 960 });
    await page.emulateMedia({ media: 'print' });
    const record = page.getByRole('article');
    await expect(record.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('region', { name: 'What you do' })).toBeHidden();
    await expect(page.getByRole('link', { name: /^All (leads|requests)$/ })).toBeHidden();
    await expect(record.getByRole('button', { pressed: true })).toHaveCount(chosen);
    await expect(record.getByRole('button')).toHaveCount(chosen);
    await expect(record.getByRole('textbox')).toHaveCount(0);
  });
}

for (const name of [
  'desk-board',
  'desk-request-mine',
  'desk-lead-late',
  'desk-dealership',
  'desk-audit',
  'desk-settings',
  'desk-first-hour',
  'desk-dealerships',
]) {
  test(
    `R938 what is printed is dark on white, also what is yellow or green on the screen: ${name}`,
    repeats(name !== 'desk-board'),
    async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openLook(page, lookOf(name));
      await page.setViewportSize({ width: 720, height: 960 });
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('link', { name: 'Leads', exact: true })).toBeHidden();
      expect(await axeFindings(page), 'what axe found on paper').toEqual([]);
    },
  );
}
