import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import type { Provided } from './tests/components/long-run.ts';
import { quickFaults } from './tests/faults/support/quick.ts';
import { chromiumArguments, findTestBrowser } from './tests/support/chromium.ts';
import { componentFiles, type Tests, unitFiles } from './tests/support/long-files.ts';
import { memoryFolder } from './tests/support/postgres-server.ts';

const executablePath = findTestBrowser();

const shared = {
  globalSetup: 'tests/support/postgres-setup.ts',
  restoreMocks: true,
  // A limit is for tests that hang; on a busy machine a database or a child process may take its time.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // What a test waits for may take its time on a busy machine; that it comes is what counts.
  expect: { poll: { timeout: 15_000 } },
};

const tests = process.env['TESTS'] as Tests;

export default defineConfig({
  test: {
    // One more than the cores: a test waits for PostgreSQL, a child process or a time limit for a fifth of its time.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          ...unitFiles(tests),
          // The files of a worker share its modules: loading them anew for each file took a third of the time.
          isolate: false,
          setupFiles: 'tests/support/real-timers.ts',
          unstubGlobals: true,
          // Temporary folders are in memory, so that no test waits for the disk. What reaches the disk is for the fault tests.
          env: { TMPDIR: memoryFolder() },
        },
      },
      {
        // Forms, drafts and dialogs alone on a page of a real browser: no server, no build.
        plugins: [react({ jsxImportSource: '#client' })],
        // What is found only while a test runs would reload the page under it.
        optimizeDeps: {
          include: [
            'react',
            'react-dom',
            'react-dom/client',
            'react/jsx-dev-runtime',
            'axe-core',
            'zod/mini',
            '@tanstack/react-query',
            'wouter',
            'wouter/use-browser-location',
          ],
        },
        test: {
          name: 'components',
          ...componentFiles(tests),
          provide: { quick: tests === 'quick' } satisfies Provided,
          restoreMocks: true,
          testTimeout: shared.testTimeout,
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: chromiumArguments, ...(executablePath && { executablePath }) },
              // A zone where it is often another day than at the desk: what shows times of the device is found.
              contextOptions: { reducedMotion: 'reduce', timezoneId: 'Pacific/Auckland' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          ...shared,
          name: 'faults',
          include: tests === 'quick' ? [...quickFaults] : ['tests/faults/**/*.test.ts'],
          // What they start are processes of their own; the files of a worker share the modules that look at them.
          isolate: false,
          // A round kills and restarts a server; the long runs set their own counts and limits.
          testTimeout: 120_000,
        },
      },
    ],
  },
});
