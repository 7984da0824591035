/** A verification or restore that is interrupted leaves no copy of the database, and no Postgres that it started. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type EmbeddedPostgres, findAdminUrl, startPostgres } from '../../apps/cli/src/postgres/embedded-postgres.ts';
import { ADMIN } from '../support/recorded-run.ts';
import { ROOT, startServer } from '../support/server-process.ts';

const BEGUN_WITHIN_MS = 120_000;
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

/** An embedded database, which runs, and a backup of it. */
async function openInstallation(): Promise<{ readonly dataDir: string; readonly postgres: EmbeddedPostgres }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'picket-interrupted-'));
  const postgres = await startPostgres(dataDir);
  onTestFinished(() => {
    postgres.stop();
    for (const path of [dataDir, `${dataDir}-backups`]) rmSync(path, { recursive: true, force: true });
  });
  const env = { ...ADMIN, PICKET_OWNER_DATABASE_URL: postgres.ownerUrl };
  const server = await startServer(postgres.url, { dataDir, env });
  await server.stop();
  const made = run('backup', dataDir);
  expect(await made.ended, made.output()).toBe(0);
  return { dataDir, postgres };
}

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

/** Once it has a database of its own, which is restored into. */
async function interruptOnceBegun(command: ReturnType<typeof run>, dataDir: string, signal: NodeJS.Signals) {
  await vi.waitUntil(
    async () => {
      const adminUrl = findAdminUrl(dataDir);
      const names = adminUrl === null ? [] : await restoredDatabases(adminUrl).catch(() => []);
      return names.some((name) => name !== LEFT_BEHIND && /\d{8}t\d{6}$/u.test(name));
    },
    { timeout: BEGUN_WITHIN_MS, interval: 20 },
  );
  command.interrupt(signal);
  expect(await command.ended, command.output()).toBe(130);
  expect(command.output()).toMatch(/Not restored: it was interrupted\n$/u);
}

test('its database is dropped, with those of earlier commands that were killed; what somebody else named stays', async () => {
  const { dataDir, postgres } = await openInstallation();
  await query(postgres.adminUrl, `CREATE DATABASE ${LEFT_BEHIND}`);
  await query(postgres.adminUrl, 'CREATE DATABASE picket_restored_of_ada');
  const verification = run('verify', dataDir);
  await interruptOnceBegun(verification, dataDir, 'SIGINT');
  expect(verification.output()).toContain(
    `The database ${LEFT_BEHIND}, which an interrupted restore left, was dropped.`,
  );
  expect(await restoredDatabases(postgres.adminUrl)).toEqual(['picket_restored_of_ada']);
  expect(postgres.isRunning(), 'it ran before').toBe(true);

  postgres.stop();
  await interruptOnceBegun(run('restore --replace', dataDir), dataDir, 'SIGTERM');
  expect(findAdminUrl(dataDir), 'it was started by the command').toBe(null);
  expect(readdirSync(dataDir).filter((name) => name.includes('.before-'))).toEqual([]);
  const again = await startPostgres(dataDir);
  onTestFinished(() => again.stop());
  expect(await restoredDatabases(again.adminUrl)).toEqual(['picket_restored_of_ada']);
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
