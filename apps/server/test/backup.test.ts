/** Backups under load, brought back and held against the source; damaged ones are refused; and what fsck finds. */
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { createBackup } from '../src/app/create-backup.ts';
import { formatMacFile } from '../src/platform/backup/authenticity.ts';
import { openBackup, type Trust } from '../src/platform/backup/open-backup.ts';
import { restoreBackup, restoreFiles } from '../src/platform/backup/restore-backup.ts';
import type { BackupResult } from '../src/platform/backup/write-backup.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { withSnapshot } from '../src/platform/db/database.ts';
import { loadKeys } from '../src/platform/keys/keys.ts';
import { countDataInventory } from '../src/views/data-inventory.ts';
import { fsck } from '../src/views/run-integrity-checks.ts';
import { type Device, openPicket, type Picket } from './harness.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));
const RESTORES = process.env.PICKET_DEEP ? 10 : 3;
const DAY = 86_400;

let picket: Picket;
let location: string;
let devices: readonly Device[];
const scratch = mkdtempSync(join(tmpdir(), 'picket-backups-'));

const sql = async <Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
};

/** An empty database that goes with the test. */
async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase('template0');
  onTestFinished(() => database.drop());
  return database;
}

let folders = 0;
const newFolder = (): string => join(scratch, String(folders++));

const trusted = (): Trust => ({ kind: 'keys', encryptionKey: picket.platform.keys.encryption });
const opened = (path: string, trust = trusted()) => openBackup({ path, trust });
const restore = async (path: string, url: string, trust = trusted()) =>
  restoreBackup({ connectionString: url, backup: await opened(path, trust), migrations: MIGRATIONS });

/** Everything that lives: alerts that begin and end, packed days, pictures, people, edits, a second organization. */
beforeAll(async () => {
  picket = await openPicket();
  location = await picket.addLocation('Cellar');
  devices = [await picket.addDevice(location), await picket.addDevice(location), await picket.addDevice(location)];
  const [first, second] = devices as [Device, Device];
  await picket.addTenant('Other');
  await picket.addPerson('VIEWER', location);
  const readings = (offset: number) =>
    Array.from({ length: 400 }, (_, minute) => ({
      sensorMetricId: 'environment_temperature',
      at: formatInstant(picket.clock.now() - (400 - minute) * 60_000),
      values: { value: minute % 7 === 0 ? null : Math.round(2000 + 300 * Math.sin(minute / 40 + offset)) / 100 },
    }));
  for (const [place, device] of devices.entries()) await picket.report(device, readings(place));
  picket.clock.pass(3 * DAY);
  for (const device of devices) await picket.report(device, readings(1));
  await picket.pack();
  await picket.report(first, [
    {
      sensorMetricId: 'thermal_temperature',
      at: formatInstant(picket.clock.now()),
      frame: { rows: 24, columns: 32, data: Array.from({ length: 768 }, (_, cell) => 20 + (cell % 9)) },
    },
  ]);
  await picket.send(second, 'environment_temperature', 40);
  picket.clock.pass(60);
  await picket.send(second, 'environment_temperature', 41);
  await picket.call('POST', '/alerts', {
    as: picket.admin,
    body: { location, severity: 400, message: 'Ünïcode\t\\N "quote"' },
  });
  await picket.call('PATCH', `/locations/${location}`, { as: picket.admin, body: { name: 'Cellar, east' } });
  await picket.notify();
});
afterAll(async () => {
  await picket.close();
  rmSync(scratch, { recursive: true, force: true });
});

const backUp = (folder = newFolder()): Promise<BackupResult> => createBackup(picket.platform, folder);

/** Every row of every table, so that two databases can be compared without the code under test. */
async function contentOf(url: string): Promise<ReadonlyMap<string, string>> {
  const tables = await sql<{ name: string }>(
    url,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND NOT relispartition AND relname NOT IN ('live_event', '_prisma_migrations') ORDER BY 1`,
  );
  const content = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await sql<{ digest: string }>(
      url,
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS digest FROM "${name}" t`,
    );
    content.set(name, row?.digest ?? '');
  }
  return content;
}

