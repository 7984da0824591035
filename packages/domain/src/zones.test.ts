import { describe, expect, test } from 'vitest';
import { type Cell, gridProblems, maskFor, returnCells, scaleProblem, subtractZone, type ZoneGrid } from './zones.ts';

const grid = (rows: number, columns: number, cell: (row: number, column: number) => Cell): ZoneGrid => ({
  rows,
  columns,
  exclusions: Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => cell(row, column)),
  ),
});
const left = grid(24, 32, (_, column) => (column < 16 ? 'included' : 'excluded'));
const corner = grid(24, 32, (row, column) => (row < 2 && column < 3 ? 'included' : 'excluded'));

describe('grids (specification, sections 5 and 8)', () => {
  test('rows or cells beyond or short of the bounds are named', () => {
    expect(gridProblems(left)).toEqual([]);
    expect(gridProblems({ ...left, rows: 25 })[0]?.name).toBe('exclusions');
    expect(gridProblems({ ...left, columns: 31 }).map(({ name, message }) => `${name} ${message}`)).toEqual([
      'exclusions.0 Coordinate out of bounds: 32 cells where there are 31',
    ]);
    expect(gridProblems(grid(2, 2, () => 'excluded'))).toEqual([{ name: 'exclusions', message: 'includes no cell' }]);
  });

  test.each([
    [24, 32, null],
    [48, 64, null],
    [12, 16, null],
    [24, 96, null],
    [36, 32, 'rows'],
    [24, 48, 'columns'],
    [480, 640, null],
  ])('onto %i x %i', (rows, columns, problem) => {
    expect(scaleProblem(left, rows, columns)?.name ?? null).toBe(problem);
    expect(maskFor(left, rows, columns) === null).toBe(problem !== null);
    if (problem !== null)
      expect(String(scaleProblem(left, rows, columns)?.message)).toContain('dirty row or column mapping');
  });

  test('a zone covers the same part of a larger and of a smaller picture', () => {
    const included = (rows: number, columns: number) =>
      [...(maskFor(corner, rows, columns) ?? [])].reduce((a, b) => a + b, 0);
    expect(included(24, 32)).toBe(6);
    expect(included(48, 64)).toBe(24);
    // Three columns fall on two cells of half the width: what is included in part is seen.
    expect(included(12, 16)).toBe(2);
    expect(maskFor(corner, 12, 16)?.slice(0, 3)).toEqual(new Uint8Array([1, 1, 0]));
  });
});

describe('tagging zones', () => {
  test('subtracted cells are excluded-tagged in the parent, and can be returned', () => {
    const remaining = subtractZone(left, corner);
    if (!('exclusions' in remaining)) throw new Error('refused');
    expect(remaining.exclusions[0]?.slice(0, 5)).toEqual([
      'excluded-tagged',
      'excluded-tagged',
      'excluded-tagged',
      'included',
      'included',
    ]);
    expect(returnCells(remaining, corner)).toEqual(left);
  });

  test('a cell the parent does not have cannot be subtracted, nor one twice', () => {
    const beyond = grid(24, 32, (row, column) => (row === 3 && column === 20 ? 'included' : 'excluded'));
    expect(subtractZone(left, beyond)).toEqual({
      name: 'exclusions.3.20',
      message: 'is not part of the parent zone any more',
    });
    const remaining = subtractZone(left, corner);
    expect('exclusions' in remaining && 'message' in subtractZone(remaining, corner)).toBe(true);
  });

  test('a child with another grid size is rejected', () => {
    expect(
      subtractZone(
        left,
        grid(48, 64, () => 'included'),
      ),
    ).toMatchObject({ name: 'rows' });
  });
});
