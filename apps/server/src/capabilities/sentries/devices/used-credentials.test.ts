import { expect, test } from 'vitest';
import { UsedCredentials } from './used-credentials.ts';

const hashOf = (key: string): Buffer => Buffer.from(key);
const keysOf = (due: readonly { readonly key: string }[]): readonly string[] => due.map(({ key }) => key);

test('those that were used since they were read are due together, once', () => {
  const used = new UsedCredentials(500);
  for (const key of ['a', 'b', 'c']) used.onRead(key, hashOf(key), 0);
  used.onUsed('a');
  used.onUsed('c');
  used.onUsed('unknown');
  expect(used.takeDue(499)).toEqual([]);
  expect(used.takeDue(500)).toEqual([
    { key: 'a', hash: hashOf('a') },
    { key: 'c', hash: hashOf('c') },
  ]);
  expect(used.takeDue(5000)).toEqual([]);
});

test('one that is read again is due later, and only if it is used again', () => {
  const used = new UsedCredentials(500);
  used.onRead('a', hashOf('a'), 0);
  used.onRead('b', hashOf('b'), 100);
  used.onUsed('a');
  used.onUsed('b');
  used.onRead('a', hashOf('a'), 400);
  expect(keysOf(used.takeDue(700))).toEqual(['b']);
  expect(keysOf(used.takeDue(900))).toEqual([]);
});

test('of very many, some are left to be read by themselves', () => {
  const used = new UsedCredentials(500);
  for (let index = 0; index < 1000; index += 1) {
    used.onRead(`${index}`, hashOf(`${index}`), 0);
    used.onUsed(`${index}`);
  }
  expect(used.takeDue(500).length).toBe(256);
  expect(used.takeDue(500)).toEqual([]);
});
