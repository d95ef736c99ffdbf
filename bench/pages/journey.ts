/** The journey of a visitor who presses forty times, on a processor four times slower than this one. */
import type { CDPSession, Page } from '@playwright/test';

export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
export const slowerBy = 4;
export const interactions = 40;

/** Keeps the duration of every interaction, as the browser's Event Timing measures it: from the event to the next frame. */
const watch = `
  globalThis.durationsMs = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) durationsMs.push([entry.duration, entry.name + ' ' + (entry.target?.outerHTML ?? '').slice(0, 60)]);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

type Step = (page: Page) => Promise<void>;

const key =
  (name: string): Step =>
  (page) =>
    page.keyboard.press(name);

/** How long somebody looks at what they have scrolled to before they press it. */
const lookMs = 400;

/** Scrolls to an element and presses it. On a page without it, presses the page's text instead. */
const press =
  (selector: string): Step =>
  async (page) => {
    const found = page.locator(selector).locator('visible=true').first();
    const target = (await found.count()) > 0 ? found : page.locator('#main');
    await target.scrollIntoViewIfNeeded();
    await page.waitForTimeout(lookMs);
    await target.click({ position: { x: 8, y: 8 }, timeout: 20_000, force: true });
  };

/** Opens and closes what the page has, moves about by keyboard, and types into its fields. */
const steps: readonly Step[] = [
  ...Array.from({ length: 9 }, () => key('Tab')),
  press('.site-footer button'),
  key('Tab'),
  key('Escape'),
  press('.site-header-portal button'),
  ...[...'K7QD'].map(key),
  key('Escape'),
  press('.menu-toggle'),
  key('Escape'),
  press('a[href="#form"], .hero a[href="/inquiry"]'),
  press('input[name=dealership_name], input[name=business_name]'),
  ...[...'Harbor Point'].map((letter) => key(letter === ' ' ? 'Space' : letter)),
  key('Tab'),
  ...[...'Ada'].map(key),
  key('Escape'),
  key('End'),
];

export interface Journey {
  /** The longest interaction, in milliseconds. */
  readonly worstMs: number;
  /** The event, and the element that it was sent to. */
  readonly worst: string;
  readonly counted: number;
}

/** Makes the journey over a page that is loaded and at rest. */
export async function makeJourney(page: Page, session: CDPSession): Promise<Journey> {
  if (steps.length !== interactions) throw new Error(`the journey has ${steps.length} steps`);
  await page.evaluate(watch);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerBy });
  for (const step of steps) {
    await step(page);
    await page.waitForTimeout(100);
  }
  await page.waitForTimeout(500);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  // `durationsMs` is gone, and this throws, when a press has left the document.
  const found = await page.evaluate<[number, string][]>('durationsMs');
  const [worstMs, worst] = found.toSorted(([a], [b]) => b - a)[0] ?? [0, 'none took 16 ms'];
  return { worstMs, worst, counted: steps.length };
}
