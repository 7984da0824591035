/**
 * npm test: what `npm run check` does, the tests against a real Postgres, and the main journeys in a real browser. `--deep` adds
 * what takes longer: every screen, every journey, kills and failures of whole processes, and far more random cases. `--no-install`: no
 * program is installed; tests that need one that is missing do not run.
 */
import { exitWithError, prepare } from './lib/prepare.mjs';
import { TestRun } from './lib/test-steps.mjs';
import { findProgram, installTestPrograms } from './lib/test-tools.mjs';

const QUICK = ['pure', 'architecture', 'programs', 'capability', 'processes', 'journeys'];
const DEEP = [
  ...QUICK,
  'pure-deep',
  'architecture-deep',
  'capability-deep',
  'processes-deep',
  'journeys-deep',
  'chaos',
];
const MORE_CASES = {
  PICKET_DEEP: '1',
  PICKET_PROPERTY_RUNS: '100000',
  PICKET_FUZZ_RUNS: '400',
  PICKET_TAMPER_RUNS: '50',
};

try {
  const isDeep = process.argv.includes('--deep');
  const run = new TestRun();
  await prepare({ console: true });
  installTestPrograms();
  await run.checkSources();
  const programs = { CHROMIUM_PATH: findProgram('chromium'), PICKET_PROMTOOL: findProgram('promtool') };
  const hasBrowser = programs.CHROMIUM_PATH !== '';
  const projects = (isDeep ? DEEP : QUICK).filter((name) => hasBrowser || !name.startsWith('journeys'));
  if (!hasBrowser) run.leaveOut('the journeys: there is no Chromium');
  await run.test(projects, { ...programs, ...(isDeep ? MORE_CASES : {}) });
  run.end();
} catch (error) {
  exitWithError(error);
}
