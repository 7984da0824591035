import { expect, test } from 'vitest';
import { parseByteRange } from './byte-range.ts';

test.each([
  [undefined, null],
  ['bytes=0-', { from: 0, to: 100 }],
  ['bytes=5-9', { from: 5, to: 10 }],
  ['bytes=90-500', { from: 90, to: 100 }],
  ['bytes=-10', { from: 90, to: 100 }],
  ['bytes=-500', { from: 0, to: 100 }],
  ['bytes=0-0, 5-9', { from: 0, to: 1 }],
  [`bytes=${Array.from({ length: 100 }, (_, at) => `${at}-${at}`).join(',')}`, { from: 0, to: 1 }],
  ['bytes=5-2', 'unsatisfiable'],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['items=0-1', null],
  ['bytes=9999999999999999999-', null],
])('%s', (header, range) => {
  expect(parseByteRange(header, 100)).toEqual(range);
});
