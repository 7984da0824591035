import { expect, test } from 'vitest';
import { TtlCache } from './ttl-cache.ts';

const START = 1_700_000_000_000;

/** A cache, and what it loaded so far. */
function counted(ttl: number, max?: number) {
  const loaded: string[] = [];
  const cache = new TtlCache<string, string>(ttl, max);
  const get = (key: string, now: number) =>
    cache.get(key, now, async () => {
      loaded.push(key);
      return `${key} ${loaded.length}`;
    });
  return { cache, loaded, get };
}

test('a value is loaded once until it expires', async () => {
  const { get, loaded } = counted(1000);
  expect(await Promise.all([get('a', START), get('a', START)])).toEqual(['a 1', 'a 1']);
  expect(await get('a', START + 999)).toBe('a 1');
  expect(await get('a', START + 1000)).toBe('a 2');
  expect(loaded).toEqual(['a', 'a']);
});

test('the age of a value is unknown once time went back', async () => {
  const { get } = counted(1000);
  await get('a', START);
  expect(await get('a', START - 1)).toBe('a 2');
});

test('a failed load is not cached, and does not remove the load after it', async () => {
  const cache = new TtlCache<string, string>(1000);
  const failing = cache.get('a', START, () => Promise.reject(new Error('unreachable')));
  cache.delete('a');
  const loading = cache.get('a', START, async () => 'loaded');
  await expect(failing).rejects.toThrow('unreachable');
  expect(await loading).toBe('loaded');
  expect(await cache.get('a', START, async () => 'loaded again')).toBe('loaded');
});

test('the entry that was not used for the longest time makes room for a new one', async () => {
  const { get, loaded } = counted(1000, 2);
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key, START);
  expect(loaded).toEqual(['a', 'b', 'c', 'b']);
});
