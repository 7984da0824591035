import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { newestSpan, recoverableSpans } from './archive-folder.ts';
import { archiveFile, readArchivedFile, readEncryptedFile } from './archived-file.ts';
import { findArchiverProblem } from './archiver-problem.ts';
import { archiveWal, fetchWal } from './archiver-program.ts';
import { formatArchiverFile } from './archiver-settings.ts';
import type { ArchiverStatus } from './archiver-store.ts';
import { draftName } from './base-backup-drafts.ts';
import { archiveCluster, createPieceCompressor } from './cluster-files.ts';
import { readTar } from './tar-entries.ts';

const SEGMENT = '0000000100000000000000AB';
const MINUTE = 60_000;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'picket-wal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function newTarget(recipient: string | null = null) {
  const folder = newFolder();
  const source = join(folder, 'source');
  writeFileSync(source, 'what changed');
  const wal = join(folder, 'wal');
  mkdirSync(wal);
  return { folder: wal, macKey: randomBytes(32), recipient, source };
}

test('a file of WAL comes back as it was; the same again is accepted, another under its name is not', async () => {
  const target = newTarget();
  await archiveFile(target, target.source, SEGMENT);
  expect(readArchivedFile(target, SEGMENT)?.toString()).toBe('what changed');
  expect(readArchivedFile(target, '0000000100000000000000AC')).toBe(null);
  await archiveFile(target, target.source, SEGMENT);
  writeFileSync(target.source, 'something else');
  await expect(archiveFile(target, target.source, SEGMENT)).rejects.toThrow('exists with another content');
  await expect(archiveFile(target, target.source, '../keys.json')).rejects.toThrow('is no name of a file of WAL');
});

test('a changed file, one under another name and one of another installation are refused', async () => {
  const target = newTarget();
  await archiveFile(target, target.source, SEGMENT);
  const path = join(target.folder, `${SEGMENT}.wal`);
  const good = readFileSync(path);
  writeFileSync(join(target.folder, '0000000100000000000000AC.wal'), good);
  expect(() => readArchivedFile(target, '0000000100000000000000AC')).toThrow('is damaged');
  expect(() => readArchivedFile({ ...target, macKey: randomBytes(32) }, SEGMENT)).toThrow('is damaged');
  for (const length of [0, 10, good.length - 1]) {
    writeFileSync(path, good.subarray(0, length));
    expect(() => readArchivedFile(target, SEGMENT)).toThrow('is damaged');
  }
});

test('an encrypted one is read with its identity alone', async () => {
  const identity = await generateIdentity();
  const target = newTarget(await identityToRecipient(identity));
  await archiveFile(target, target.source, SEGMENT);
  expect((await readEncryptedFile(target, SEGMENT, [identity]))?.toString()).toBe('what changed');
  await expect(readEncryptedFile(target, SEGMENT, [await generateIdentity()])).rejects.toThrow();
});

test('nothing is archived beyond the quota, or on a disk that is nearly full', async () => {
  const target = newTarget();
  const settings = join(target.folder, '..', 'archiver.json');
  const write = (maxBytes: number, minFreeBytes: number) =>
    writeFileSync(settings, formatArchiverFile({ ...target, maxBytes, minFreeBytes }));
  write(1, 0);
  await archiveWal(settings, target.source, SEGMENT);
  await expect(archiveWal(settings, target.source, '0000000100000000000000AC')).rejects.toThrow('PICKET_ARCHIVE_GB');
  write(1e9, Number.MAX_SAFE_INTEGER);
  await expect(archiveWal(settings, target.source, '0000000100000000000000AC')).rejects.toThrow('nearly full');
});

test('the quota gives room while a base backup is made, and none to what a dead process left of one', async () => {
  const target = newTarget();
  const settings = join(target.folder, '..', 'archiver.json');
  writeFileSync(settings, formatArchiverFile({ ...target, maxBytes: 1, minFreeBytes: 0 }));
  await archiveWal(settings, target.source, SEGMENT);
  const archive = () => archiveWal(settings, target.source, '0000000100000000000000AC');
  const draft = join(target.folder, '..', draftName('base-20260628T120000Z', '00000001'));
  mkdirSync(draft);
  const copied = join(draft, 'cluster.tar.zst');
  writeFileSync(copied, 'files');
  const writtenAgo = (milliseconds: number): void => {
    const at = (Date.now() - milliseconds) / 1000;
    for (const path of [copied, draft]) utimesSync(path, at, at);
  };
  for (const gone of [60 * MINUTE, -60 * MINUTE]) {
    writtenAgo(gone);
    await expect(archive()).rejects.toThrow('PICKET_ARCHIVE_GB');
  }
  writtenAgo(10 * MINUTE);
  await archive();
  expect(readArchivedFile(target, '0000000100000000000000AC')?.toString()).toBe('what changed');
  writeFileSync(settings, formatArchiverFile({ ...target, maxBytes: 1, minFreeBytes: Number.MAX_SAFE_INTEGER }));
  await expect(archive()).rejects.toThrow('nearly full');
});

