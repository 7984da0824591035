/** A verification or restore that is interrupted leaves no copy of the database, and no Postgres that it started. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { archiveSettings } from '../../apps/cli/src/postgres/archived-postgres.ts';
import { findAdminUrl, startPostgres } from '../../apps/cli/src/postgres/embedded-postgres.ts';
import { createMissingKeys } from '../../apps/server/src/platform/wal-archive/prepare-archiver.ts';
import { ADMIN } from '../support/recorded-run.ts';
import { ROOT, startServer } from '../support/server-process.ts';

const BEGUN_WITHIN_MS = 120_000;
/** What Postgres writes by itself; the tables alone are some megabytes. */
const MAX_WRITTEN_BYTES = 1_000_000;
const BASE = /^base-\d{8}T\d{6}Z$/u;
const LEFT_BEHIND = 'picket_restored_20260101t000000';

async function query(adminUrl: string, text: string): Promise<readonly { readonly name: string }[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => {});
  await client.connect();
  return (await client.query<{ name: string }>(text).finally(() => client.end())).rows;
}

const restoredDatabases = async (adminUrl: string): Promise<readonly string[]> =>
  (await query(adminUrl, `SELECT datname AS name FROM pg_database WHERE datname ~ '^picket_restored'`)).map(
    ({ name }) => name,
  );

/** An embedded database, which runs. `isArchived`: with the keys that its archive needs. */
async function openDatabase(isArchived: boolean) {
  const dataDir = mkdtempSync(join(tmpdir(), 'picket-interrupted-'));
  if (isArchived) createMissingKeys(dataDir);
  const postgres = await startPostgres(dataDir, null, {}, (data, identity) =>
    archiveSettings(dataDir, data, identity, {}),
  );
  onTestFinished(() => {
    postgres.stop();
    for (const path of [dataDir, `${dataDir}-backups`]) rmSync(path, { recursive: true, force: true });
  });
  const env = { ...ADMIN, PICKET_OWNER_DATABASE_URL: postgres.ownerUrl };
  const server = await startServer(postgres.url, { dataDir, env });
  return { dataDir, postgres, server };
}

/** With a backup. */
async function openInstallation() {
  const { dataDir, postgres, server } = await openDatabase(false);
  await server.stop();
  const made = run('backup', dataDir);
  expect(await made.ended, made.output()).toBe(0);
  return { dataDir, postgres };
}

/** With a base backup in its archive, and an instant that can be restored. */
async function openArchivedInstallation() {
  const { dataDir, postgres, server } = await openDatabase(true);
  const archive = `${dataDir}-backups/archive`;
  const hasBase = (): boolean =>
    existsSync(archive) &&
    readdirSync(archive).some((cluster) => readdirSync(join(archive, cluster)).some((name) => BASE.test(name)));
  await vi.waitUntil(hasBase, { timeout: BEGUN_WITHIN_MS, interval: 200 });
  const instant = new Date().toISOString();
  await server.stop();
  return { dataDir, postgres, instant };
}

/** Not one that has ended and is not reaped yet. */
const isRunning = (pid: string): boolean =>
  existsSync(`/proc/${pid}/status`) && !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'));

