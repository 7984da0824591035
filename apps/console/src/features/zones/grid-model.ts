/**
 * The grid being painted. Pure: every tool returns a new grid.
 *
 * Invariant: a locked cell (another zone's, or beyond the parent) is never painted, whatever the tool.
 */
import type { Cell } from '@picket/domain/zones';

export interface Grid {
  readonly rows: number;
  readonly columns: number;
  /** 1: included. Row by row. */
  readonly cells: Uint8Array;
  /** 1: cannot be painted. */
  readonly locked: Uint8Array;
}

export interface Spot {
  readonly row: number;
  readonly column: number;
}

const indexOf = ({ columns }: Pick<Grid, 'columns'>, { row, column }: Spot): number => row * columns + column;

export const isIncluded = (grid: Grid, spot: Spot): boolean => grid.cells[indexOf(grid, spot)] === 1;

export const isLocked = (grid: Grid, spot: Spot): boolean => grid.locked[indexOf(grid, spot)] === 1;

function withCells(grid: Grid, included: boolean, indexes: Iterable<number>): Grid {
  const cells = Uint8Array.from(grid.cells);
  for (const index of indexes) if (grid.locked[index] !== 1) cells[index] = included ? 1 : 0;
  return { ...grid, cells };
}

/** Paints every cell on a straight line between two cells: a fast pointer leaves no gaps. */
export function stroke(grid: Grid, from: Spot, to: Spot, included: boolean): Grid {
  const steps = Math.max(Math.abs(to.row - from.row), Math.abs(to.column - from.column), 1);
  const indexes = Array.from({ length: steps + 1 }, (_, step) =>
    indexOf(grid, {
      row: Math.round(from.row + ((to.row - from.row) * step) / steps),
      column: Math.round(from.column + ((to.column - from.column) * step) / steps),
    }),
  );
  return withCells(grid, included, indexes);
}

export function rectangle(grid: Grid, from: Spot, to: Spot, included: boolean): Grid {
  const indexes: number[] = [];
  for (let row = Math.min(from.row, to.row); row <= Math.max(from.row, to.row); row++)
    for (let column = Math.min(from.column, to.column); column <= Math.max(from.column, to.column); column++)
      indexes.push(indexOf(grid, { row, column }));
  return withCells(grid, included, indexes);
}

/** Fills the area of equal cells around a cell; locked cells bound it. */
export function fill(grid: Grid, spot: Spot, included: boolean): Grid {
  const start = indexOf(grid, spot);
  const was = grid.cells[start];
  const seen = new Set<number>();
  const waiting = [start];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (seen.has(index) || grid.cells[index] !== was || grid.locked[index] === 1) continue;
    seen.add(index);
    const column = index % grid.columns;
    if (column > 0) waiting.push(index - 1);
    if (column < grid.columns - 1) waiting.push(index + 1);
    if (index >= grid.columns) waiting.push(index - grid.columns);
    if (index < grid.columns * (grid.rows - 1)) waiting.push(index + grid.columns);
  }
  return withCells(grid, included, seen);
}

export const invert = (grid: Grid): Grid => ({
  ...grid,
  cells: grid.cells.map((cell, index) => (grid.locked[index] === 1 ? cell : 1 - cell)),
});

export const all = (grid: Grid, included: boolean): Grid =>
  withCells(
    grid,
    included,
    grid.cells.map((_, index) => index),
  );

export const countOf = (grid: Grid): number => grid.cells.reduce((sum, cell) => sum + cell, 0);

/** As zones are stored. `lockedAs`: what a locked cell is in this zone. */
export function exclusionsOf(grid: Grid, lockedAs: (spot: Spot) => Cell): Cell[][] {
  return Array.from({ length: grid.rows }, (_, row) =>
    Array.from({ length: grid.columns }, (__, column) => {
      const spot = { row, column };
      if (isIncluded(grid, spot)) return 'included';
      return isLocked(grid, spot) ? lockedAs(spot) : 'excluded';
    }),
  );
}

/** `cellAt`: what each cell is now; `mayTake`: whether this zone may include it. */
export function gridFrom(
  rows: number,
  columns: number,
  isIn: (spot: Spot) => boolean,
  mayTake: (spot: Spot) => boolean,
): Grid {
  const cells = new Uint8Array(rows * columns);
  const locked = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const index = row * columns + column;
      locked[index] = mayTake({ row, column }) ? 0 : 1;
      cells[index] = isIn({ row, column }) && locked[index] === 0 ? 1 : 0;
    }
  return { rows, columns, cells, locked };
}

/** Rebases painted cells onto a grid that changed since: cells that are locked now are dropped. */
export const rebaseGrid = (ground: Grid, painted: Grid): Grid =>
  ground.rows === painted.rows && ground.columns === painted.columns
    ? { ...ground, cells: painted.cells.map((cell, index) => (ground.locked[index] === 1 ? 0 : cell)) }
    : ground;

export interface ZoneStatistics {
  readonly min: number;
  readonly mean: number;
  readonly max: number;
}

/** Statistics of the included cells over a picture of any size that scales; null: no known value. */
export function zoneStatistics(
  grid: Grid,
  picture: Float32Array,
  rows: number,
  columns: number,
): ZoneStatistics | null {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let known = 0;
  picture.forEach((value, index) => {
    const row = Math.floor((Math.floor(index / columns) * grid.rows) / rows);
    const column = Math.floor(((index % columns) * grid.columns) / columns);
    if (Number.isNaN(value) || !isIncluded(grid, { row, column })) return;
    min = Math.min(min, value);
    max = Math.max(max, value);
    sum += value;
    known += 1;
  });
  return known === 0 ? null : { min, max, mean: sum / known };
}
