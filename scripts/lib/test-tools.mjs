/**
 * Programs that tests use and npm does not bring: the system's Chromium, Prometheus' promtool, and what stands beside Picket in
 * production. What is missing is named, and installed once where that is possible: with apt-get (Debian, as root), the browser elsewhere
 * with Playwright. With --no-install nothing is; tests that need what is missing do not run, and are not counted.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { environment, NODE, ROOT } from './prepare.mjs';

const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin', '/sbin'];
const inFolders = (program) => FOLDERS.map((folder) => join(folder, program));
const UNPACKED = join(ROOT, '.toolchain/prometheus');

/** Each with the Debian package it is in, and where it may be. */
export const PROGRAMS = [
  {
    name: 'chromium',
    package: 'chromium',
    paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'],
  },
  { name: 'haproxy', package: 'haproxy', paths: inFolders('haproxy') },
  { name: 'caddy', package: 'caddy', paths: inFolders('caddy') },
  { name: 'mosquitto', package: 'mosquitto', paths: inFolders('mosquitto') },
  // With the driver that serves a file, dummy-ups.
  { name: 'upsd', package: 'nut-server', paths: ['/lib/nut/upsd', '/usr/lib/nut/upsd', ...inFolders('upsd')] },
  { name: 'faketime', package: 'faketime', paths: inFolders('faketime') },
  { name: 'ffmpeg', package: 'ffmpeg', paths: inFolders('ffmpeg') },
  { name: 'mkfs.xfs', package: 'xfsprogs', paths: inFolders('mkfs.xfs') },
  // A whole server for one program: it is unpacked instead of installed.
  { name: 'promtool', package: 'prometheus', paths: ['/usr/bin/promtool', join(UNPACKED, 'usr/bin/promtool')] },
];

const print = (text) => process.stderr.write(`${text}\n`);
const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
const isRoot = process.getuid?.() === 0;
const hasApt = existsSync('/usr/bin/apt-get');

/** Whether nothing may be installed: `npm test -- --no-install`, or without the dashes, where npm takes it for a setting of its own. */
export const isNoInstall = (args = process.argv, env = process.env) =>
  args.includes('--no-install') || ['', 'false'].includes(env.npm_config_install ?? 'true');

/** The path of a program; '' where it is not on this machine. */
export function findProgram(name) {
  const given = { chromium: process.env.CHROMIUM_PATH, promtool: process.env.PICKET_PROMTOOL }[name];
  if (given) return given;
  const found = PROGRAMS.find((program) => program.name === name)?.paths.find((path) => existsSync(path));
  return found ?? (name === 'chromium' ? findPlaywrightsChromium() : '');
}

function findPlaywrightsChromium() {
  const print = "console.log(require('playwright-core').chromium.executablePath())";
  try {
    const path = execFileSync(NODE, ['-e', print], { cwd: ROOT, env: environment(), encoding: 'utf8' }).trim();
    return existsSync(path) ? path : '';
  } catch {
    return '';
  }
}

/** What is going to be done about missing programs: by apt-get, by Playwright, by unpacking, or nothing. */
export function planInstall(missing, { noInstall, isRoot, hasApt }) {
  const installerOf = ({ name }) => {
    if (noInstall) return 'none';
    if (name === 'promtool') return hasApt ? 'unpack' : 'none';
    if (isRoot && hasApt) return 'apt';
    return name === 'chromium' ? 'playwright' : 'none';
  };
  // Any Node from 20 on runs this: it has no Object.groupBy.
  /** @type {Partial<Record<'apt' | 'playwright' | 'unpack' | 'none', typeof PROGRAMS>>} */
  const plan = {};
  for (const program of missing) {
    const installer = installerOf(program);
    plan[installer] = [...(plan[installer] ?? []), program];
  }
  return plan;
}

const namesOf = (programs) => programs.map(({ name }) => name).join(', ');

/** Says what is missing and what is going to be installed, and installs it. Failing to is no failure: the tests do not run then. */
export function installTestPrograms(noInstall = isNoInstall()) {
  const missing = PROGRAMS.filter(({ name }) => findProgram(name) === '');
  if (missing.length === 0) return;
  const { apt = [], playwright = [], unpack = [], none = [] } = planInstall(missing, { noInstall, isRoot, hasApt });
  const reason = noInstall ? 'not installed (--no-install)' : 'cannot be installed here';
  if (none.length > 0) print(`Missing, and ${reason}: ${namesOf(none)}. Tests that need them do not run.`);
  const installed = [...apt, ...playwright, ...unpack];
  if (installed.length === 0) return;
  print(
    `For the tests these programs are going to be installed, once: ${namesOf(installed)}. \`npm test -- --no-install\` does without.`,
  );
  attempt('apt-get', () => {
    if (isRoot && apt.length + unpack.length > 0) execFileSync('apt-get', ['update', '-qq'], quiet);
    const packages = apt.map((program) => program.package);
    if (packages.length > 0)
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet);
  });
  if (playwright.length > 0)
    attempt('Playwright', () =>
      execFileSync('pnpm', ['exec', 'playwright-core', 'install', 'chromium'], {
        cwd: ROOT,
        env: environment(),
        stdio: 'inherit',
      }),
    );
  if (unpack.length > 0) attempt('apt-get download', unpackPromtool);
  const still = installed.filter(({ name }) => findProgram(name) === '');
  print(
    still.length === 0 ? 'Installed.' : `Could not be installed: ${namesOf(still)}. Tests that need them do not run.`,
  );
}

function attempt(what, work) {
  try {
    work();
  } catch (error) {
    print(`${what}: ${error.message.split('\n')[0]}`);
  }
}

function unpackPromtool() {
  mkdirSync(UNPACKED, { recursive: true });
  const options = { ...quiet, cwd: UNPACKED };
  execFileSync('apt-get', ['-o', 'APT::Sandbox::User=root', 'download', '-qq', 'prometheus'], options);
  const [deb] = readdirSync(UNPACKED).filter((name) => name.endsWith('.deb'));
  execFileSync('dpkg-deb', ['-x', deb, '.'], options);
  rmSync(join(UNPACKED, deb));
}
