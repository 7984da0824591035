import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLog } from '../logging/log.ts';
import { formatMacFile } from './authenticity.ts';
import { backupName, backupTime, expiredBackups } from './backup-folder.ts';
import { BackupScheduler, type CreatedBackup } from './backup-scheduler.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const ENCRYPTION_KEY = randomBytes(32);
const START = Date.UTC(2026, 0, 1, 3);

test('backup names contain the time; anything else is no backup name', () => {
  expect(backupName(START)).toBe('picket-20260101T030000Z');
  expect(backupTime('picket-20260101T030000Z')).toBe(START);
  for (const other of ['picket-20260101T030000Z.unfinished', 'keys.json', 'picket-2026', ''])
    expect(backupTime(other)).toBeNull();
});

test('the newest are kept, and the last of each of the last weeks', () => {
  const names = Array.from({ length: 60 }, (_, day) => backupName(START + day * DAY));
  const gone = new Set(expiredBackups(names, 7, 4));
  const kept = names.filter((name) => !gone.has(name));
  // 2026-03-01 is a Sunday: the week of the newest, and the Sundays of three before.
  expect(kept.map((name) => name.slice(7, 15))).toEqual([
    '20260208',
    '20260215',
    '20260222',
    ...['20260223', '20260224', '20260225', '20260226', '20260227', '20260228', '20260301'],
  ]);
});

test('the newest is never deleted, and a second run deletes nothing more', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 2000 })),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 9 }),
      (hours, keep, weeks) => {
        const names = [...new Set(hours.map((hour) => backupName(START + hour * HOUR)))];
        const gone = expiredBackups(names, keep, weeks);
        const kept = names.filter((name) => !gone.includes(name));
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(names.length, keep));
        expect(kept.length).toBeLessThanOrEqual(keep + weeks);
        expect(
          names
            .toSorted()
            .slice(-keep)
            .every((name) => kept.includes(name)),
        ).toBe(true);
        expect(expiredBackups(kept, keep, weeks)).toEqual([]);
      },
    ),
  );
});

/** A folder and a clock for schedulers, and what becomes of a backup that they make. */
interface World {
  readonly folder: string;
  now: number;
  outcome: 'AUTHENTIC' | 'FORGED' | 'FAILED';
  clipsError: Error | null;
}

/** As `nobody` where tests run as root, who may read every file. */
async function withoutPrivileges<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) return work();
  for (const path of [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ])
    if (statSync(path).mode & 0o400) chmodSync(path, 0o755);
  process.seteuid?.('nobody');
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

function openWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'picket-scheduler-'));
  const world: World = { folder, now: START, outcome: 'AUTHENTIC', clipsError: null };
  const create = async (): Promise<CreatedBackup> => {
    if (world.outcome === 'FAILED') throw new Error('the disk is on fire');
    const path = join(folder, backupName(world.now));
    mkdirSync(path);
    const manifest = emptyManifest(world.now);
    const text = JSON.stringify(manifest);
    writeFileSync(join(path, 'manifest.json'), text);
    if (world.outcome === 'AUTHENTIC')
      writeFileSync(join(path, 'manifest.mac'), formatMacFile(ENCRYPTION_KEY, Buffer.from(text)));
    return { path, bytes: 0, manifest, clipsError: world.clipsError };
  };
  const schedule = (everyHours = 24) =>
    new BackupScheduler({
      config: { folder, everyHours, keep: 2, keepWeeks: 0, recipient: null },
      encryptionKey: ENCRYPTION_KEY,
      now: () => world.now,
      deletionTime: async () => world.now,
      log: createLog('silent'),
      createBackup: create,
    });
  return Object.assign(world, { schedule });
}

const emptyManifest = (at: number): CreatedBackup['manifest'] => ({
  format: 2,
  version: '0',
  madeAt: new Date(at).toISOString(),
  tookSeconds: 1,
  postgres: '18',
  migrations: ['20260101000000_first'],
  tables: [],
  partitions: [],
  sequences: [],
  files: [],
  encryption: null,
  stored: [],
});

test('one is made when the newest is old enough, the first an hour after the start; expired ones are deleted', async () => {
  const world = openWorld();
  const scheduler = world.schedule();
  expect(await scheduler.runIfDue()).toBe(false);
  world.now += HOUR;
  expect(await scheduler.runIfDue()).toBe(true);
  world.now += 23 * HOUR;
  expect(await scheduler.runIfDue()).toBe(false);
  for (let day = 0; day < 4; day++) {
    world.now += DAY;
    expect(await scheduler.runIfDue()).toBe(true);
  }
  expect(readdirSync(world.folder)).toHaveLength(2);
  expect(await scheduler.problem()).toBeNull();
});