function run(command: string, dataDir: string) {
  const program = join(ROOT, 'apps/cli/src/picket.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...command.split(' ')], {
    env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: '', PICKET_DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = once(child, 'close').then(([code]) => code);
  return { ended, interrupt: (signal: NodeJS.Signals) => child.kill(signal), output: () => output };
}

/** The folders of Postgres servers in which backups are verified. */
const verificationsIn = (dataDir: string): readonly string[] =>
  readdirSync(dataDir)
    .filter((name) => name.startsWith('verification-'))
    .map((name) => join(dataDir, name));

/** Once the Postgres of one of the folders has a database that is restored into. */
async function untilBegun(folders: () => readonly string[]): Promise<void> {
  const adminUrlOf = (folder: string): string | null => {
    try {
      return findAdminUrl(folder);
    } catch {
      // Its passwords are being written.
      return null;
    }
  };
  await vi.waitUntil(
    async () => {
      const urls = folders().flatMap((folder) => adminUrlOf(folder) ?? []);
      const names = await Promise.all(urls.map((url) => restoredDatabases(url).catch(() => [])));
      return names.flat().some((name) => name !== LEFT_BEHIND && /\d{8}t\d{6}$/u.test(name));
    },
    { timeout: BEGUN_WITHIN_MS, interval: 20 },
  );
}

async function expectInterrupted(command: ReturnType<typeof run>, signal: NodeJS.Signals): Promise<void> {
  command.interrupt(signal);
  expect(await command.ended, command.output()).toBe(130);
  expect(command.output()).toMatch(/Not restored: it was interrupted\n$/u);
}

test('a verification that is interrupted leaves nothing, and the next one removes what a killed one left', async () => {
  const { dataDir, postgres } = await openInstallation();
  const interrupted = run('verify', dataDir);
  await untilBegun(() => verificationsIn(dataDir));
  await expectInterrupted(interrupted, 'SIGINT');
  expect(verificationsIn(dataDir)).toEqual([]);

  const killed = run('verify', dataDir);
  await untilBegun(() => verificationsIn(dataDir));
  killed.interrupt('SIGKILL');
  await killed.ended;
  const [left = ''] = verificationsIn(dataDir);
  const leftUrl = findAdminUrl(left) ?? '';
  expect(await restoredDatabases(leftUrl), 'its Postgres runs on').toHaveLength(1);
  const next = run('verify', dataDir);
  expect(await next.ended, next.output()).toBe(0);
  expect(verificationsIn(dataDir)).toEqual([]);
  await expect(restoredDatabases(leftUrl)).rejects.toThrow();
  expect(postgres.isRunning(), 'it ran before').toBe(true);
});

test('a verification writes nothing into the database that serves, nor into its archive', async () => {
  const { dataDir, postgres } = await openInstallation();
  const writtenBytes = async (): Promise<number> => {
    const [row] = await query(postgres.adminUrl, `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS name`);
    return Number(row?.name);
  };
  const before = await writtenBytes();
  const verification = run('verify', dataDir);
  expect(await verification.ended, verification.output()).toBe(0);
  expect(verification.output()).toMatch(/The backup is good\.\n$/u);
  expect((await writtenBytes()) - before).toBeLessThan(MAX_WRITTEN_BYTES);
  expect(await restoredDatabases(postgres.adminUrl)).toEqual([]);
});

test('the database of a restore is dropped, with those of earlier commands that were killed; what somebody else named stays', async () => {
  const { dataDir, postgres } = await openInstallation();
  await query(postgres.adminUrl, `CREATE DATABASE ${LEFT_BEHIND}`);
  await query(postgres.adminUrl, 'CREATE DATABASE picket_restored_of_ada');
  postgres.stop();
  const restore = run('restore --replace', dataDir);
  await untilBegun(() => [dataDir]);
  await expectInterrupted(restore, 'SIGTERM');
  expect(restore.output()).toContain(`The database ${LEFT_BEHIND}, which an interrupted restore left, was dropped.`);
  expect(findAdminUrl(dataDir), 'it was started by the command').toBe(null);
  expect(readdirSync(dataDir).filter((name) => name.includes('.before-'))).toEqual([]);
  const again = await startPostgres(dataDir);
  onTestFinished(() => again.stop());
  expect(await restoredDatabases(again.adminUrl)).toEqual(['picket_restored_of_ada']);
});

test('a restore to an instant that is interrupted leaves no folder, and no Postgres that it started', async () => {
  const { dataDir, postgres, instant } = await openArchivedInstallation();
  postgres.stop();
  const into = `${dataDir}-backups/at`;
  const restore = run(`restore --at ${instant} --into ${into}`, dataDir);
  await vi.waitUntil(() => existsSync(join(into, 'postgres', 'postmaster.pid')), {
    timeout: BEGUN_WITHIN_MS,
    interval: 5,
  });
  const [pid = ''] = readFileSync(join(into, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  await expectInterrupted(restore, 'SIGINT');
  expect(existsSync(into)).toBe(false);
  await expect.poll(() => isRunning(pid), { message: 'the one that recovers' }).toBe(false);
  expect(findAdminUrl(dataDir), 'it was started by the command').toBe(null);
});

test('restored, the database has its name, and the one before is kept', async () => {
  const { dataDir, postgres } = await openInstallation();
  const restore = run('restore --replace', dataDir);
  expect(await restore.ended, restore.output()).toBe(0);
  const names = await query(
    postgres.adminUrl,
    `SELECT datname AS name FROM pg_database WHERE datname ~ '^picket' ORDER BY 1`,
  );
  expect(names.map(({ name }) => name)).toEqual(['picket', expect.stringMatching(/^picket_before_\d{8}t\d{6}$/u)]);
});
