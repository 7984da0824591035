import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [12_340, '12 KB'],
  [1_234_000_000, '1.2 GB'],
  [3e15, '3.0 PB'],
  [3e18, '3000 PB'],
])('%d is %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
