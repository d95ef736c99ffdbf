/** What moves on home: the typewriter, its cursor and the particles; and home with motion at rest. */
import { particleCount, timings } from '#contract/timings.ts';
import { expect, expectAccessible, framesPainted, hydrated, repeats, test, withMotion } from './support.ts';

test.use(withMotion);

type Page = import('@playwright/test').Page;

/** The page at rest: the splash skipped, everything typed. */
async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  await hydrated(page);
  await page.keyboard.press('Escape');
  await expect(page.locator('html')).not.toHaveAttribute('data-typing');
}

/** The number of visible characters of the paragraph. */
const typedCharacters = (page: Page) =>
  page.evaluate(() => {
    const [untyped] = CSS.highlights.get('untyped') ?? [];
    return untyped ? untyped.startOffset : (document.querySelector('.typed')?.textContent.length ?? 0);
  });

test('S9.20 the typewriter types 8 ms a character, from the moment the splash is skipped', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await hydrated(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.pause();
  });
  await page.keyboard.press('Escape');
  expect(await typedCharacters(page)).toBe(0);
  for (const elapsedMs of [160, 480, 800]) {
    await page.clock.runFor(elapsedMs === 160 ? 160 : 320);
    const typed = await typedCharacters(page);
    const due = elapsedMs / timings.typewriterPerCharacterMs;
    // A frame lies 16 ms after the one before.
    expect(typed).toBeGreaterThan(due - 3);
    expect(typed).toBeLessThanOrEqual(due);
  }
  await page.clock.runFor(3000);
  await expect(page.locator('html')).not.toHaveAttribute('data-typing');
});

test('R3 the whole paragraph is in the HTML, and readers have all of it while it is typed', async ({
  page,
  request,
}) => {
  const html = await (await request.get('/')).text();
  expect(html).toContain('gets the jacket ready to fund.');
  await page.goto('/');
  await expect(page.getByRole('paragraph').filter({ hasText: 'A buyer in the chair' })).toHaveText(
    /gets the jacket ready to fund\.$/,
  );
});

test('S9.21 fifty particles drift in steps of 50 ms', { tag: '@long' }, async ({ page }) => {
  await openHome(page);
  const steps = await page.locator('.particles i').evaluateAll((particles) =>
    particles.map((particle) => {
      const { animationDuration, animationTimingFunction } = getComputedStyle(particle);
      const [, count] = /^steps\((\d+)\)$/.exec(animationTimingFunction) ?? [];
      return (Number.parseFloat(animationDuration) * 1000) / Number(count);
    }),
  );
  expect(steps).toHaveLength(particleCount);
  expect(new Set(steps)).toEqual(new Set([timings.particleStepMs]));
  expect(await page.locator('.particles [style]').count()).toBe(0);
});

test('R984 behind an open dialog the particles are left out, and come back after it', { tag: '@long' }, async ({
  page,
}) => {
  await openHome(page);
  const drawn = () => page.locator('.particles').evaluate((all) => getComputedStyle(all).contentVisibility);
  await expect.poll(drawn).toBe('auto');
  await page.getByRole('button', { name: 'Contact' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Contact' })).toBeVisible();
  expect(await drawn()).toBe('hidden');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Contact' })).toBeHidden();
  await expect.poll(drawn).toBe('auto');
});

test('S9.22 the cursor blinks every 500 ms', { tag: '@long' }, async ({ page }) => {
  await openHome(page);
  const everyMs = await page.locator('.typed-caret').evaluate((caret) => {
    const { animationDuration, animationTimingFunction } = getComputedStyle(caret);
    const [, count] = /^steps\((\d+)\)$/.exec(animationTimingFunction) ?? [];
    return (Number.parseFloat(animationDuration) * 1000) / Number(count);
  });
  expect(everyMs).toBe(timings.cursorBlinkMs);
});

test('R3 one control pauses everything that goes on moving, and moves it again', async ({ page }) => {
  await openHome(page);
  const moving = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter(({ effect, playState }) => {
          return effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY && playState === 'running';
        }).length,
    );
  expect(await moving()).toBeGreaterThan(particleCount);
  const pause = page.getByRole('checkbox', { name: 'Pause motion' });
  await pause.focus();
  await page.keyboard.press('Space');
  await expect(pause).toBeChecked();
  expect(await moving()).toBe(0);
  await page.keyboard.press('Space');
  expect(await moving()).toBeGreaterThan(particleCount);
});

test('R3 a visitor who asked for less motion sees the end of it all, at rest', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await hydrated(page);
  await framesPainted(page, 2);
  expect(await page.evaluate(() => CSS.highlights.size)).toBe(0);
  const running = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  await expect.poll(running).toBe(0);
  await expect(page.getByText('Screen shared').first()).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Pause motion' })).toBeHidden();
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`R1 home is accessible at ${viewport.width} px`, repeats(viewport.width !== 390), async ({ page }) => {
    test.slow();
    await page.setViewportSize(viewport);
    await openHome(page);
    await expectAccessible(page);
  });
}
