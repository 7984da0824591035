import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { FailureReporter } from './tests/support/failure-reporter.ts';

/** Ends what hangs, also on a machine that has other things to do; no test is judged by how fast it is. */
const HANGS_AFTER_MS = 300_000;
const WITH_POSTGRES = ['tests/support/postgres.global.ts'];
/** Run in full by `npm run test:deep` alone; the others are the main journeys. */
const DEEP_JOURNEYS = [
  'accessible-screens',
  'accounts-journey',
  'administration-journey',
  'adopt-journey',
  'adopt-several-journey',
  'alerts-journey',
  'api-host-journey',
  'console-journey',
  'demo-devices-journey',
  'device-journey',
  'edit-conflict-journey',
  'every-link-journey',
  'every-screen',
  'every-screen-languages',
  'exporter-journey',
  'hosted-broker-journey',
  'feedback-journey',
  'gateway-journey',
  'kept-state-journey',
  'keyboard-journey',
  'leave-form-journey',
  'live-direct-journey',
  'location-journey',
  'locations-journey',
  'mail-server-journey',
  'modbus-journey',
  'newcomer-journey',
  'notification-journey',
  'offline-journey',
  'operations-journey',
  'own-sensor-journey',
  'palette-journey',
  'partial-page-journey',
  'policy-brake-journey',
  'policy-journey',
  'private-hosts-journey',
  'replace-device-journey',
  'snmp-journey',
  'specification-journey',
  'stream-journey',
  'toast-journey',
  'topic-values-journey',
  'tuning-journey',
  'typed-while-saving-journey',
  'ups-journey',
  'video-journey',
  'webhook-journey',
  'zone-journey',
].map((name) => `tests/journeys/${name}.test.ts`);
/**
 * Run by `npm run test:deep` alone: what is rarely changed and long to test (backups and restores, exports, real programs at the other
 * end, outages that are waited through). Each has a shorter neighbor that always runs, or is of a part that changes alone.
 */
const DEEP_CAPABILITIES = [
  'admin-overview',
  'adopted-together',
  'alert-evidence',
  'alert-export',
  'api-host',
  'audit-tampering',
  'backlog-notifications',
  'backup',
  'caller-source',
  'changed-zigbee-devices',
  'clip-backup',
  'clips-deleted',
  'connected-integrations',
  'display-sessions',
  'document-examples',
  'downloads',
  'endpoint-table',
  'error-containment',
  'events-resumed',
  'feedback',
  'genuine-backup',
  'german-messages',
  'get-started',
  'installation',
  'learned-intervals',
  'live',
  'live-access',
  'live-direct',
  'live-limits',
  'live-relay',
  'location-cards',
  'location-past',
  'location-things',
  'logged-secrets',
  'long-outages',
  'long-windows',
  'modbus-integration',
  'mqtt',
  'mqtt-accounts',
  'mqtt-device-from-document',
  'nut-integration',
  'odd-text',
  'oidc',
  'old-brokers',
  'outbound-destinations',
  'overdue-sensors',
  'packed-days',
  'policy-edits',
  'policy-history',
  'policy-insight',
  'prometheus-hours',
  'prometheus-integration',
  'quiet-and-closed',
  'quiet-times',
  'receiver-down',
  'refused-clips',
  'reporting-devices',
  'second-factor',
  'self-monitoring',
  'sentries-in-home-assistant',
  'serving-role',
  'simulated-sentries',
  'snmp-integration',
  'time-lapses',
  'topic-values',
  'two-servers',
  'typed-client',
  'video-messages',
  'video-space',
  'weather',
  'webhook-integrations',
  'who-is-notified',
  'withdrawn',
  'wrong-clock',
  'zone-drafts',
].map((name) => `apps/server/test/${name}.test.ts`);
/** Run by `npm run test:deep` alone as well, like those below. */
const DEEP_PROCESSES = [
  'dev',
  'documented-commands',
  'migrated-data',
  'orphaned-backend',
  'replay',
  'restored-erasures',
  'start',
  'support-bundle',
].map((name) => `tests/processes/${name}.test.ts`);

/** Real programs at work, another kind of server, or many files on the disk: run by `npm test`, not by `npm run check`. */
const WITH_PROGRAMS = [
  'apps/cli/src/picket/subcommands.test.ts',
  'apps/sentry/src/camera/live-uplink.test.ts',
  'apps/sentry/src/camera/recordings.test.ts',
  'apps/server/src/platform/objects/object-store.test.ts',
  'deploy/compose.test.ts',
  'packages/media/src/access-units.test.ts',
  'packages/media/src/real-file.test.ts',
  'tests/architecture/unused.test.ts',
  'tools/pin-images.test.ts',
];

