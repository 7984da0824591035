import { defineConfig } from 'vitest/config';

const capability = { globalSetup: ['tests/postgres.global.ts'], testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          include: [
            'packages/**/*.test.ts',
            'apps/console/src/**/*.test.ts',
            'apps/sentry/src/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      // Each file has a database of its own, and waits for it half the time.
      { test: { name: 'capability', include: ['apps/server/test/**/*.test.ts'], maxWorkers: 2, ...capability } },
      {
        test: {
          name: 'journeys',
          include: ['tests/**/*.test.ts'],
          ...capability,
          testTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