test('a restore brings back every row, sequences, partitions, and sign-in', async () => {
  const { path, manifest } = await backUp();
  const source = await contentOf(picket.platform.config.databaseUrl);
  const database = await emptyDatabase();
  await restore(path, database.url);
  expect(await contentOf(database.url)).toEqual(source);
  expect(source.size).toBeGreaterThan(50);
  expect(manifest.tables.find(({ name }) => name === 'reading_chunk')?.rows).toBeGreaterThan(2);
  expect(manifest.partitions.length).toBeGreaterThan(4);
  expect(statSync(join(path, 'keys.json')).mode & 0o077).toBe(0);

  const dataDir = newFolder();
  expect(await restoreFiles(await opened(path), dataDir)).toContain('keys.json');
  const second = await openPicket({ databaseUrl: database.url, dataDir, now: picket.clock.now(), withoutAdmin: true });
  onTestFinished(() => second.close());
  const admin = await second.signIn('admin@picket.example');
  const verdict = await second.call<ResponseOf<'GET /audit/verify'>>('GET', '/audit/verify', { as: admin });
  expect(verdict.body).toMatchObject({ intact: true });
  expect(await fsck(second.platform)).toEqual([]);
  // A device goes on where it was: its token is known, its reading is new, its alert ends.
  const [, device] = devices as [Device, Device];
  second.clock.pass(60);
  expect((await second.send(device, 'environment_temperature', 22)).body).toMatchObject({ accepted: 1 });
  expect((await second.send(device, 'environment_temperature', 22)).body).toMatchObject({ duplicates: 1 });
  expect(await second.addLocation('New', admin)).toMatch(/^[0-9a-f-]{36}$/u);
});

test(`${RESTORES} backups while readings come in: each is of one instant, with all that was acknowledged before`, async () => {
  const url = picket.platform.config.databaseUrl;
  const [device] = devices as [Device];
  let acknowledged = 0;
  let stop = false;
  const series = 'environment_humidity';
  const load = (async () => {
    for (let turn = 0; !stop; turn++) {
      const at = picket.clock.now() - 3_600_000 + turn * 40;
      const answer = await picket.report(
        device,
        Array.from({ length: 20 }, (_, place) => ({
          sensorMetricId: series,
          at: formatInstant(at + place),
          values: { value: 40 + ((turn + place) % 10) },
        })),
      );
      if (answer.status === 200) acknowledged += answer.body.accepted;
    }
  })();
  try {
    for (let round = 0; round < RESTORES; round++) {
      await new Promise((resolve) => setTimeout(resolve, 30 + Math.random() * 120));
      const before = acknowledged;
      const { path } = await backUp();
      const after = acknowledged;
      const database = await createTestDatabase('template0');
      try {
        await restore(path, database.url);
        const [row] = await sql<{ count: number }>(
          database.url,
          `SELECT count(*)::int AS count FROM reading r JOIN series s ON s.id = r.series_id
            WHERE s.sensor_metric_id = $1`,
          [series],
        );
        expect(row?.count).toBeGreaterThanOrEqual(before);
        expect(row?.count).toBeLessThanOrEqual(after + 20);
        // Reports are stored whole or not at all.
        expect((row?.count ?? 1) % 20).toBe(0);
        const dataDir = newFolder();
        await restoreFiles(await opened(path), dataDir);
        const config = readConfig({ DATABASE_URL: database.url, PICKET_DATA_DIR: dataDir });
        expect(await fsck({ config, keys: loadKeys(dataDir) })).toEqual([]);
        expect(await withSnapshot(database.url, countDataInventory)).toMatchObject({
          tenants: 2,
          locations: 1,
          sentries: 3,
        });
      } finally {
        await database.drop();
      }
    }
  } finally {
    stop = true;
    await load;
  }
  expect(acknowledged).toBeGreaterThan(100);
  expect(await fsck(picket.platform)).toEqual([]);
  expect(url).toContain('test_');
});

test('a running or interrupted backup is not listed; one is made at a time', async () => {
  const folder = newFolder();
  // The first waits for this table, so that it is surely under way when the second is asked for.
  const holder = new pg.Client({ connectionString: picket.platform.config.databaseUrl });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE alert IN ACCESS EXCLUSIVE MODE');
  const first = backUp(folder);
  await expect.poll(() => readdirSync(folder)).toEqual([expect.stringMatching(/[.]unfinished$/)]);
  await expect(backUp(folder)).rejects.toThrow('another backup is being made');
  await holder.end();
  const { path } = await first;
  const database = await emptyDatabase();
  await restore(path, database.url);
  // What a crash left is swept away by the next.
  mkdirSync(join(folder, 'picket-20260101T000000Z.unfinished'));
  picket.clock.pass(1);
  await backUp(folder);
  expect(readdirSync(folder)).toHaveLength(2);
});

