/** From which base backup is restored where the archive has those of several timelines. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { formatMacFile } from '../backup/authenticity.ts';
import { planCheck, planRecovery } from './recovery-plan.ts';

const MINUTE = 60_000;
const KEY = Buffer.alloc(32, 7);
const CLUSTER = '7331';
const START = Date.UTC(2026, 5, 30, 12);
const at = (minute: number): number => START + minute * MINUTE;

/** An archive with base backups at minutes, whose WAL is archived until `to`; the database in the data folder writes on `timeline`. */
function openArchive(timeline: number, made: readonly { timeline: number; from: number; to: number }[]) {
  const folder = mkdtempSync(join(tmpdir(), 'picket-plan-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [data, backups] = [join(folder, 'postgres'), join(folder, 'backups')];
  const cluster = join(backups, 'archive', CLUSTER);
  for (const one of [join(data, 'global'), join(cluster, 'wal')]) mkdirSync(one, { recursive: true });
  const control = Buffer.alloc(296);
  control.writeBigUInt64LE(BigInt(CLUSTER));
  control.writeUInt32LE(timeline, 48);
  writeFileSync(join(data, 'global', 'pg_control'), control);
  for (const { timeline: own, from, to } of made) {
    const segment = `0000000${own}000000000000000${own}`;
    const wal = join(cluster, 'wal', `${segment}.wal`);
    writeFileSync(wal, 'changes');
    utimesSync(wal, at(to) / 1000, at(to) / 1000);
    const time = new Date(at(from)).toISOString();
    const base = join(cluster, `base-${time.replace(/[-:]|\.000/gu, '')}`);
    mkdirSync(base);
    const file = { name: 'cluster.tar.zst', bytes: 1, sha256: '0'.repeat(64) };
    const times = { startSegment: segment, startedAt: time, stoppedAt: time };
    const manifest = Buffer.from(
      JSON.stringify({ format: 1, version: '1', systemIdentifier: CLUSTER, ...times, file, recipient: null }),
    );
    writeFileSync(join(base, 'manifest.json'), manifest);
    writeFileSync(join(base, 'manifest.mac'), formatMacFile(KEY, manifest));
  }
  const given = { data, backups, encryptionKey: KEY };
  const unreadable: string[] = [];
  const onUnreadable = ({ message }: Error) => unreadable.push(message);
  return {
    unreadable,
    /** A base backup of minute 20 that cannot be read: a link to itself. */
    addUnreadable: (): void => {
      const name = `base-${new Date(at(20)).toISOString().replace(/[-:]|\.000/gu, '')}`;
      symlinkSync(name, join(cluster, name));
    },
    check: async () => (await planCheck(given)).base.startSegment[7],
    restore: async (minute: number) =>
      (await planRecovery({ ...given, instant: at(minute), liveWal: join(data, 'pg_wal'), onUnreadable })).base
        .startSegment[7],
  };
}

const BESIDE = [
  { timeline: 1, from: 0, to: 60 },
  { timeline: 2, from: 10, to: 50 },
];

test('what a restored copy writes beside the database is not its past', async () => {
  const first = openArchive(1, BESIDE);
  expect(await first.check()).toBe('1');
  for (const minute of [5, 30, 90]) expect(await first.restore(minute)).toBe('1');
  const copy = openArchive(2, BESIDE);
  expect(await copy.check()).toBe('2');
  expect(await copy.restore(5)).toBe('1');
  for (const minute of [30, 90]) expect(await copy.restore(minute)).toBe('2');
});

test('what was before a restore is restored from its own base backup, as far as its archive reaches', async () => {
  const { check, restore } = openArchive(2, [
    { timeline: 1, from: 0, to: 20 },
    { timeline: 2, from: 30, to: 40 },
  ]);
  expect(await check()).toBe('2');
  expect(await restore(15)).toBe('1');
  expect(await restore(50)).toBe('2');
  // Files of WAL that wait in the data folder are of the present timeline.
  await expect(restore(25)).rejects.toThrow('there is no archive of');
});

test('a check needs a base backup of the present timeline', async () => {
  await expect(openArchive(3, BESIDE).check()).rejects.toThrow('no base backup');
});

test('one that cannot be read does not block an instant to which another leads', async () => {
  const { restore, addUnreadable, unreadable } = openArchive(1, BESIDE);
  addUnreadable();
  expect(await restore(30)).toBe('1');
  expect(unreadable).toContainEqual(expect.stringContaining('cannot be read'));
});
