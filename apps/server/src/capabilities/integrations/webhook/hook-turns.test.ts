import { expect, test } from 'vitest';
import { HookTurns, MAX_WAITING } from './hook-turns.ts';

test('one after the other, however each ends; another webhook does not wait', async () => {
  const turns = new HookTurns();
  const begun: string[] = [];
  const first = Promise.withResolvers<string>();
  const work = (name: string, result: Promise<string>) => () => {
    begun.push(name);
    return result;
  };
  const one = turns.take('A', work('one', first.promise));
  const two = turns.take('A', work('two', Promise.reject(new Error('it failed'))));
  const three = turns.take('A', work('three', Promise.resolve('stored')));
  expect(await turns.take('B', work('other', Promise.resolve('stored')))).toBe('stored');
  expect(begun).toEqual(['one', 'other']);
  first.resolve('stored');
  expect(await one).toBe('stored');
  await expect(two).rejects.toThrow('it failed');
  expect(await three).toBe('stored');
  expect(begun).toEqual(['one', 'other', 'two', 'three']);
});

test('beyond as many as may wait they are refused, and taken again later', async () => {
  const turns = new HookTurns();
  const first = Promise.withResolvers<string>();
  const all = Array.from({ length: MAX_WAITING }, () => turns.take('A', () => first.promise));
  await expect(turns.take('A', () => first.promise)).rejects.toMatchObject({
    code: 'rateLimited',
    retryAfterSeconds: 5,
  });
  first.resolve('stored');
  await Promise.all(all);
  expect(await turns.take('A', () => first.promise)).toBe('stored');
});
