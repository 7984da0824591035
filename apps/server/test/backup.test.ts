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
import { contentOf, sql } from './database-content.ts';
import { type Device, openPicket, type Picket } from './harness.ts';
import { fillWithEverything } from './lived-in-picket.ts';
import { PLANTED_VIOLATIONS } from './planted-violations.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url));
const RESTORES = process.env.PICKET_DEEP ? 10 : 1;

let picket: Picket;
let devices: Awaited<ReturnType<typeof fillWithEverything>>;
const scratch = mkdtempSync(join(tmpdir(), 'picket-backups-'));

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

beforeAll(async () => {
  picket = await openPicket();
  devices = await fillWithEverything(picket);
});
afterAll(async () => {
  await picket.close();
  rmSync(scratch, { recursive: true, force: true });
});

const backUp = (folder = newFolder()): Promise<BackupResult> => createBackup(picket.platform, folder);

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
  const [, device] = devices;
  second.clock.pass(60);
  expect((await second.send(device, 'environment_temperature', 22)).body).toMatchObject({ accepted: 1 });
  expect((await second.send(device, 'environment_temperature', 22)).body).toMatchObject({ duplicates: 1 });
  expect(await second.addLocation('New', admin)).toMatch(/^[0-9a-f-]{36}$/u);
});

/** Reports of 20 readings each, one after the other, until it is stopped. */
class SteadyReports {
  readonly size = 20;
  readonly series = 'environment_humidity';
  /** Readings whose report was answered. */
  acknowledged = 0;
  readonly #running: Promise<void>;
  #isStopped = false;

  constructor(device: Device) {
    this.#running = this.#run(device);
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    return this.#running;
  }

  async #run(device: Device): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn++) {
      const at = picket.clock.now() - 3_600_000 + turn * 40;
      const readings = Array.from({ length: this.size }, (_, place) => ({
        sensorMetricId: this.series,
        at: formatInstant(at + place),
        values: { value: 40 + ((turn + place) % 10) },
      }));
      const answer = await picket.report(device, readings);
      if (answer.status === 200) this.acknowledged += answer.body.accepted;
    }
  }
}

/** Restores into a database of its own. Returns how many readings of the series came back; all the rest is whole. */
async function restoredReadings(path: string, series: string): Promise<number> {
  const database = await createTestDatabase('template0');
  try {
    await restore(path, database.url);
    const [row] = await sql<{ count: number }>(
      database.url,
      'SELECT count(*)::int AS count FROM reading r JOIN series s ON s.id = r.series_id WHERE s.sensor_metric_id = $1',
      [series],
    );
    const dataDir = newFolder();
    await restoreFiles(await opened(path), dataDir);
    const config = readConfig({ DATABASE_URL: database.url, PICKET_DATA_DIR: dataDir });
    expect(await fsck({ config, keys: loadKeys(dataDir) })).toEqual([]);
    expect(await withSnapshot(database.url, countDataInventory)).toMatchObject({
      tenants: 2,
      locations: 1,
      sentries: 3,
    });
    if (row === undefined) throw new Error('nothing was counted');
    return row.count;
  } finally {
    await database.drop();
  }
}

test(`${RESTORES} backups while readings come in: each is of one instant, with all that was acknowledged before`, async () => {
  const reports = new SteadyReports(devices[0]);
  try {
    for (let round = 0; round < RESTORES; round++) {
      const atLeast = reports.acknowledged + reports.size * (1 + Math.floor(Math.random() * 5));
      await expect.poll(() => reports.acknowledged, { interval: 1 }).toBeGreaterThanOrEqual(atLeast);
      const before = reports.acknowledged;
      const { path } = await backUp();
      const after = reports.acknowledged;
      const count = await restoredReadings(path, reports.series);
      expect(count).toBeGreaterThanOrEqual(before);
      expect(count).toBeLessThanOrEqual(after + reports.size);
      // Reports are stored whole or not at all.
      expect(count % reports.size).toBe(0);
    }
  } finally {
    await reports.stop();
  }
  expect(reports.acknowledged).toBeGreaterThanOrEqual(reports.size * RESTORES);
  expect(await fsck(picket.platform)).toEqual([]);
  expect(picket.platform.config.databaseUrl).toContain('test_');
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

  test('a restore that failed before its rows were committed is repeated into what it left, unless somebody uses that', async () => {
    const changed = newFolder();
    cpSync(good, changed, { recursive: true });
    const manifest = manifestOf(changed);
    manifest.tables.find((table: { name: string }) => table.name === 'location').sha256 = '0'.repeat(64);
    write(changed, manifest);
    const database = await emptyDatabase();
    await expect(restore(changed, database.url)).rejects.toThrow(
      'Table location of the backup is damaged: its digest is another',
    );
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await expect(restore(good, database.url)).rejects.toThrow('Somebody is connected to the database');
    await other.end();
    await restore(good, database.url);
    expect((await contentOf(database.url)).size).toBeGreaterThan(50);
    await expect(restore(good, database.url)).rejects.toThrow('The database is not empty');
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
      expect(
        violations.flatMap(({ examples }) => examples),
        'each is named',
      ).not.toContain(null);
    } finally {
      await database.drop();
    }
  });
});
