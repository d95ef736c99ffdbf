import { defineConfig } from 'vitest/config';

const shared = {
  globalSetup: 'tests/support/postgres-setup.ts',
  restoreMocks: true,
};

export default defineConfig({
  test: {
    // The machines that run this have two cores; PostgreSQL and child processes of the tests share them.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['{brand,contract,server,site,scripts,tests}/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**', 'tests/faults/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          // A round kills and restarts a server; the long runs set their own counts and limits.
          fileParallelism: false,
          testTimeout: 120_000,
        },
      },
    ],
  },
});
