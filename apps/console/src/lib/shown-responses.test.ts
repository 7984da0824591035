import { expect, test } from 'vitest';
import { ShownResponses } from './shown-responses.ts';

test('of a period that moves on, the cache keeps the last few responses', () => {
  const cache = new Set<string>();
  const shown = new ShownResponses((key) => cache.delete(key));
  let hide = (): void => {};
  let keys: readonly string[] = [];
  for (let step = 1; step <= 30; step += 1) {
    hide();
    hide = shown.show(`until ${step}`);
    cache.add(`until ${step}`);
    keys = shown.trim([...keys, `until ${step}`]);
  }
  expect([...cache]).toEqual(['until 26', 'until 27', 'until 28', 'until 29', 'until 30']);
  expect(keys).toEqual([...cache]);
});

test('what another graph still shows stays until it does no more', () => {
  const forgotten: string[] = [];
  const shown = new ShownResponses((key) => forgotten.push(key));
  const hide = shown.show('first');
  const keys = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
  expect(shown.trim(keys)).toEqual(keys);
  hide();
  expect(shown.trim(keys)).toEqual(keys.slice(1));
  expect(forgotten).toEqual(['first']);
});
