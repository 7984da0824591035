/** When a base backup is due, by what the archive has and what Postgres says. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { formatMacFile } from '../backup/authenticity.ts';
import { createLog } from '../logging/log.ts';
import { ArchiveKeeper } from './archive-keeper.ts';
import { NoRoomError } from './base-backup-room.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 5, 30, 12);
const KEY = Buffer.alloc(32, 7);
const CLUSTER = '7331';

const at = (time: number): string => new Date(time).toISOString();

interface Given {
  /** How many hours ago base backups were made, each with the WAL since; the oldest first. */
  readonly bases: readonly number[];
  /** How many hours ago a restored copy that runs beside made some, of timeline 2. */
  readonly others?: readonly number[];
  /** On which Postgres writes; the first by default, of which the base backups are. */
  readonly timeline?: string;
  /** Of base backups and WAL; each base backup has seven bytes of WAL. */
  readonly maxBytes?: number;
  readonly createBase?: () => Promise<string | null>;
}

function writeBase(cluster: string, hoursAgo: number, place: number, timeline = '00000001'): void {
  const segment = `${timeline}00000000000000${(3 + place).toString().padStart(2, '0')}`;
  const time = NOW - hoursAgo * HOUR;
  const folder = join(cluster, `base-${at(time).replace(/[-:]|\.000/gu, '')}`);
  mkdirSync(folder, { recursive: true });
  const wal = join(cluster, 'wal', `${segment}.wal`);
  writeFileSync(wal, 'changes');
  utimesSync(wal, NOW / 1000, NOW / 1000);
  const manifest = Buffer.from(
    JSON.stringify({
      format: 1,
      version: '1',
      systemIdentifier: CLUSTER,
      startSegment: segment,
      startedAt: at(time),
      stoppedAt: at(time),
      file: { name: 'cluster.tar.zst', bytes: 1, sha256: '0'.repeat(64) },
      recipient: null,
    }),
  );
  writeFileSync(join(folder, 'manifest.json'), manifest);
  writeFileSync(join(folder, 'manifest.mac'), formatMacFile(KEY, manifest));
}