describe('a damaged backup is refused with a message', () => {
  let good: string;
  beforeAll(async () => {
    good = (await backUp()).path;
  });

  const damaged = async (harm: (path: string) => void): Promise<string> => {
    const path = newFolder();
    cpSync(good, path, { recursive: true });
    harm(path);
    const database = await createTestDatabase('template0');
    try {
      return await restore(path, database.url).then(
        () => 'restored',
        (error: Error) => error.message,
      );
    } finally {
      await database.drop();
    }
  };
  const manifestOf = (path: string) => JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8'));
  /** By who has the keys. */
  const write = (path: string, manifest: unknown): void => {
    const text = JSON.stringify(manifest);
    writeFileSync(join(path, 'manifest.json'), text);
    writeFileSync(join(path, 'manifest.mac'), formatMacFile(picket.platform.keys.encryption, Buffer.from(text)));
  };

  test.each<[string, (path: string) => void, RegExp]>([
    [
      'a flipped bit in a table',
      (path) => {
        const file = join(path, 'alert.copy.zst');
        const bytes = readFileSync(file);
        bytes.writeUInt8((bytes[bytes.length >> 1] ?? 0) ^ 1, bytes.length >> 1);
        writeFileSync(file, bytes);
      },
      /^alert\.copy\.zst of the backup is damaged/u,
    ],
    [
      'a table cut off',
      (path) =>
        writeFileSync(join(path, 'reading.copy.zst'), readFileSync(join(path, 'reading.copy.zst')).subarray(0, 200)),
      /^reading\.copy\.zst of the backup is damaged/u,
    ],
    [
      'another table in its place',
      (path) => copyFileSync(join(path, 'location.copy.zst'), join(path, 'zone.copy.zst')),
      /^zone\.copy\.zst of the backup is damaged/u,
    ],
    [
      'a table missing',
      (path) => rmSync(join(path, 'alert_step.copy.zst')),
      /^The backup lacks alert_step\.copy\.zst/u,
    ],
    ['keys changed', (path) => writeFileSync(join(path, 'keys.json'), '{}'), /^keys\.json of the backup is damaged/u],
    ['no manifest', (path) => rmSync(join(path, 'manifest.json')), /is no backup: it has no manifest\.json/u],
    [
      'half a manifest',
      (path) => writeFileSync(join(path, 'manifest.json'), '{"format": 1'),
      /^The backup is not what was written: its manifest was changed/u,
    ],
    [
      'a row less than it says',
      (path) => {
        const manifest = manifestOf(path);
        manifest.tables.find((table: { name: string }) => table.name === 'location').rows += 1;
        write(path, manifest);
      },
      /^Table location has 1 rows and is not what was backed up/u,
    ],
    [
      'made by a newer Picket',
      (path) => {
        const manifest = manifestOf(path);
        write(path, { ...manifest, version: '9.9.9', migrations: [...manifest.migrations, '29990101000000_later'] });
      },
      /^The backup was made by Picket 9\.9\.9, which is newer/u,
    ],
  ])('%s', async (_name, harm, message) => {
    expect(await damaged(harm)).toMatch(message);
  });

  test('nothing is restored into a database that is not empty', async () => {
    await expect(restore(good, picket.platform.config.databaseUrl)).rejects.toThrow('The database is not empty');
  });
});

