import { expect, test } from 'vitest';
import { patternSize } from './pattern-size.ts';

test.each([
  ['', 0],
  ['abc', 3],
  ['a{1000}', 1000],
  ['a{2,}', 2],
  ['a{2,7}b', 8],
  ['(a{10}){10}', 120],
  ['((ab){3}){2}', 28],
  ['[a-z{9}]{3}', 3],
  ['[]a]{3}', 3],
  ['\\{9}', 3],
  ['\\d{2}-x', 4],
  ['(((', 0],
  [')))', 6],
  ['rack-[0-9]{2}|vault', 13],
])('%s', (pattern, size) => {
  expect(patternSize(pattern)).toBe(size);
});

test('repetitions of repetitions are found without being written out', () => {
  expect(patternSize(`${'('.repeat(300)}a${'{99})'.repeat(300)}`)).toBeGreaterThan(1e9);
});