test('what is not archived is fetched from pg_wal that is there still', async () => {
  const target = newTarget();
  const live = newFolder();
  const settings = join(live, 'fetch.json');
  const macKey = target.macKey.toString('base64url');
  const fetch = { folder: target.folder, macKey, isEncrypted: false, identities: [], liveWal: live };
  writeFileSync(settings, JSON.stringify(fetch));
  const into = join(live, 'fetched');
  expect(await fetchWal(settings, SEGMENT, into)).toBe(false);
  writeFileSync(join(live, SEGMENT), 'not archived yet');
  expect(await fetchWal(settings, SEGMENT, into)).toBe(true);
  expect(readFileSync(into, 'utf8')).toBe('not archived yet');
});

const nameOf = (number: number): string =>
  `00000001${'0'.repeat(8)}${number.toString(16).toUpperCase().padStart(8, '0')}`;
const file = (number: number) => ({ name: nameOf(number), bytes: 1, at: number * MINUTE });
const base = (number: number) => ({
  name: `base-${number}`,
  startSegment: nameOf(number),
  stoppedAt: new Date(number * MINUTE).toISOString(),
});

test('an instant can be restored as far as no segment is missing', () => {
  const files = [3, 4, 5, 7, 8].map(file);
  expect(recoverableSpans([base(2), base(3), base(7)], files)).toEqual([
    { base: 'base-3', from: 3 * MINUTE, to: 5 * MINUTE, lastFile: nameOf(5), isInterrupted: true },
    { base: 'base-7', from: 7 * MINUTE, to: 8 * MINUTE, lastFile: nameOf(8), isInterrupted: false },
  ]);
  expect(recoverableSpans([base(3)], [])).toEqual([]);
});

test('a base backup of a time ahead does not count: another is due a day after the one before it', () => {
  const files = [3, 4, 5].map(file);
  const ahead = { ...base(4), name: 'base-ahead', stoppedAt: new Date(500 * 86_400_000).toISOString() };
  const bases = [base(3), ahead];
  expect(newestSpan(bases, recoverableSpans(bases, files), 5 * MINUTE)?.base).toBe('base-3');
  expect(newestSpan([ahead], recoverableSpans([ahead], files), 5 * MINUTE)).toBe(null);
  // The newest restores nothing without its own WAL, whatever an earlier one does.
  const lost = [base(3), base(7)];
  expect(newestSpan(lost, recoverableSpans(lost, files), 8 * MINUTE)).toBe(null);
});

test('a span never covers a missing segment, whatever is there', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 30 })), fc.integer({ min: 1, max: 30 }), (there, first) => {
      const files = there.toSorted((a, b) => a - b).map(file);
      for (const { to } of recoverableSpans([base(first)], files))
        for (let number = first; number <= to / MINUTE; number++) expect(there).toContain(number);
    }),
  );
});

const WELL: ArchiverStatus = {
  isOn: true,
  systemIdentifier: '1',
  timeline: '00000001',
  lastArchivedFile: SEGMENT,
  now: 100 * MINUTE,
  lastArchivedAt: 99 * MINUTE,
  lastFailedAt: 90 * MINUTE,
  archived: 5,
  failures: 1,
  waitingFiles: 0,
  waitingSince: null,
  walBytes: 1,
  droppedAt: null,
};
const codeOf = (change: Partial<ArchiverStatus>) => findArchiverProblem({ ...WELL, ...change })?.code ?? null;

