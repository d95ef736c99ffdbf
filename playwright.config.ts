import { defineConfig } from '@playwright/test';
import { long } from './tests/e2e/long.ts';
import { chromiumArguments, findTestBrowser } from './tests/support/chromium.ts';

const executablePath = findTestBrowser();

/** What `npm test` leaves to the long run is `long`. `npx playwright test` runs all. */
const tiers: Readonly<Record<string, { grep?: RegExp; grepInvert?: RegExp }>> = {
  quick: { grepInvert: long },
  long: { grep: long },
};

const withOwnServer = 'portal-function.spec.ts';

/** Journeys through the built site and the real server, in the Chromium that is installed. `npm run build` comes first. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  // Node reads these itself, in half the time that Playwright takes to translate them.
  build: {
    external: ['{brand,contract,scripts,server}/**', 'tests/{fakes,support}/**'].map(
      (path) => `${import.meta.dirname}/${path}`,
    ),
  },
  ...tiers[process.env['TESTS'] ?? ''],
  // The tests of this file follow one another on a server of their own. When they came last, the other workers waited for them.
  projects: [
    { name: 'first', testMatch: withOwnServer },
    { name: 'then', testIgnore: withOwnServer },
  ],
  // More than cores: much of a journey is waiting for a time of the specification.
  workers: 3,
  // Limits are for tests that hang; on a busy machine a page may take its time. A test of how soon something comes says so itself.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A test that needs another try hides a fault of the product or its own.
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    // The opening and what moves on home cost a browser without a graphics card most of its time. Tests of them ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test makes all of them a third slower. `npx playwright test --trace on` records one.
    trace: 'off',
    launchOptions: { args: chromiumArguments, ...(executablePath && { executablePath }) },
  },
});
