/** A database that cannot be trusted says so: settings that lose commits stop the start, damaged pages are named and raise an alert. */

import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startPostgres } from '../../apps/cli/src/postgres/embedded-postgres.ts';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import { loadKeys } from '../../apps/server/src/platform/keys/keys.ts';
import { fsck } from '../../apps/server/src/views/run-integrity-checks.ts';
import { ADMIN, cookiesOf, PASSWORD } from '../support/recorded-run.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function ownPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres & { folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-damaged-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startPostgres(folder, null, settings);
  cleanups.push(() => postgres.stop());
  return { ...postgres, folder };
}

async function started(
  { url, ownerUrl }: EmbeddedPostgres,
  env: Readonly<Record<string, string>> = {},
  dataDir?: string,
): Promise<RunningServer> {
  const server = await startServer(url, {
    env: { ...ADMIN, PICKET_OWNER_DATABASE_URL: ownerUrl, ...env },
    ...(dataDir === undefined ? {} : { dataDir }),
  });
  cleanups.push(() => server.kill());
  return server;
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Messages of open alerts, as an administrator sees them. */
async function openAlerts({ base }: RunningServer): Promise<string> {
  const signedIn = await fetch(`${base}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: ADMIN.PICKET_ADMIN_EMAIL,
      password: `base64:${Buffer.from(PASSWORD).toString('base64')}`,
    }),
  });
  const answer = await fetch(`${base}/api/v1/alerts?state=OPEN`, { headers: { cookie: cookiesOf(signedIn) } });
  return answer.text();
}

test('a database that may lose commits stops the start with one line; accepted, it is an alert', async () => {
  const postgres = await ownPostgres({ fsync: 'off' });
  await expect(startServer(postgres.url, { env: ADMIN })).rejects.toThrow(
    /Picket cannot start: the database does not keep what it acknowledges: fsync is off: .*PICKET_UNSAFE_DATABASE=true/u,
  );
  const server = await started(postgres, { PICKET_UNSAFE_DATABASE: 'true' });
  await expect
    .poll(() => openAlerts(server), { timeout: 60_000, interval: 500 })
    .toContain('not set up for durability: fsync = off');
});

/** Flips one bit of a file of the database, which is stopped meanwhile; its checksum stays. Answers the database, started again. */
async function damageBit(postgres: EmbeddedPostgres & { folder: string }, path: string, at: number) {
  postgres.stop();
  const page = openSync(join(postgres.folder, 'postgres', path), 'r+');
  const byte = Buffer.alloc(1);
  readSync(page, byte, 0, 1, at);
  writeSync(page, Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
  closeSync(page);
  const again = await startPostgres(postgres.folder);
  cleanups.push(() => again.stop());
  return again;
}

test('a damaged page of long values, which stand apart from their rows, is named by fsck', async () => {
  const postgres = await ownPostgres();
  const server = await started(postgres);
  await server.stop();
  const picket = postgres.adminUrl.replace(/\/postgres$/u, '/picket');
  await query(
    picket,
    // Of a sentry that is not there: the reference is not checked.
    `SET session_replication_role = replica;
     INSERT INTO frame (tenant_guid, sentry_guid, sensor_metric_id, at, rows, columns, data)
     SELECT gen_random_uuid(), gen_random_uuid(), 'thermal_temperature', now(), 24, 32, string_agg(decode(md5(random()::text), 'hex'), '')
       FROM generate_series(1, 600)`,
  );
  await query(picket, 'CHECKPOINT');
  const [file] = await query<{ path: string; name: string }>(
    picket,
    `SELECT pg_relation_filepath(reltoastrelid) AS path, reltoastrelid::regclass::text AS name FROM pg_class WHERE relname = 'frame'`,
  );
  const again = await damageBit(postgres, file?.path ?? '', 8000);
  const config = readConfig({ DATABASE_URL: again.url, PICKET_DATA_DIR: server.dataDir });
  const violations = await fsck({ config, keys: loadKeys(server.dataDir) });
  const damage = violations.find(({ check }) => check === 'damaged-page');
  expect(damage?.examples.join('\n')).toMatch(/invalid page in block 0/u);
  expect(damage?.examples.join('\n')).toContain(file?.name);
});

test('a damaged page is named by fsck, which goes on, and raises an alert', async () => {
  const postgres = await ownPostgres();
  const server = await started(postgres);
  const [file] = await query<{ path: string }>(
    postgres.adminUrl.replace(/\/postgres$/u, '/picket'),
    `SELECT pg_relation_filepath('policy_version') AS path FROM (SELECT count(*) FROM policy_version) c`,
  );
  await server.stop();
  const again = await damageBit(postgres, file?.path ?? '', 8000);

  const config = readConfig({ DATABASE_URL: again.url, PICKET_DATA_DIR: server.dataDir });
  const violations = await fsck({ config, keys: loadKeys(server.dataDir) });
  const damage = violations.find(({ check }) => check === 'damaged-page');
  expect(damage?.examples.join('\n')).toMatch(/^policy_version: invalid page in block 0/mu);
  // What does not read that table was checked all the same.
  expect(violations.map(({ check }) => check)).toEqual(['damaged-page']);

  const watched = await started(again, {}, server.dataDir);
  await expect
    .poll(() => openAlerts(watched), { timeout: 60_000, interval: 500 })
    .toMatch(/The database met \d+ damaged pages?, the last on /u);
});