describe('fsck finds violations', () => {
  let whole: TestDatabase;
  let dataDir: string;
  beforeAll(async () => {
    const { path } = await backUp();
    dataDir = newFolder();
    await restoreFiles(await opened(path), dataDir);
    whole = await createTestDatabase('template0');
    await restore(path, whole.url);
  });
  afterAll(() => whole.drop());

  const runFsck = (url: string) =>
    fsck({ config: readConfig({ DATABASE_URL: url, PICKET_DATA_DIR: dataDir }), keys: loadKeys(dataDir) });

  /** Planted behind everything that would refuse it. */
  const PLANTED_VIOLATIONS: readonly [string, string][] = [
    [
      'one-open-alert',
      `INSERT INTO alert SELECT * FROM jsonb_populate_recordset(NULL::alert, (SELECT jsonb_agg(to_jsonb(a) || jsonb_build_object('guid', gen_random_uuid(), 'raised_at', a.raised_at + interval '1 s')) FROM (SELECT * FROM alert WHERE violation_key IS NOT NULL AND state = 'OPEN' LIMIT 1) a))`,
    ],
    [
      'alert-state',
      `UPDATE alert SET cleared_at = now() WHERE guid = (SELECT guid FROM alert WHERE state = 'OPEN' LIMIT 1)`,
    ],
    [
      'alert-times',
      `UPDATE alert SET started_at = raised_at + interval '1 h' WHERE guid = (SELECT guid FROM alert LIMIT 1)`,
    ],
    ['alert-raised-step', `DELETE FROM alert_step WHERE code = 'RAISED'`],
    [
      'open-alert-has-delivery',
      `DELETE FROM delivery WHERE alert_guid = (SELECT guid FROM alert WHERE state = 'OPEN' AND severity >= 100 LIMIT 1)`,
    ],
    [
      'tenant-of-sentry-by-location',
      `UPDATE sentry SET tenant_guid = (SELECT guid FROM tenant WHERE NOT is_admin_tenant) WHERE guid = (SELECT guid FROM sentry LIMIT 1)`,
    ],
    ['reading-has-series', `INSERT INTO reading (series_id, at, value) VALUES (999999, now(), 1)`],
    ['packed-day', `UPDATE reading_chunk SET count = count + 1 WHERE ctid = (SELECT ctid FROM reading_chunk LIMIT 1)`],
    [
      'packed-day',
      `UPDATE reading_rollup SET max = max + 1, sum = sum - 100 WHERE ctid = (SELECT ctid FROM reading_rollup LIMIT 1)`,
    ],
    [
      'reading-once',
      `INSERT INTO reading (series_id, at, value) SELECT series_id, first_at, 1 FROM reading_chunk LIMIT 1`,
    ],
    [
      'audit-chain',
      `UPDATE audit_entry SET actor_name = 'nobody' WHERE ordinal = (SELECT min(ordinal) FROM audit_entry)`,
    ],
    [
      'audit-head',
      `DELETE FROM audit_entry WHERE (tenant_guid, ordinal) = (SELECT tenant_guid, max(ordinal) FROM audit_entry GROUP BY tenant_guid LIMIT 1)`,
    ],
    [
      'session-has-user-account',
      `UPDATE session SET user_guid = gen_random_uuid() WHERE hash = (SELECT hash FROM session LIMIT 1)`,
    ],
    [
      'policy-version-in-force',
      `UPDATE policy SET version = version + 1 WHERE guid = (SELECT guid FROM policy LIMIT 1)`,
    ],
    [
      'active-sentry-has-state',
      `DELETE FROM monitor_state WHERE sentry_guid = (SELECT sentry_guid FROM monitor_state LIMIT 1)`,
    ],
    [
      'sent-has-attempt',
      `INSERT INTO message (guid, tenant_guid, owner_guid, owner_name, destination_guid, channel, kind, severity, title, content, state, created_at) SELECT gen_random_uuid(), guid, guid, 'x', guid, 'WEBHOOK', 'ALERTS', 1, 'x', '{}', 'SENT', now() FROM tenant LIMIT 1`,
    ],
    ['one-admin-tenant', `UPDATE tenant SET is_admin_tenant = true`],
  ];

  test('none, where nothing is wrong', async () => {
    expect(await runFsck(whole.url)).toEqual([]);
  });

  test.each(PLANTED_VIOLATIONS)('%s (%#)', async (invariant, harm) => {
    const database = await createTestDatabase(new URL(whole.url).pathname.slice(1));
    try {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query('SET session_replication_role = replica');
      const done = await client.query(harm).finally(() => client.end());
      expect(done.rowCount, 'the harm was done').toBeGreaterThan(0);
      const violations = await runFsck(database.url);
      expect(violations.map((violation) => violation.check)).toContain(invariant);
      expect(violations.every(({ count, examples, rule }) => count > 0 && examples.length > 0 && rule !== '')).toBe(
        true,
      );
    } finally {
      await database.drop();
    }
  });
});
