import { defineConfig } from 'vitest/config';

/** Ends what hangs, also on a machine that has other things to do; no test is judged by how fast it is. */
const HANGS_AFTER_MS = 300_000;
const WITH_POSTGRES = ['tests/support/postgres.global.ts'];
/** Run in full by `npm run test:deep` alone; the others are the main journeys. */
const DEEP_JOURNEYS = ['every-screen', 'api-host-journey', 'operations-journey', 'private-hosts-journey'].map(
  (name) => `tests/journeys/${name}.test.ts`,
);

/** What is polled for may take as long: a slow machine is not a failure. */
const limits = {
  testTimeout: HANGS_AFTER_MS,
  hookTimeout: HANGS_AFTER_MS,
  expect: { poll: { timeout: 60_000 } },
};
/** Files of one worker share the modules they import: loading the server anew for each file took longer than most files. */
const shared = { ...limits, isolate: false };
/** Each file has a database of its own, and waits for it more than half the time. */
const capability = { ...shared, globalSetup: WITH_POSTGRES, maxWorkers: 3, sequence: { groupOrder: 1 } };
/** A journey waits more than it works. */
const journeys = { ...limits, globalSetup: WITH_POSTGRES, maxWorkers: 3, sequence: { groupOrder: 1 } };
/** Whole processes, started, stopped and killed: one file after the other. */
const processes = { ...limits, globalSetup: WITH_POSTGRES, maxWorkers: 1, sequence: { groupOrder: 2 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          include: [
            'packages',
            'apps/cli/src',
            'apps/console/src',
            'apps/sentry/src',
            'apps/server/src',
            'deploy',
            'tools',
          ].map((folder) => `${folder}/**/*.test.ts`),
        },
      },
      { test: { ...limits, name: 'architecture', include: ['tests/architecture/*.test.ts'] } },
      {
        test: {
          ...capability,
          name: 'capability',
          include: ['apps/server/test/*.test.ts'],
          exclude: ['apps/server/test/*.deep.test.ts'],
        },
      },
      { test: { ...capability, name: 'capability-deep', include: ['apps/server/test/*.deep.test.ts'] } },
      { test: { ...journeys, name: 'journeys', include: ['tests/journeys/*.test.ts'], exclude: DEEP_JOURNEYS } },
      { test: { ...journeys, name: 'journeys-deep', include: DEEP_JOURNEYS } },
      { test: { ...processes, name: 'processes', include: ['tests/processes/*.test.ts'] } },
      { test: { ...processes, name: 'chaos', include: ['tests/chaos/*.test.ts'] } },
    ],
  },
});
