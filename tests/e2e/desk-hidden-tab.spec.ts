import { expect, test } from './desk-staff.ts';
import { anyDealership, askByText, enter } from './portal.ts';
import { stopClock } from './support.ts';

/** More strokes than one look at the rings makes. */
const strokes = 3;
const notesOfAStroke = 2;

test('R89 a tab whose timers sleep, as those of a hidden one do, rings again and again by the stream', async ({
  page: dealer,
  boxline,
  desk,
}) => {
  test.slow();
  const dealership = anyDealership();
  const { page } = await desk.arrive('agent', 'Rosa Lind', { width: 1440, height: 900 });
  // Each note of the bell is made by the browser's audio, which is asked for an oscillator then.
  await page.evaluate(() => {
    const scope = globalThis as unknown as { notes: number };
    scope.notes = 0;
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function createOscillator() {
      scope.notes += 1;
      return make.call(this);
    };
  });
  await page.getByRole('heading', { name: 'Who is here' }).click();
  // The browsers of these tests hide no tab. Hiding a tab makes its timers sleep, so the test makes them sleep.
  await stopClock(page);
  const timerIsHeard = page.evaluate(() => new Promise((resolve) => void setTimeout(() => resolve(true), 10)));

  await enter(dealer, boxline);
  await askByText(dealer, dealership);
  const notes = () => page.evaluate(() => (globalThis as unknown as { notes: number }).notes);
  await expect.poll(() => page.title()).toMatch(/ring.* · Desk/);
  await expect.poll(notes, { timeout: 30_000 }).toBeGreaterThanOrEqual(notesOfAStroke * strokes);
  expect(await Promise.race([timerIsHeard, notes().then(() => 'asleep')])).toBe('asleep');
  // The tab is visible again.
  await page.clock.resume();
  expect(await timerIsHeard).toBe(true);
});
