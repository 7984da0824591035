import { defineConfig } from 'vitest/config';

/** Ends what hangs, also on a machine that has other things to do; no test is judged by how fast it is. */
const HANGS_AFTER = 180_000;
const capability = {
  globalSetup: ['tests/support/postgres.global.ts'],
  testTimeout: HANGS_AFTER,
  hookTimeout: HANGS_AFTER,
};
const browser = ['tests/*-journey.test.ts', 'tests/journeys/every-screen.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          testTimeout: HANGS_AFTER,
          include: [
            'packages/**/*.test.ts',
            'apps/console/src/**/*.test.ts',
            'apps/sentry/src/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      // Each file has a database of its own, and waits for it more than half the time.
      { test: { name: 'capability', include: ['apps/server/test/**/*.test.ts'], maxWorkers: 3, ...capability } },
      // Three browsers keep each other company: a journey waits more than it works. What is polled for may take as long as
      // what a page waits for: a slow machine is not a failure.
      {
        test: {
          name: 'journeys',
          include: browser,
          maxWorkers: 3,
          ...capability,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      // What starts, stops and kills whole processes, or measures: one file after the other.
      {
        test: {
          name: 'processes',
          include: ['tests/**/*.test.ts'],
          exclude: browser,
          ...capability,
          testTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
