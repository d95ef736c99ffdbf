import { defineConfig } from '@playwright/test';
import { chromiumArguments, findTestBrowser } from './scripts/chromium.ts';

const executablePath = findTestBrowser();

/** Journeys through the built site and the real server, in the Chromium that is installed. `npm run build` comes first. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  // More than cores: much of a journey is waiting for a time of the specification.
  workers: 3,
  timeout: 30_000,
  expect: { timeout: 5_000 },
  // A browser that two busy cores starve for seconds is no fault of the product. `npm test` names each test that needed a
  // second try.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    // The opening and what moves on home cost a browser without a graphics card most of its time. Tests of them ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test makes all of them a third slower.
    trace: 'on-first-retry',
    launchOptions: { args: chromiumArguments, ...(executablePath && { executablePath }) },
  },
});
