/**
 * The server with the two roles of an installation: one owns the tables and migrates, the other serves. The one that serves
 * changes no table and rewrites no audit log, and all of the server's life goes on.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { createBackup } from '../src/app/create-backup.ts';
import { addMissingHeadMacs, anchorAppended } from '../src/capabilities/audit/index.ts';
import { applyRetention, createReadingPartitions } from '../src/capabilities/timeseries/index.ts';
import { openBackup } from '../src/platform/backup/open-backup.ts';
import { restoreBackup } from '../src/platform/backup/restore-backup.ts';
import { migrate } from '../src/platform/db/migrations.ts';
import { prepareDatabase } from '../src/platform/db/prepare-database.ts';
import { fsck } from '../src/views/run-integrity-checks.ts';
import { openPicket, type Picket } from './harness.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../prisma/migrations');
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 30, 23, 50);

async function ask<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

async function emptyDatabase(): Promise<TestDatabase> {
  return createTestDatabase('template0');
}

const prepare = ({ servingUrl, ownerUrl }: TestDatabase) =>
  prepareDatabase({ serving: servingUrl, owner: ownerUrl }, MIGRATIONS);

let database: TestDatabase;
let picket: Picket;

beforeAll(async () => {
  database = await emptyDatabase();
  await prepare(database);
  picket = await openPicket({ databaseUrl: database.servingUrl, now: NOW });
});
afterAll(async () => {
  await picket.close();
  await database.drop();
});

/** Who owns what, and what the serving role may do: the same wherever the database comes from. */
const rightsIn = (url: string): Promise<{ line: string }[]> =>
  ask(
    url,
    `SELECT c.relname || ' ' || r.rolname || ' ' || coalesce((SELECT string_agg(a.privilege_type, ',' ORDER BY a.privilege_type)
              FROM aclexplode(c.relacl) a JOIN pg_roles g ON g.oid = a.grantee WHERE g.rolname = 'picket'), '') AS line
       FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'S') ORDER BY 1`,
  );

test('what is written into the audit log cannot be changed by the serving role, nor any table', async () => {
  await picket.addLocation('Vault');
  for (const statement of [
    `UPDATE audit_entry SET actor_name = 'Somebody else'`,
    'DELETE FROM audit_entry',
    'TRUNCATE audit_entry',
    'DELETE FROM audit_head',
    'TRUNCATE audit_head',
    'DELETE FROM audit_anchor_mark',
    'ALTER TABLE audit_entry DISABLE TRIGGER USER',
    'DROP TABLE audit_entry',
    'ALTER TABLE audit_entry OWNER TO picket',
    'CREATE TABLE mine (id int)',
    'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE SCHEMA mine',
    'DROP SCHEMA public CASCADE',
    'DROP TABLE reading_default',
    'ALTER TABLE alert ADD COLUMN mine int',
    'TRUNCATE alert',
    'SET ROLE picket_owner',
    'SET session_replication_role = replica',
    `DELETE FROM "_prisma_migrations"`,
    'ALTER ROLE picket CREATEDB',
  ])
    await expect(ask(database.servingUrl, statement), statement).rejects.toThrow(/permission denied|must be owner/u);
  // What it may write moves forward only.
  await expect(ask(database.servingUrl, 'UPDATE audit_head SET ordinal = 1')).rejects.toThrow(
    'neither set back nor deleted',
  );
  const check = await picket.call<ResponseOf<'GET /audit/verify'>>('GET', '/audit/verify', { as: picket.admin });
  expect(check.body).toMatchObject({ intact: true, isWriteOnce: true });
});

test('functions of the owner make and drop partitions, and nothing else', async () => {
  const refused: readonly (readonly [string, readonly unknown[]])[] = [
    ['SELECT picket_make_packed_partition($1, 30, $2)', ['audit_entry', '2026-01-01']],
    ['SELECT picket_make_packed_partition($1, 30, $2)', ['reading_chunk', '2026-01-02']],
    ['SELECT picket_make_packed_partition($1, -1, $2)', ['reading_chunk', '2026-01-01']],
    ['SELECT picket_drop_packed_partition($1, 30, $2)', ['audit_entry', 'audit_entry']],
    ['SELECT picket_drop_packed_partition($1, 0, $2)', ['reading_chunk', 'reading_chunk_keep_0_2026']],
  ];
  for (const [text, values] of refused)
    await expect(ask(database.servingUrl, text, values), text).rejects.toThrow('no partition of packed days');
  for (const name of ['audit_entry', 'reading_default', 'reading', 'x"; DROP TABLE alert; --'])
    expect(await ask(database.servingUrl, 'SELECT picket_drop_empty_reading_partition($1) AS done', [name])).toEqual([
      { done: false },
    ]);
  expect(
    await ask(database.servingUrl, 'SELECT picket_drop_packed_partition($1, 30, $2) AS done', [
      'reading_chunk',
      'alert',
    ]),
  ).toEqual([{ done: false }]);
});

/** Readings of days long over, and of the hours over the coming midnight, are stored in partitions made for them. */
async function reportOverMidnight(): Promise<void> {
  const { platform, clock } = picket;
  const device = await picket.addDevice(await picket.addLocation('Cellar'));
  await createReadingPartitions(platform.db, clock.now());
  const readings = Array.from({ length: 480 }, (_, place) => ({
    sensorMetricId: 'environment_temperature',
    at: formatInstant(NOW - 120 * DAY + (place * DAY) / 4),
    values: { value: 20 + (place % 7) },
  }));
  expect((await picket.report(device, readings, true)).body).toMatchObject({ accepted: 480 });
  for (let hour = 0; hour < 3; hour++) {
    clock.pass(3600);
    expect((await picket.send(device, 'environment_temperature', 21)).body).toMatchObject({ accepted: 1 });
    await createReadingPartitions(platform.db, clock.now());
  }
}

