import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { assertRoomForBase, createRoomGuard } from './base-backup-room.ts';

const GIB = 1024 ** 3;

test('a base backup begins where its size and 2 GiB are free: a quarter more than the one before, or half of the cluster', () => {
  assertRoomForBase(7 * GIB, 10 * GIB, null);
  expect(() => assertRoomForBase(7 * GIB - 1, 10 * GIB, null)).toThrow('7.0 GiB have to be free');
  assertRoomForBase(4.5 * GIB, 10 * GIB, 2 * GIB);
  expect(() => assertRoomForBase(4.5 * GIB - 1, 10 * GIB, 2 * GIB)).toThrow('4.5 GiB have to be free');
  assertRoomForBase(12 * GIB, 10 * GIB, 9 * GIB);
});

test('one that fills the disk ends before it is full, wherever the disk is looked at', async () => {
  const found = [5 * GIB, 2 * GIB, 2 * GIB - 1];
  const taken: Buffer[] = [];
  const pieces = Array.from({ length: 10 }, () => Buffer.alloc(60));
  const written = pipeline(
    Readable.from(pieces),
    createRoomGuard(async () => found.shift() ?? 0, 100),
    async (source: AsyncIterable<Buffer>) => {
      for await (const piece of source) taken.push(piece);
    },
  );
  await expect(written).rejects.toThrow('2.0 GiB have to stay free where backups are kept, and 2.0 GiB were left');
  expect(found).toEqual([]);
  expect(taken.length).toBeLessThanOrEqual(4);
});

test('with enough room everything passes through it', async () => {
  const taken: Buffer[] = [];
  await pipeline(
    Readable.from([Buffer.from('one'), Buffer.from('two')]),
    createRoomGuard(async () => 9 * GIB, 1),
    async (source: AsyncIterable<Buffer>) => {
      for await (const piece of source) taken.push(piece);
    },
  );
  expect(Buffer.concat(taken).toString()).toBe('onetwo');
});
