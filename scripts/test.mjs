/**
 * npm test: everything, on a machine that has only Node and npm. `--deep` adds what takes longer (docs/measurements.md).
 * Ends with the plain line "N passed, N failed".
 */
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
};

/** What stands beside Picket in tests: where it can be installed it is, elsewhere its tests say that they did not run. */
function bringNeighbours() {
  const folders = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/sbin'];
  const missing = Object.entries(NEIGHBORS).flatMap(([program, name]) =>
    folders.some((folder) => existsSync(join(folder, program))) ? [] : [name],
  );
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  process.stderr.write(`Installing ${missing.join(' and ')} for their tests …\n`);
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  try {
    execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], options);
  } catch {
    // The tests say themselves that they did not run.
  }
}

function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...environment(), ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

async function check(title, command, args) {
  process.stderr.write(`\n== ${title}\n`);
  const ok = (await run(command, args)) === 0;
  if (ok) passed += 1;
  else broken += 1;
  process.stderr.write(ok ? `   ${title}: good\n` : `   ${title}: FAILED\n`);
}

async function tests(env) {
  process.stderr.write('\n== Tests\n');
  const report = join(results, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run('pnpm', ['exec', 'vitest', 'run', ...reporters], env);
  if (!existsSync(report)) {
    broken += 1;
    return;
  }
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
  passed += numPassedTests;
  // A suite that could not even start, or an error outside of any test, is a failure too.
  broken += numFailedTests > 0 ? numFailedTests : code === 0 ? 0 : Math.max(1, numFailedTestSuites);
}

try {
  const began = Date.now();
  await prepare({ console: true });
  rmSync(join(results, 'vitest.json'), { force: true });
  mkdirSync(results, { recursive: true });
  const projects = [
    'packages/domain',
    'packages/contracts',
    'packages/files',
    'packages/monitor',
    'apps/server',
    'apps/sentry',
    'apps/console',
    '.',
  ];
  for (const project of projects)
    await check(`Types of ${project}`, 'pnpm', ['exec', 'tsc', '-p', join(project, 'tsconfig.json')]);
  await check('Format and lint', 'pnpm', ['exec', 'biome', 'ci', '--error-on-warnings', '.']);
  const deep = { PICKET_DEEP: '1', PICKET_PROPERTY_RUNS: '100000', PICKET_FUZZ_RUNS: '400', PICKET_TAMPER_RUNS: '100' };
  bringNeighbours();
  await tests({ CHROMIUM_PATH: chromium(), PICKET_PROMTOOL: promtool(), ...(isDeep ? deep : {}) });
  process.stderr.write(`\n${Math.round((Date.now() - began) / 1000)} s\n`);
  console.log(`${passed} passed, ${broken} failed`);
  process.exit(broken === 0 ? 0 : 1);
} catch (error) {
  exitWithError(error);
}
