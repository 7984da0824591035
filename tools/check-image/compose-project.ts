/** The compose file under podman, as a project of its own, on a port of its own. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './checks.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PORT = '18080';
export const BASE = `http://127.0.0.1:${PORT}`;
export const ADMINISTRATOR = { email: 'admin@picket.example', password: 'seven quiet rooms at night' };
const PROJECT = ['--project-name', 'picketcheck'] as const;

/** Files of this run; removed by `takeDown`. */
export const settings = mkdtempSync(join(tmpdir(), 'picket-check-'));
// Machines that are containers themselves allow no more than they have; haproxy needs 8,036 for its 4,000 connections.
const mostFiles = Math.min(
  Number.parseInt(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }), 10) || 16_384,
  16_384,
);
writeFileSync(
  join(settings, 'containers.conf'),
  `[containers]\ndefault_ulimits = ["nofile=${mostFiles}:${mostFiles}", "nproc=2048:2048"]\n[engine]\nruntime = "runc"\n`,
);
const socket = join(settings, 'podman.sock');
/** What the commands and the compose file see; a check may add settings. */
export const env: NodeJS.ProcessEnv = {
  ...process.env,
  DOCKER_HOST: `unix://${socket}`,
  CONTAINERS_CONF: join(settings, 'containers.conf'),
  PICKET_PORT: PORT,
  PICKET_ADMIN_EMAIL: ADMINISTRATOR.email,
  PICKET_ADMIN_PASSWORD: ADMINISTRATOR.password,
  PICKET_PUBLIC_URL: BASE,
  PICKET_COMMIT: 'checked',
};

/** Runs a command in the checkout; returns what it printed, throws where it fails. */
export const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { env, cwd: ROOT, encoding: 'utf8', maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'pipe'] });

export const compose = (...args: readonly string[]): string => run('docker-compose', ...PROJECT, ...args);

export const isHealthy = (): Promise<true | null> =>
  until(async () => ((await fetch(`${BASE}/api/v1/health`)).status === 204 ? true : null), 120);

/** What `docker compose build` does; podman needs to know how to isolate a build inside of a container. */
const build = (...args: readonly string[]): string =>
  run('podman', 'build', '--isolation=chroot', '--network=host', ...args, '.');

export const buildPicket = (commit: string): string =>
  build('--build-arg', `PICKET_COMMIT=${commit}`, '--tag', 'picket');

/** The image of the profile `ha`. */
export const buildHighAvailability = (): string => build('--file', 'deploy/patroni/Dockerfile', '--tag', 'picket-ha');

/** `docker compose exec -T <service> …`, as the documents have it; `input`: what is piped into it. */
export const execIn = (service: string, args: readonly string[], input = '') =>
  spawnSync('docker-compose', [...PROJECT, 'exec', '-T', service, ...args], {
    env,
    cwd: ROOT,
    encoding: 'utf8',
    input,
  });

/** Runs a command in a container of the project; `name`: of its service. */
export function inside(name: string, ...args: readonly string[]) {
  return spawnSync('podman', ['exec', containerOf(name), ...args], { env, encoding: 'utf8' });
}

export const containerOf = (name: string): string =>
  run('podman', 'ps', '--quiet', '--filter', `name=${name}`).trim().split('\n')[0] ?? '';

/** Starts the service that lets the compose command speak to podman as it would to Docker's engine. */
export async function startPodmanService(): Promise<void> {
  const service = spawn('podman', ['system', 'service', '--time=0', `unix://${socket}`], {
    env: { ...env, BUILDAH_ISOLATION: 'chroot' },
    stdio: 'ignore',
  });
  process.on('exit', () => service.kill());
  await until(async () => (existsSync(socket) ? true : null), 10);
}

/**
 * Brings everything up, or the named services and what they need. podman has its health checks run by systemd's timers; where there is no systemd nobody runs them,
 * so this does.
 */
export async function bringUp(profile?: string, ...services: readonly string[]): Promise<void> {
  const chosen = profile === undefined ? [] : ['--profile', profile];
  const up = spawn('docker-compose', [...PROJECT, ...chosen, 'up', '-d', ...services], {
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

/** Removes the project with its volumes, unless `--keep` was given. */
export function takeDown(): void {
  if (!process.argv.includes('--keep'))
    spawnSync('docker-compose', [...PROJECT, '--profile', 'mosquitto', '--profile', 'ha', 'down', '--volumes'], {
      env,
      cwd: ROOT,
    });
  rmSync(settings, { recursive: true, force: true });
}
