/** When a base backup is due, by what the archive has and what Postgres says. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { formatMacFile } from '../backup/authenticity.ts';
import { createLog } from '../logging/log.ts';
import { ArchiveKeeper } from './archive-keeper.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 5, 30, 12);
const KEY = Buffer.alloc(32, 7);
const CLUSTER = '7331';

const at = (time: number): string => new Date(time).toISOString();

/** An archive with one base backup, of an hour ago on the first timeline; `timeline`: on which Postgres writes. Returns how many are made. */
async function countMade(timeline: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-keeper-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [data, cluster] = [join(folder, 'postgres'), join(folder, 'backups', 'archive', CLUSTER)];
  const [wal, base] = [join(cluster, 'wal'), join(cluster, 'base-20260630T110000Z')];
  for (const one of [join(data, 'global'), wal, base]) mkdirSync(one, { recursive: true });
  const identifier = Buffer.alloc(8);
  identifier.writeBigUInt64LE(BigInt(CLUSTER));
  writeFileSync(join(data, 'global', 'pg_control'), identifier);
  const segment = '000000010000000000000003';
  writeFileSync(join(wal, `${segment}.wal`), 'changes');
  utimesSync(join(wal, `${segment}.wal`), NOW / 1000, NOW / 1000);
  const manifest = Buffer.from(
    JSON.stringify({
      format: 1,
      version: '1',
      systemIdentifier: CLUSTER,
      startSegment: segment,
      startedAt: at(NOW - HOUR),
      stoppedAt: at(NOW - HOUR),
      file: { name: 'cluster.tar.zst', bytes: 1, sha256: '0'.repeat(64) },
      recipient: null,
    }),
  );
  writeFileSync(join(base, 'manifest.json'), manifest);
  writeFileSync(join(base, 'manifest.mac'), formatMacFile(KEY, manifest));
  const status = { mode: 'on', systemIdentifier: CLUSTER, now: new Date(NOW), timeline, archived: 0, failures: 0 };
  const nothing = { lastArchivedFile: null, lastArchivedAt: null, lastFailedAt: null, behind: null };
  let made = 0;
  const keeper = new ArchiveKeeper({
    sql: {
      query: async <Row>() => {
        const row: unknown = { ...status, ...nothing, mayListFiles: false, maySeeMarker: false };
        return { rows: [row as Row], rowCount: 1 };
      },
    },
    dataDir: folder,
    folder: join(folder, 'backups'),
    config: { days: 7, maxBytes: 1e9, checkEveryDays: 0 },
    encryptionKey: KEY,
    now: () => NOW,
    deletionTime: async () => NOW,
    log: createLog('silent'),
    createBase: async () => {
      made += 1;
      return base;
    },
  });
  await keeper.runIfDue();
  return made;
}

test('a base backup of an hour ago is enough', async () => {
  expect(await countMade('00000001')).toBe(0);
});

test('after a restore the database writes another timeline, to which no base backup leads: one is due at once', async () => {
  expect(await countMade('00000002')).toBe(1);
});