test('a failure is reported, and retried after an hour', async () => {
  const world = openWorld();
  const scheduler = world.schedule();
  world.outcome = 'FAILED';
  world.now += DAY;
  expect(await scheduler.runIfDue()).toBe(false);
  expect(await scheduler.problem()).toEqual({ code: 'BACKUP_FAILED', values: { why: 'the disk is on fire' } });
  world.outcome = 'AUTHENTIC';
  world.now += HOUR / 2;
  expect(await scheduler.runIfDue()).toBe(false);
  world.now += HOUR / 2;
  expect(await scheduler.runIfDue()).toBe(true);
  expect(await scheduler.problem()).toBeNull();
});

test('where held clips cannot be copied, the backup counts, expired ones are deleted, and the reason is reported', async () => {
  const world = openWorld();
  const scheduler = world.schedule();
  world.clipsError = new Error('the bucket is closed');
  for (let day = 0; day < 4; day++) {
    world.now += DAY;
    expect(await scheduler.runIfDue()).toBe(false);
  }
  expect(readdirSync(world.folder).sort()).toEqual([backupName(world.now - DAY), backupName(world.now)]);
  expect(await scheduler.problem()).toEqual({
    code: 'BACKUP_FAILED',
    values: { why: 'the backup is complete, but the bucket is closed' },
  });
  world.clipsError = null;
  world.now += DAY;
  expect(await scheduler.runIfDue()).toBe(true);
  expect(await scheduler.problem()).toBeNull();
});

test('a failure of a clock that was ahead, and has been set back, delays nothing', async () => {
  const world = openWorld();
  const scheduler = world.schedule();
  world.outcome = 'FAILED';
  world.now += 30 * DAY;
  expect(await scheduler.runIfDue()).toBe(false);
  world.outcome = 'AUTHENTIC';
  world.now -= 29 * DAY;
  expect(await scheduler.runIfDue()).toBe(true);
});

test('what cannot be read back as it was written is no backup', async () => {
  const world = openWorld();
  const scheduler = world.schedule();
  world.now += DAY;
  expect(await scheduler.runIfDue()).toBe(true);
  world.outcome = 'FORGED';
  world.now += DAY;
  expect(await scheduler.runIfDue()).toBe(false);
  expect(await scheduler.problem()).toMatchObject({
    code: 'BACKUP_FAILED',
    values: { why: expect.stringMatching(/^The backup does not say who made it/u) },
  });
  expect((await scheduler.state()).backups.map(({ authenticated }) => authenticated)).toEqual([false, true]);
});

// Root reads whatever the permissions are.
test('one whose MAC cannot be read is listed as not authentic', async () => {
  const world = openWorld();
  const scheduler = world.schedule();
  for (let day = 0; day < 2; day++) {
    world.now += DAY;
    expect(await scheduler.runIfDue()).toBe(true);
  }
  const damaged = backupName(START + DAY);
  chmodSync(join(world.folder, damaged, 'manifest.mac'), 0);
  const backups = await withoutPrivileges(world.folder, async () => (await scheduler.state()).backups);
  expect(backups.map(({ name, authenticated }) => [name === damaged, authenticated])).toEqual([
    [false, true],
    [true, false],
  ]);
});

test('an old newest backup is reported although none failed: the server did not run; without a schedule nothing is', async () => {
  const world = openWorld();
  const earlier = world.schedule();
  for (let day = 0; day < 2; day++) {
    world.now += DAY;
    expect(await earlier.runIfDue()).toBe(true);
  }
  const scheduler = world.schedule();
  world.now += 3 * DAY;
  expect(await scheduler.problem()).toEqual({ code: 'BACKUP_OLD', values: { days: 3 } });
  const state = await scheduler.state();
  expect(state.backups.map(({ name }) => name)).toEqual(readdirSync(world.folder).sort().reverse());
  const off = world.schedule(0);
  expect([await off.runIfDue(), await off.problem()]).toEqual([false, null]);
});

test('a backup that is named after a time ahead, made while the clock was wrong, silences nothing', async () => {
  const world = openWorld();
  mkdirSync(join(world.folder, backupName(START + 365 * DAY)));
  const scheduler = world.schedule();
  expect(await scheduler.problem()).toEqual({
    code: 'BACKUP_AHEAD',
    values: { backups: 1, name: 'picket-20270101T030000Z' },
  });
  world.now += HOUR;
  expect(await scheduler.runIfDue()).toBe(true);
  // It takes the place of none, and is not deleted.
  for (let day = 0; day < 4; day++) {
    world.now += DAY;
    expect(await scheduler.runIfDue()).toBe(true);
  }
  expect(readdirSync(world.folder)).toHaveLength(3);
  world.now += 3 * DAY;
  expect(await scheduler.problem()).toEqual({ code: 'BACKUP_OLD', values: { days: 3 } });
});
