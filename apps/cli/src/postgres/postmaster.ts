/** The running Postgres of a data folder: found, started, stopped. */
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PostgresError } from './postgres-error.ts';
import type { Run } from './postgres-user.ts';

const ABANDONED_WITHIN_MS = 30_000;
const ABANDONED_CHECK_MS = 100;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  timezone: 'UTC',
  log_min_messages: 'warning',
};

/** Starts it and waits until it accepts connections. `pgCtl`: path of the program; `settings`: beside or instead of its own. */
export function startPostmaster(
  run: Run,
  pgCtl: string,
  data: string,
  port: number,
  settings: Readonly<Record<string, string>>,
): void {
  removeStaleLock(data);
  const options = Object.entries({ ...SETTINGS, port: String(port), ...settings }).map(
    ([name, value]) => `-c ${name}='${value}'`,
  );
  const start = ['start', '-w', '-t', '60', '-D', data, '-l', join(data, 'server.log'), '-o', options.join(' ')];
  // Its log, not its output: the server inherits what pg_ctl writes to, and would keep this process waiting.
  const outputFile = join(dirname(data), 'postgres.start');
  const output = openSync(outputFile, 'w', 0o600);
  const result = run(pgCtl, start, { stdio: ['ignore', output, output] });
  closeSync(output);
  const why = readFileSync(outputFile, 'utf8').trim();
  rmSync(outputFile, { force: true });
  if (result.status === 0) return;
  const log = existsSync(join(data, 'server.log')) ? readFileSync(join(data, 'server.log'), 'utf8') : '';
  throw new PostgresError(`Postgres did not start: ${why}\n${log.split('\n').slice(-12).join('\n')}`);
}

export function stopPostmaster(run: Run, pgCtl: string, data: string, mode: 'fast' | 'immediate' = 'fast'): void {
  run(pgCtl, ['stop', '-w', '-m', mode, '-D', data], { stdio: 'ignore' });
}

/** The port of a Postgres that runs on this folder already, from its postmaster.pid. */
export function runningPort(data: string): number | null {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n');
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null;
  }
  return existsSync('/proc/self/cmdline') && !isPostmasterOf(data, pid) ? null : Number(port);
}

/**
 * Whether a process is the Postgres of this folder, by what the system says of it. After the machine was restarted, the number in a lock
 * file may be that of any other, also of another Postgres, which must neither be taken for this one nor be stopped.
 */
function isPostmasterOf(data: string, pid: string | undefined): boolean {
  const command = `/proc/${pid}/cmdline`;
  if (!(existsSync(command) && readFileSync(command, 'utf8').includes('postgres'))) return false;
  try {
    // A Postgres is where its data is.
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data);
  } catch {
    // In some containers root may not see where the processes of others are.
    return true;
  }
}

/**
 * Where nothing reaps processes (some containers), a killed Postgres stays as a zombie, and its lock file would keep the next one
 * from starting. The lock is removed once no other process of it is left.
 */
function removeStaleLock(data: string): void {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const [pid = ''] = readFileSync(file, 'utf8').split('\n');
  const isZombie =
    existsSync(`/proc/${pid}/status`) && /^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  if (!isZombie) return;
  if (!isInUse(data)) rmSync(file);
}

/** Whether a process of Postgres works in the data folder; false where the system does not say. */
const isInUse = (data: string): boolean =>
  existsSync('/proc') &&
  readdirSync('/proc').some((name) => {
    try {
      if (!/^\d+$/u.test(name) || readlinkSync(`/proc/${name}/cwd`) !== data) return false;
      return readFileSync(`/proc/${name}/comm`, 'utf8').startsWith('postgres');
    } catch {
      return false;
    }
  });

/**
 * Waits until the processes of a Postgres that was killed have ended: each ends by itself once it sees that, and as long as one is left
 * no other Postgres starts on the folder. Half a minute at most: then the next start says what is wrong.
 */
export async function untilAbandoned(data: string): Promise<void> {
  for (let waited = 0; waited < ABANDONED_WITHIN_MS && isInUse(data); waited += ABANDONED_CHECK_MS)
    await setTimeout(ABANDONED_CHECK_MS);
}

/** A port nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