/** An archive and what keeps it. `kept`: the files of base backups and WAL that are there. */
function openArchive({
  bases,
  others = [],
  timeline = '00000001',
  maxBytes = 1e9,
  createBase = async () => null,
}: Given) {
  const folder = mkdtempSync(join(tmpdir(), 'picket-keeper-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [data, cluster] = [join(folder, 'postgres'), join(folder, 'backups', 'archive', CLUSTER)];
  for (const one of [join(data, 'global'), join(cluster, 'wal')]) mkdirSync(one, { recursive: true });
  const identifier = Buffer.alloc(8);
  identifier.writeBigUInt64LE(BigInt(CLUSTER));
  writeFileSync(join(data, 'global', 'pg_control'), identifier);
  for (const [place, hoursAgo] of bases.entries()) writeBase(cluster, hoursAgo, place);
  for (const [place, hoursAgo] of others.entries()) writeBase(cluster, hoursAgo, place, '00000002');
  const status = { mode: 'on', systemIdentifier: CLUSTER, now: new Date(NOW), timeline, archived: 0, failures: 0 };
  const nothing = { lastArchivedFile: null, lastArchivedAt: null, lastFailedAt: null, behind: null };
  const keeper = new ArchiveKeeper({
    sql: {
      query: async <Row>() => {
        const row: unknown = { ...status, ...nothing, mayListFiles: false, maySeeMarker: false };
        return { rows: [row as Row], rowCount: 1 };
      },
    },
    dataDir: folder,
    folder: join(folder, 'backups'),
    config: { days: 7, maxBytes, checkEveryDays: 0 },
    encryptionKey: KEY,
    now: () => NOW,
    deletionTime: async () => NOW,
    log: createLog('silent'),
    createBase,
  });
  const listOf = (path: string): readonly string[] => readdirSync(path).sort();
  return {
    keeper,
    /** WAL of the first timeline, archived then. */
    writeWal: (name: string, hoursAgo: number): void => {
      const path = join(cluster, 'wal', `${name}.wal`);
      writeFileSync(path, 'changes');
      utimesSync(path, NOW / 1000 - hoursAgo * 3600, NOW / 1000 - hoursAgo * 3600);
    },
    /** A base backup that cannot be read: a link to itself. */
    breakBase: (name: string): void => {
      rmSync(join(cluster, name), { recursive: true, force: true });
      symlinkSync(name, join(cluster, name));
    },
    removeWal: (name: string): void => rmSync(join(cluster, 'wal', `${name}.wal`)),
    kept: () => ({ bases: listOf(cluster).filter((name) => name !== 'wal'), wal: listOf(join(cluster, 'wal')) }),
  };
}

/** How many base backups are made. */
async function countMade(given: Given): Promise<number> {
  let made = 0;
  const createBase = async (): Promise<string> => {
    made += 1;
    return 'base';
  };
  await openArchive({ ...given, createBase }).keeper.runIfDue();
  return made;
}

test('a base backup of an hour ago is enough', async () => {
  expect(await countMade({ bases: [1] })).toBe(0);
});

test('one is due as soon as the WAL since the newest takes half of the limit, before its day is over', async () => {
  expect(await countMade({ bases: [1], maxBytes: 13 })).toBe(1);
  expect(await countMade({ bases: [1], maxBytes: 14 })).toBe(0);
  // What lies before the newest does not count, nor what another timeline has.
  expect(await countMade({ bases: [2, 1], others: [3], maxBytes: 14 })).toBe(0);
});

test('after a restore the database writes another timeline, to which no base backup leads: one is due at once', async () => {
  expect(await countMade({ bases: [1], timeline: '00000002' })).toBe(1);
});

test('a Picket on a restored copy that archives beside is left alone, and what it made does not count', async () => {
  for (const timeline of ['00000001', '00000002']) {
    expect(await countMade({ bases: [26, 2], others: [25, 1], timeline })).toBe(0);
    expect(await countMade({ bases: [2], others: [1], timeline })).toBe(0);
  }
  expect(await countMade({ bases: [26], others: [1] })).toBe(1);
  expect(await countMade({ bases: [1], others: [26], timeline: '00000002' })).toBe(1);
  const { keeper, kept } = openArchive({ bases: [26, 2], others: [25, 1] });
  const before = kept();
  await keeper.runIfDue();
  expect(kept()).toEqual(before);
  expect(await keeper.problem()).toBe(null);
});

test('where there is no room for the next base backup, the oldest goes with its WAL, and the newest stays', async () => {
  const refuse = async (): Promise<null> => {
    throw new NoRoomError('no room');
  };
  const { keeper, kept } = openArchive({ bases: [50, 26], createBase: refuse });
  const before = kept();
  await keeper.runIfDue();
  expect(kept()).toEqual({ bases: before.bases.slice(1), wal: before.wal.slice(1) });
  // The next attempt is an hour later.
  await keeper.runIfDue();
  expect(kept().bases).toHaveLength(1);
  expect((await keeper.problem())?.code).toBe('BASE_BACKUP_FAILED');
});

test('one that cannot be read keeps no other from being made, and nothing is deleted meanwhile', async () => {
  let made = 0;
  const { keeper, kept, breakBase } = openArchive({
    bases: [300, 200, 1],
    createBase: async () => {
      made += 1;
      return 'base';
    },
  });
  const before = kept();
  breakBase(before.bases[2] ?? '');
  expect(await keeper.runIfDue()).toBe(true);
  expect(made).toBe(1);
  expect(kept()).toEqual(before);
  expect((await keeper.state()).kept).toMatchObject({ bases: 2 });
  expect(await keeper.problem()).toMatchObject({
    code: 'BASE_BACKUP_UNREADABLE',
    values: { why: expect.stringContaining(before.bases[2] ?? '') },
  });
});

test('the only base backup stays where there is no room for another, and all stay where one fails for another reason', async () => {
  const only = openArchive({
    bases: [26],
    createBase: async () => {
      throw new NoRoomError('no room');
    },
  });
  await only.keeper.runIfDue();
  expect(only.kept().bases).toHaveLength(1);
  const failing = openArchive({
    bases: [50, 26],
    createBase: async () => {
      throw new Error('the connection is gone');
    },
  });
  await failing.keeper.runIfDue();
  expect(failing.kept().bases).toHaveLength(2);
});

test('a problem says that nothing leads to what the database writes, once a base backup should be there', async () => {
  const first = '000000010000000000000003';
  const restored = openArchive({ bases: [], others: [1] });
  restored.writeWal(first, 5);
  expect(await restored.keeper.problem()).toBe(null);
  restored.writeWal(first, 7);
  expect(await restored.keeper.problem()).toMatchObject({
    code: 'ARCHIVE_INCOMPLETE',
    values: { since: NOW - 7 * HOUR },
  });
  // Its only base backup has lost the WAL that it begins with.
  const lost = openArchive({ bases: [8], others: [1] });
  expect(await lost.keeper.problem()).toBe(null);
  lost.removeWal(first);
  lost.writeWal('000000010000000000000004', 0);
  expect(await lost.keeper.problem()).toMatchObject({
    code: 'ARCHIVE_INCOMPLETE',
    values: { since: NOW - 8 * HOUR },
  });
});