test('an archiver that fails, or does nothing, or dropped something is a problem; one that is off is none', () => {
  expect(codeOf({})).toBe(null);
  const failing = { lastFailedAt: 100 * MINUTE, waitingFiles: 1 };
  expect(codeOf({ ...failing, waitingSince: 99.5 * MINUTE })).toBe(null);
  expect(codeOf({ ...failing, waitingSince: 98 * MINUTE })).toBe('ARCHIVE_FAILS');
  expect(codeOf({ ...failing, waitingFiles: null })).toBe('ARCHIVE_FAILS');
  expect(codeOf({ ...failing, lastArchivedAt: null, waitingSince: 98 * MINUTE })).toBe('ARCHIVE_FAILS');
  expect(codeOf({ ...failing, waitingSince: 98 * MINUTE, isOn: false })).toBe(null);
  expect(codeOf({ waitingFiles: 1, waitingSince: 80 * MINUTE })).toBe('ARCHIVE_LATE');
  expect(codeOf({ waitingFiles: 2, lastArchivedAt: 80 * MINUTE, lastFailedAt: null })).toBe('ARCHIVE_LATE');
  expect(codeOf({ waitingFiles: 1, lastArchivedAt: 80 * MINUTE, lastFailedAt: null })).toBe(null);
  expect(codeOf({ droppedAt: 50 * MINUTE })).toBe('ARCHIVE_INCOMPLETE');
});

test('the archive of a data folder has its files but for what a start makes, and the label last', async () => {
  const folder = newFolder();
  const files: Readonly<Record<string, string>> = {
    'global/pg_control': 'control',
    'global/pg_internal.init': 'made by a start',
    'base/1/1259': 'x'.repeat(100_000),
    'base/pgsql_tmp/1': 'made by a query',
    'pg_wal/000000010000000000000001': 'in the archive of WAL',
    'postmaster.pid': '1',
    PG_VERSION: '18',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const found: [string, string | null][] = [];
  const pieces = Readable.from(archiveCluster(folder, async () => 'START WAL LOCATION'));
  for await (const { entry, content } of readTar(pieces)) {
    const bytes: Buffer[] = [];
    // It is good until the next is asked for.
    for await (const piece of content) bytes.push(Buffer.from(piece));
    found.push([entry.path, entry.type === 'folder' ? null : Buffer.concat(bytes).toString()]);
  }
  expect(found).toEqual([
    ['PG_VERSION', '18'],
    ['base', null],
    ['base/1', null],
    ['base/1/1259', 'x'.repeat(100_000)],
    ['global', null],
    ['pg_wal', null],
    ['pg_wal/archive_status', null],
    ['pg_wal/summaries', null],
    ['global/pg_control', 'control'],
    ['backup_label', 'START WAL LOCATION'],
  ]);
});

test('pieces that share their memory are compressed one after the other, whatever their size', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'global'));
  writeFileSync(join(folder, 'global', 'pg_control'), 'control');
  const sizes = [0, 1, 511, 512, 8192, 8193, 65_536, 262_143, 262_144, 262_145, 1_000_000];
  const files = sizes.flatMap((size) => [1, 2, 3].map((n) => [`${size}-${n}`, randomBytes(size)] as const)).sort();
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  const found = new Map<string, Buffer>();
  await pipeline(
    archiveCluster(folder, async () => 'label'),
    createPieceCompressor(),
    createZstdDecompress(),
    async (source: AsyncIterable<Buffer>) => {
      for await (const { entry, content } of readTar(source)) {
        const bytes: Buffer[] = [];
        for await (const piece of content) bytes.push(piece);
        found.set(entry.path, Buffer.concat(bytes));
      }
    },
  );
  for (const [name, bytes] of files) expect(found.get(name)?.equals(bytes), name).toBe(true);
});

test('a folder that is removed meanwhile is empty; one that cannot be listed ends the base backup', async () => {
  /** `change`: what becomes of the folder of the database between its header and its content. */
  const archive = async (change: (base: string) => void): Promise<void> => {
    const folder = newFolder();
    for (const name of ['base', 'global']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'global', 'pg_control'), 'control');
    for await (const piece of archiveCluster(folder, async () => 'label'))
      if (piece.toString('utf8', 0, 6) === 'base/\0') change(join(folder, 'base'));
  };
  const remove = (base: string): void => rmSync(base, { recursive: true });
  await archive(remove);
  const replaced = archive((base) => {
    remove(base);
    writeFileSync(base, 'no folder');
  });
  await expect(replaced).rejects.toThrow('ENOTDIR');
});
