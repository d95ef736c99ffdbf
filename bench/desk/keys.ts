/**
 * A person walks down the list of leads by the arrow key, on a phone with a processor four times slower than this one. Measures the
 * time from a key to the frame that shows the next row, with the browser's Event Timing.
 */
import type { Browser, Page } from '@playwright/test';
import { launchChromium } from '../../tests/support/launch-chromium.ts';
import { quantile } from '../measure.ts';
import { phone, slowerBy } from '../pages/journey.ts';

export const keyGoalMs = 50;

/** Enough presses to load five pages of the list during the walk. Their rows all stay in the document. */
const keys = 300;
/** The interval at which a held key repeats. */
const keyEveryMs = 50;

/** Event Timing reports no event that took less than this, and reports the others in steps of 8 ms. */
const shortestMs = 16;

const watch = `
  globalThis.keysMs = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') keysMs.push(duration);
  }).observe({ type: 'event', durationThreshold: ${shortestMs} });`;

/** The row that has the focus now. */
const focusedRow = 'document.activeElement?.dataset.row';

async function walk(page: Page) {
  await page.locator('[data-row]').first().waitFor();
  const session = await page.context().newCDPSession(page);
  await page.evaluate(watch);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerBy });
  const rows = new Set<unknown>();
  for (let n = 0; n < keys; n++) {
    await page.keyboard.press('ArrowDown');
    rows.add(await page.evaluate(focusedRow));
    await page.waitForTimeout(keyEveryMs);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.waitForTimeout(500);
  const told = await page.evaluate<number[]>('globalThis.keysMs');
  const quick = Array.from({ length: Math.max(0, keys - told.length) }, () => shortestMs);
  const times = [...quick, ...told].sort((one, other) => one - other);
  return {
    keys,
    /** The number of different rows that had the focus. */
    rows: rows.size,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    worst: times.at(-1) ?? Number.NaN,
  };
}

async function openPhone(browser: Browser, url: string, cookie: string): Promise<Page> {
  const [name = '', value = ''] = cookie.split('=');
  const context = await browser.newContext(phone);
  // A browser keeps the desk's cookie on plain http for `localhost` alone.
  const origin = url.replace('127.0.0.1', 'localhost');
  await context.addCookies([{ name, value, url: origin, secure: true, httpOnly: true, sameSite: 'Strict' }]);
  const page = await context.newPage();
  await page.goto(`${origin}/desk/leads?status=all`);
  return page;
}

/** @param cookie the session cookie of a person who may read leads */
export async function measureKeys(url: string, cookie: string) {
  const browser = await launchChromium();
  try {
    return await walk(await openPhone(browser, url, cookie));
  } finally {
    await browser.close();
  }
}
