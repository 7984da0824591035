import { expect, test } from 'vitest';
import { type MaskGrid, maskCovers, maskKeyOf, rectanglesOf } from './privacy-mask.ts';

const mask = (cells: Readonly<Record<number, readonly number[]>>): MaskGrid => ({
  rows: 24,
  columns: 32,
  cells: Array.from({ length: 24 }, (_, row) => cells[row] ?? []),
});

test('rectangles cover the masked cells exactly: runs of columns, and rows with the same runs as one', () => {
  const grid = mask({ 0: [0, 1, 2, 31], 1: [2, 1, 0, 31, 31], 5: [7] });
  expect(rectanglesOf(grid, 640, 360)).toEqual([
    { x: 0, y: 0, width: 60, height: 30 },
    { x: 620, y: 0, width: 20, height: 30 },
    { x: 140, y: 75, width: 20, height: 15 },
  ]);
  // Sides that the grid does not divide: no gap between neighbors, nothing beyond the edge.
  const all = mask(Object.fromEntries(Array.from({ length: 24 }, (_, row) => [row, row % 2 === 0 ? [31] : [30, 31]])));
  const [width, height] = [854, 482];
  const rectangles = rectanglesOf(all, width, height);
  expect(Math.max(...rectangles.map((one) => one.x + one.width))).toBe(width);
  expect(rectangles.reduce((sum, one) => sum + one.height, 0)).toBe(height);
  expect(rectanglesOf(mask({}), 640, 360)).toEqual([]);
});

test('video covers a mask when it was painted with at least its cells', () => {
  const small = maskKeyOf(mask({ 3: [4] }));
  const large = maskKeyOf(mask({ 3: [4, 5], 9: [0] }));
  const other = maskKeyOf(mask({ 3: [5] }));
  expect(maskKeyOf(mask({}))).toBe('');
  expect(maskKeyOf(undefined)).toBe('');
  expect(maskCovers(large, small)).toBe(true);
  expect(maskCovers(small, large)).toBe(false);
  expect(maskCovers(small, other)).toBe(false);
  expect(maskCovers('', small)).toBe(false);
  expect(maskCovers(small, '')).toBe(true);
});
