/**
 * Programs that tests use and npm does not bring: the system's Chromium, Prometheus' promtool, and what stands beside Picket in
 * production. What is missing is installed where that is possible (Debian, as root); elsewhere the tests that need it say so.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { environment, NODE, ROOT } from './prepare.mjs';

const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin', '/sbin'];
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'];

/** Programs of the tests of whole processes, with the Debian package of each. */
const PACKAGES = {
  haproxy: 'haproxy',
  caddy: 'caddy',
  mosquitto: 'mosquitto',
  faketime: 'faketime',
  ffmpeg: 'ffmpeg',
  'mkfs.xfs': 'xfsprogs',
};

const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

function install(names) {
  process.stderr.write(`Installing ${names.join(', ')} for the tests …\n`);
  execFileSync('apt-get', ['update', '-qq'], quiet);
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], quiet);
}

/** The path of a Chromium: CHROMIUM_PATH, the system's, or one that is installed now. */
export function findChromium() {
  const find = () => CHROMIUM.find((path) => existsSync(path));
  const found = process.env.CHROMIUM_PATH ?? find();
  if (found) return found;
  if (canInstall()) {
    install(['chromium']);
    const installed = find();
    if (installed) return installed;
  }
  const options = { cwd: ROOT, env: environment() };
  execFileSync('pnpm', ['exec', 'playwright-core', 'install', 'chromium'], { ...options, stdio: 'inherit' });
  const print = "console.log(require('playwright-core').chromium.executablePath())";
  return execFileSync(NODE, ['-e', print], { ...options, encoding: 'utf8' }).trim();
}

/** The path of promtool: PICKET_PROMTOOL, the system's, or one unpacked from Debian's package; '' where there is none. */
export function findPromtool() {
  if (process.env.PICKET_PROMTOOL) return process.env.PICKET_PROMTOOL;
  const folder = join(ROOT, '.toolchain/prometheus');
  const find = () => ['/usr/bin/promtool', join(folder, 'usr/bin/promtool')].find((path) => existsSync(path)) ?? '';
  if (find() !== '' || !existsSync('/usr/bin/apt-get')) return find();
  try {
    mkdirSync(folder, { recursive: true });
    const options = { ...quiet, cwd: folder };
    if (process.getuid?.() === 0) execFileSync('apt-get', ['update', '-qq'], options);
    execFileSync('apt-get', ['-o', 'APT::Sandbox::User=root', 'download', '-qq', 'prometheus'], options);
    const [deb] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
    execFileSync('dpkg-deb', ['-x', deb, '.'], options);
    rmSync(join(folder, deb));
  } catch {
    // The comparison with Prometheus says itself that it did not run.
  }
  return find();
}

/** Installs the missing ones of PACKAGES; where that is not possible their tests say that they did not run. */
export function installTestPrograms() {
  const missing = Object.entries(PACKAGES).flatMap(([program, name]) =>
    FOLDERS.some((folder) => existsSync(join(folder, program))) ? [] : [name],
  );
  if (missing.length === 0 || !canInstall()) return;
  try {
    install(missing);
  } catch {
    // The tests say themselves that they did not run.
  }
}
