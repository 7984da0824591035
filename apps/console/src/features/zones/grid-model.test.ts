import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  all,
  countOf,
  exclusionsOf,
  fill,
  type Grid,
  gridFrom,
  invert,
  isIncluded,
  rebaseGrid,
  rectangle,
  stroke,
  zoneStatistics,
} from './grid-model.ts';

const ROWS = 6;
const COLUMNS = 8;
const empty = gridFrom(
  ROWS,
  COLUMNS,
  () => false,
  () => true,
);
/** The right half belongs to another zone. */
const half = gridFrom(
  ROWS,
  COLUMNS,
  () => false,
  ({ column }) => column < 4,
);
const spot = fc.record({ row: fc.nat(ROWS - 1), column: fc.nat(COLUMNS - 1) });

describe('tools', () => {
  test('a stroke leaves no holes, however fast the pointer', () => {
    fc.assert(
      fc.property(spot, spot, (from, to) => {
        const grid = stroke(empty, from, to, true);
        expect(isIncluded(grid, from) && isIncluded(grid, to)).toBe(true);
        expect(countOf(grid)).toBe(Math.max(Math.abs(from.row - to.row), Math.abs(from.column - to.column)) + 1);
      }),
    );
  });

  test('a rectangle is the same from any of its corners', () => {
    fc.assert(
      fc.property(spot, spot, (a, b) => {
        expect(rectangle(empty, a, b, true).cells).toEqual(rectangle(empty, b, a, true).cells);
        expect(countOf(rectangle(empty, a, b, true))).toBe(
          (Math.abs(a.row - b.row) + 1) * (Math.abs(a.column - b.column) + 1),
        );
      }),
    );
  });

  test('filling stops at other cells and at locked ones', () => {
    const walled = stroke(empty, { row: 0, column: 3 }, { row: ROWS - 1, column: 3 }, true);
    expect(countOf(fill(walled, { row: 2, column: 0 }, true))).toBe(4 * ROWS);
    expect(countOf(fill(half, { row: 0, column: 0 }, true))).toBe(4 * ROWS);
  });

  test('inverting twice is nothing', () => {
    const grid = rectangle(half, { row: 1, column: 1 }, { row: 4, column: 7 }, true);
    expect(invert(invert(grid)).cells).toEqual(grid.cells);
    expect(countOf(invert(half))).toBe(4 * ROWS);
  });

  test('no tool takes a cell that is locked', () => {
    const tools: fc.Arbitrary<(grid: Grid) => Grid> = fc.oneof(
      fc.tuple(spot, spot, fc.boolean()).map(
        ([a, b, on]) =>
          (grid: Grid) =>
            stroke(grid, a, b, on),
      ),
      fc.tuple(spot, spot, fc.boolean()).map(
        ([a, b, on]) =>
          (grid: Grid) =>
            rectangle(grid, a, b, on),
      ),
      fc.tuple(spot, fc.boolean()).map(
        ([a, on]) =>
          (grid: Grid) =>
            fill(grid, a, on),
      ),
      fc.constant(invert),
      fc.boolean().map((on) => (grid: Grid) => all(grid, on)),
    );
    fc.assert(
      fc.property(fc.array(tools, { maxLength: 8 }), (used) => {
        const grid = used.reduce((current, tool) => tool(current), half);
        expect([...grid.cells].every((cell, index) => cell === 0 || index % COLUMNS < 4)).toBe(true);
      }),
    );
  });
});

test('painted cells stay when the ground changes, but for those that are another zone’s now', () => {
  const painted = all(empty, true);
  const moved = rebaseGrid(half, painted);
  expect(countOf(moved)).toBe(4 * ROWS);
  expect(moved.locked).toBe(half.locked);
  const other = gridFrom(
    2,
    2,
    () => false,
    () => true,
  );
  expect(rebaseGrid(other, painted)).toBe(other);
});

test('stored, a locked cell is what it was', () => {
  const cells = exclusionsOf(all(half, true), () => 'excluded-tagged');
  expect(cells[0]).toEqual([...Array(4).fill('included'), ...Array(4).fill('excluded-tagged')]);
});

test('what the cells see of a picture twice as fine', () => {
  const grid = rectangle(empty, { row: 0, column: 0 }, { row: 0, column: 0 }, true);
  const picture = new Float32Array(ROWS * 2 * COLUMNS * 2).fill(5);
  picture.set([1, 2], 0);
  picture.set([3, Number.NaN], COLUMNS * 2);
  expect(zoneStatistics(grid, picture, ROWS * 2, COLUMNS * 2)).toEqual({ min: 1, max: 3, mean: 2 });
  expect(zoneStatistics(empty, picture, ROWS * 2, COLUMNS * 2)).toBeNull();
});
