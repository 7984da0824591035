import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptChunk, encryptChunk, freeBuffer, newObjectKey } from './encrypted-chunks.ts';

const key = newObjectKey();
const place = { object: 'clip a', index: 1, count: 3 };
const plain = randomBytes(1000);

test('a chunk is read back with its key, at its place', () => {
  expect(decryptChunk(key, place, encryptChunk(key, place, plain))).toEqual(plain);
});

test('any flipped bit, any other place and any other key is found', () => {
  const encrypted = encryptChunk(key, place, plain);
  for (let bit = 0; bit < encrypted.length * 8; bit += 97) {
    const changed = Buffer.from(encrypted);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(decryptChunk(key, place, changed)).toBeNull();
  }
  for (const other of [{ object: 'clip b' }, { index: 2 }, { count: 4 }])
    expect(decryptChunk(key, { ...place, ...other }, encrypted)).toBeNull();
  expect(decryptChunk(newObjectKey(), place, encrypted)).toBeNull();
  for (const length of [0, 10, 27, 28, encrypted.length - 1])
    expect(decryptChunk(key, place, encrypted.subarray(0, length))).toBeNull();
});

test('the same chunk is never encrypted the same', () => {
  expect(encryptChunk(key, place, plain)).not.toEqual(encryptChunk(key, place, plain));
});

test('a large buffer is freed, and one that shares its memory with others stays', () => {
  const large = Buffer.alloc(1_048_576, 1);
  const [small, neighbor] = [Buffer.from('small'), Buffer.from('neighbor')];
  const part = Buffer.alloc(100_000, 2).subarray(10);
  for (const buffer of [large, small, part]) freeBuffer(buffer);
  expect(large.buffer.byteLength).toBe(0);
  expect([small, neighbor].map(String)).toEqual(['small', 'neighbor']);
  expect(part[0]).toBe(2);
});
