/** A recovery is not begun where it would fill the disk, and ends as soon as too little of it is left. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecoveryOutcome } from '@picket/server/commands';
import { expect, onTestFinished, test } from 'vitest';
import { bytesToRestore, findShortage, placeOfCheck, placeOfRestore, skipped, whileThereIsRoom } from './check-room.ts';
import { startVerificationPostgres } from './verification-postgres.ts';

const PASSED: RecoveryOutcome = { result: 'PASSED', reachedAt: 1, why: null };
/** More than any disk has. */
const TOO_MUCH = 2 ** 60;

const watch = (shortage: () => Promise<string | null>) => ({ shortage, onShort: skipped, checkAgainMs: 1 });

test('it is skipped where the disk fills while it writes', async () => {
  let reads = 0;
  const endless = new Promise<RecoveryOutcome>(() => {});
  const shortage = async () => (++reads < 3 ? null : '2.0 GiB have to stay free');
  const outcome = await whileThereIsRoom(endless, watch(shortage));
  expect(outcome).toEqual({ result: 'SKIPPED', reachedAt: null, why: '2.0 GiB have to stay free' });
  expect(reads).toBe(3);
});

test('a restore that was asked for fails then', async () => {
  const endless = new Promise<void>(() => {});
  const onShort = (why: string): void => {
    throw new Error(why);
  };
  const restored = whileThereIsRoom(endless, { shortage: async () => 'the disk is full', onShort, checkAgainMs: 1 });
  await expect(restored).rejects.toThrow('the disk is full');
});

test('what it finds or throws is passed on, and nothing is read any more', async () => {
  let reads = 0;
  const { promise: work, resolve: finish } = Promise.withResolvers<RecoveryOutcome>();
  const read = async (): Promise<null> => {
    reads += 1;
    if (reads === 2) finish(PASSED);
    return null;
  };
  expect(await whileThereIsRoom(work, watch(read))).toEqual(PASSED);
  expect(reads).toBe(2);
  await expect(whileThereIsRoom(Promise.reject(new Error('damaged')), watch(read))).rejects.toThrow('damaged');
  expect(reads).toBe(2);
});

test('what is too large for the disk is not begun, also where the folder is yet to be made', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'picket-room-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const into = join(parent, 'new', 'data-at');
  expect(await findShortage(TOO_MUCH, placeOfRestore(into))).toMatch(
    new RegExp(`^[\\d.]+ GiB have to be free in ${join(parent, 'new')}, so that enough is left afterwards, and`, 'u'),
  );
  expect(await findShortage(TOO_MUCH, placeOfCheck(parent))).toContain('have to be free where backups are kept');
  expect(existsSync(join(parent, 'new'))).toBe(false);
});

test('a damaged data folder does not keep an instant from being restored', async () => {
  const data = mkdtempSync(join(tmpdir(), 'picket-damaged-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  mkdirSync(join(data, 'base'));
  writeFileSync(join(data, 'base', '1'), 'rows');
  expect(await bytesToRestore(3, data)).toBe(4);
  // It cannot be listed.
  const looped = join(data, 'looped');
  symlinkSync(looped, looped);
  expect(await bytesToRestore(3, looped)).toBe(3);
});

test('a backup is not verified beside a database that would leave too little of the disk free', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'picket-verified-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(join(dataDir, 'postgres'));
  // It has a size alone, and takes no room.
  const large = join(dataDir, 'postgres', '1');
  writeFileSync(large, '');
  truncateSync(large, 2 ** 43);
  await expect(startVerificationPostgres(dataDir, join(dataDir, 'backup'))).rejects.toThrow('GiB have to be free in');
  expect(readdirSync(dataDir)).toEqual(['postgres']);
});