/** The same, in the deep run alone: an encoder, a package manager, another monitoring system. */
const DEEP_PURE = [
  'apps/sentry/src/camera/reference-camera.test.ts',
  'packages/monitor/test/peer-prometheus.test.ts',
  'tools/test-programs.test.ts',
  'tools/write-sbom.test.ts',
];

/** Compiles the whole product once more. */
const DEEP_ARCHITECTURE = ['tests/architecture/declared-once.test.ts'];

/** Compiled modules, for the workers and for every process that a test starts. */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

/** What is polled for may take as long: a slow machine is not a failure. */
const limits = {
  testTimeout: HANGS_AFTER_MS,
  hookTimeout: HANGS_AFTER_MS,
  expect: { poll: { timeout: 60_000 } },
};
/**
 * All projects in one group, so that no processor waits for another project to end: what waits most begins first, and the short files
 * fill up the end.
 */
const ORDER = [
  'journeys',
  'journeys-deep',
  'processes',
  'processes-deep',
  'programs',
  'architecture',
  'architecture-deep',
  'capability-deep',
  'capability',
  'pure',
  'pure-deep',
];
/** The longest files of their projects: begun last, one of them would keep a single processor busy at the end. */
const LONGEST = ['apps/server/test/access.test.ts', 'tests/architecture/unused.test.ts'];
const rankOf = ({ project, moduleId }: TestSpecification): number =>
  ORDER.indexOf(project.name) - (LONGEST.some((file) => moduleId.endsWith(file)) ? 0.5 : 0);

class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other));
  }
}

const { PICKET_DEEP, PICKET_TEST_REPORT } = process.env;
/** Each waits for a database or a browser about half the time; in the deep run most of them are journeys, which wait less. */
const maxWorkers = PICKET_DEEP ? availableParallelism() + 1 : 2 * availableParallelism();
/** Files of one worker share the modules they import: loading the server again for each file took longer than most files. */
const shared = { ...limits, maxWorkers, isolate: false };
const separate = { ...limits, maxWorkers };
const capability = { ...shared, globalSetup: WITH_POSTGRES };
const processes = { ...separate, globalSetup: WITH_POSTGRES };

/** Kills and failures of whole processes, with limits of time that are measured: one file after the other, after all else. */
const alone = { ...processes, maxWorkers: 1, sequence: { groupOrder: 1 } };

const jsonReport = (outputFile: string): ['json', { outputFile: string }] => ['json', { outputFile }];
/** All of them are here: reporters on the command line would replace these. */
const reporters = [
  'default',
  ...(PICKET_DEEP ? [new FailureReporter()] : []),
  ...(PICKET_TEST_REPORT ? [jsonReport(PICKET_TEST_REPORT)] : []),
];

export default defineConfig({
  test: {
    reporters,
    sequence: { sequencer: ByProject },
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          include: [
            'packages',
            'apps/cli/src',
            'apps/console',
            'apps/sentry/src',
            'apps/server/src',
            'deploy',
            'tools',
          ].map((folder) => `${folder}/**/*.test.{ts,tsx}`),
          exclude: ['**/node_modules/**', ...WITH_PROGRAMS, ...DEEP_PURE],
        },
      },
      { test: { ...shared, name: 'pure-deep', include: DEEP_PURE } },
      { test: { ...separate, name: 'programs', include: WITH_PROGRAMS } },
      {
        test: {
          ...separate,
          name: 'architecture',
          include: ['tests/architecture/*.test.ts'],
          exclude: [...WITH_PROGRAMS, ...DEEP_ARCHITECTURE],
        },
      },
      { test: { ...separate, name: 'architecture-deep', include: DEEP_ARCHITECTURE } },
      {
        test: {
          ...capability,
          name: 'capability',
          include: ['apps/server/test/*.test.ts'],
          exclude: DEEP_CAPABILITIES,
        },
      },
      { test: { ...capability, name: 'capability-deep', include: DEEP_CAPABILITIES } },
      { test: { ...processes, name: 'journeys', include: ['tests/journeys/*.test.ts'], exclude: DEEP_JOURNEYS } },
      { test: { ...processes, name: 'journeys-deep', include: DEEP_JOURNEYS } },
      {
        test: {
          ...processes,
          name: 'processes',
          include: ['tests/processes/*.test.ts'],
          exclude: DEEP_PROCESSES,
        },
      },
      { test: { ...processes, name: 'processes-deep', include: DEEP_PROCESSES } },
      { test: { ...alone, name: 'chaos', include: ['tests/chaos/*.test.ts'] } },
    ],
  },
});
