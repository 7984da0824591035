/**
 * npm test: what `npm run check` does, the tests against a real Postgres, and the main journeys in a real browser. `--deep` adds
 * what takes longer: every screen, every journey, kills and failures of whole processes, and far more random cases.
 */
<<<<<<< .merge_file_ME7Iso
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { environment, exitWithError, prepare, ROOT } from './lib/prepare.mjs';

const isDeep = process.argv.includes('--deep');
const results = join(ROOT, 'test-results');
let passed = 0;
let broken = 0;

/** The system's Chromium: named, found, or (as root on Debian) installed. */
function chromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const find = () =>
    ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'].find((path) =>
      existsSync(path),
    );
  const found = find();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stderr.write('Installing Chromium for the browser tests …\n');
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
    const installed = find();
    if (installed) return installed;
  }
  execFileSync('pnpm', ['exec', 'playwright-core', 'install', 'chromium'], {
    cwd: ROOT,
    env: environment(),
    stdio: 'inherit',
  });
  return execFileSync(
    join(ROOT, '.toolchain/node_modules/.bin/node'),
    ['-e', "console.log(require('playwright-core').chromium.executablePath())"],
    { cwd: ROOT, encoding: 'utf8' },
  ).trim();
}

/** The peer's rule tester: named, found, or (as on Debian) taken out of its package without installing that. Null: none. */
function promtool() {
  const named = process.env.PICKET_PROMTOOL;
  if (named) return named;
  const folder = join(ROOT, '.toolchain/prometheus');
  const find = () => ['/usr/bin/promtool', join(folder, 'usr/bin/promtool')].find((path) => existsSync(path)) ?? '';
  if (find() !== '' || !existsSync('/usr/bin/apt-get')) return find();
  try {
    mkdirSync(folder, { recursive: true });
    const options = { stdio: 'ignore', cwd: folder };
    if (process.getuid?.() === 0) execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['-o', 'APT::Sandbox::User=root', 'download', '-qq', 'prometheus'], options);
    const [deb] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
    execFileSync('dpkg-deb', ['-x', deb, '.'], options);
    rmSync(join(folder, deb));
  } catch {
    // The comparison says itself that it did not run.
  }
  return find();
}

/** Programs that tests use, with the Debian package of each. */
const NEIGHBORS = {
  haproxy: 'haproxy',
  caddy: 'caddy',
  mosquitto: 'mosquitto',
  faketime: 'faketime',
  'mkfs.xfs': 'xfsprogs',
=======
import { failed, prepare } from './lib/prepare.mjs';
import { TestRun } from './lib/test-steps.mjs';
import { findChromium, findPromtool, installTestPrograms } from './lib/test-tools.mjs';

const QUICK = ['pure', 'architecture', 'capability', 'processes', 'journeys'];
const DEEP = [...QUICK, 'capability-deep', 'journeys-deep', 'chaos'];
const MORE_CASES = {
  PICKET_DEEP: '1',
  PICKET_PROPERTY_RUNS: '100000',
  PICKET_FUZZ_RUNS: '400',
  PICKET_TAMPER_RUNS: '100',
>>>>>>> .merge_file_XK8tQM
};

try {
  const isDeep = process.argv.includes('--deep');
  const run = new TestRun();
  await prepare({ console: true });
  await run.checkSources();
  installTestPrograms();
  const programs = { CHROMIUM_PATH: findChromium(), PICKET_PROMTOOL: findPromtool() };
  await run.test(isDeep ? DEEP : QUICK, { ...programs, ...(isDeep ? MORE_CASES : {}) });
  run.end();
} catch (error) {
  exitWithError(error);
}