/** Packed days are kept for thirty days, and the partitions go with them. */
async function packAndRetain(): Promise<void> {
  const { platform, clock } = picket;
  const keeper = await picket.signIn('admin@picket.example');
  const choose = await picket.call('PUT', '/retention', { as: keeper, body: { keepDays: { READINGS: 30 } } });
  expect(choose.status).toBe(200);
  expect((await picket.pack()).days).toBeGreaterThan(100);
  await applyRetention(platform.db, clock.now());
  const packed = await ask<{ name: string }>(
    database.servingUrl,
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = to_regclass('reading_chunk_keep_30') ORDER BY 1`,
  );
  expect(packed.length).toBeGreaterThan(0);
  clock.pass(90 * 86_400);
  await createReadingPartitions(platform.db, clock.now());
  await picket.pack();
  await applyRetention(platform.db, clock.now());
  expect(
    await ask(database.servingUrl, `SELECT 1 FROM pg_class WHERE relname = ANY($1)`, [packed.map(({ name }) => name)]),
  ).toEqual([]);
  expect(await ask(database.servingUrl, `SELECT 1 FROM pg_class WHERE relname = 'reading_2026_06_30'`)).toEqual([]);
}

/** An organization is deleted; its audit log stays, and stays whole. */
async function deleteTenant(): Promise<void> {
  const admin = await picket.signIn('admin@picket.example');
  const acme = await picket.addTenant('Acme');
  await picket.addLocation('Shop', acme.admin);
  const path = `/tenants/${acme.tenant}`;
  await picket.call('PATCH', path, { as: admin, body: { suspended: true } });
  expect((await picket.call('DELETE', path, { as: admin })).status).toBe(204);
  const [left] = await ask<{ count: string }>(
    database.servingUrl,
    'SELECT count(*) FROM audit_entry WHERE tenant_guid = $1',
    [acme.tenant],
  );
  expect(Number(left?.count)).toBeGreaterThan(1);
  await anchorAppended(picket.platform);
  await addMissingHeadMacs(picket.platform);
  expect(await fsck(picket.platform)).toEqual([]);
}

/** A backup brought back into another database, which is dropped with the test. */
async function restoreCopy(): Promise<TestDatabase> {
  const { platform } = picket;
  const made = await createBackup(platform);
  const copy = await emptyDatabase();
  onTestFinished(() => copy.drop());
  const backup = await openBackup({
    path: made.path,
    trust: { kind: 'keys', encryptionKey: platform.keys.encryption },
  });
  await restoreBackup({ connectionString: copy.ownerUrl, backup, migrations: MIGRATIONS });
  await prepare(copy);
  return copy;
}

test('its life: readings over midnight, packing, retention, an organization that goes, a backup that comes back', async () => {
  await reportOverMidnight();
  await packAndRetain();
  await deleteTenant();
  const copy = await restoreCopy();

  const [here, there] = [await rightsIn(database.url), await rightsIn(copy.url)];
  expect(here.length).toBeGreaterThan(60);
  expect(there).toEqual(here);
  expect(here.map(({ line }) => line)).toEqual(
    expect.arrayContaining(['audit_entry picket_owner INSERT,SELECT', 'audit_head picket_owner INSERT,SELECT,UPDATE']),
  );
  expect(here.filter(({ line }) => !line.includes(' picket_owner '))).toEqual([]);
  const second = await openPicket({
    databaseUrl: copy.servingUrl,
    dataDir: picket.platform.config.dataDir,
    now: picket.clock.now(),
    withoutAdmin: true,
  });
  onTestFinished(() => second.close());
  await second.signIn('admin@picket.example');
});

test('a database whose tables belong to the serving role is refused as one with an owner, and serves without one', async () => {
  const single = await emptyDatabase();
  onTestFinished(() => single.drop());
  const name = new URL(single.url).pathname.slice(1);
  await ask(single.url, `ALTER DATABASE "${name}" OWNER TO picket`);
  await migrate(single.servingUrl, MIGRATIONS);
  await expect(prepare(single)).rejects.toThrow(/tables belong to picket|permission denied/u);
  await prepareDatabase({ serving: single.servingUrl, owner: null }, MIGRATIONS);
  const dataDir = mkdtempSync(join(tmpdir(), 'picket-single-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const alone = await openPicket({ databaseUrl: single.servingUrl, dataDir });
  onTestFinished(() => alone.close());
  const check = await alone.call<ResponseOf<'GET /audit/verify'>>('GET', '/audit/verify', { as: alone.admin });
  expect(check.body).toMatchObject({ intact: true, isWriteOnce: false });
  // Given to the owner, as an upgrade does, it is as any other.
  await ask(single.url, 'REASSIGN OWNED BY picket TO picket_owner');
  expect(await prepare(single)).toEqual([]);
  const after = await alone.call<ResponseOf<'GET /audit/verify'>>('GET', '/audit/verify', { as: alone.admin });
  expect(after.body).toMatchObject({ intact: true, isWriteOnce: true });
});
