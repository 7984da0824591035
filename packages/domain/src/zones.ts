/**
 * Zones: which cells of a picture a condition sees (specification, sections 3, 5, 8; monitor rules: Zones).
 *
 * Input: grids of cells. Output: masks for pictures, grids after adding or removing sub-zones, problems by field. Invariant: the cells
 * of a tagging zone are `excluded-tagged` in its parent as long as it exists, and belong to no other zone.
 */

import type { FieldProblem } from './field-problems.ts';
import { phrase } from './phrases.ts';

export const CELLS = ['included', 'excluded', 'excluded-tagged'] as const;
export type Cell = (typeof CELLS)[number];

/** The grid of the thermal imagers in use (specification, section 9). */
export const ZONE_ROWS = 24;
export const ZONE_COLUMNS = 32;

export const ZONE_MESSAGES = {
  outOfBounds: 'Coordinate out of bounds',
  taken: 'is not part of the parent zone any more',
  empty: 'includes no cell',
} as const;

export interface ZoneGrid {
  readonly rows: number;
  readonly columns: number;
  /** Row by row. */
  readonly exclusions: readonly (readonly Cell[])[];
}

/** What is wrong with a grid: rows or cells missing or beyond its bounds, nothing included. */
export function gridProblems({ rows, columns, exclusions }: ZoneGrid): readonly FieldProblem[] {
  if (exclusions.length !== rows)
    return [
      {
        name: 'exclusions',
        message: phrase('Coordinate out of bounds: {found} rows where there are {rows}', {
          found: exclusions.length,
          rows,
        }),
      },
    ];
  const row = exclusions.findIndex((cells) => cells.length !== columns);
  if (row >= 0)
    return [
      {
        name: `exclusions.${row}`,
        message: phrase('Coordinate out of bounds: {found} cells where there are {columns}', {
          found: exclusions[row]?.length ?? 0,
          columns,
        }),
      },
    ];
  return exclusions.some((cells) => cells.includes('included'))
    ? []
    : [{ name: 'exclusions', message: ZONE_MESSAGES.empty }];
}

/** Whether one side of a grid maps onto another evenly: one is a whole multiple of the other. */
const mapsEvenly = (from: number, to: number): boolean => from % to === 0 || to % from === 0;

/** Why a zone cannot be applied to pictures of `rows` x `columns`, or null. */
export function scaleProblem(
  zone: Pick<ZoneGrid, 'rows' | 'columns'>,
  rows: number,
  columns: number,
): FieldProblem | null {
  if (!mapsEvenly(zone.rows, rows))
    return {
      name: 'rows',
      message: phrase('dirty row or column mapping: {found} rows onto {rows}', { found: zone.rows, rows }),
    };
  if (!mapsEvenly(zone.columns, columns))
    return {
      name: 'columns',
      message: phrase('dirty row or column mapping: {found} columns onto {columns}', { found: zone.columns, columns }),
    };
  return null;
}

/**
 * Which cells of a `rows` x `columns` picture the zone includes, row by row, or null when it does not scale evenly. Where
 * several zone cells fall on one picture cell, it is seen if any of them is included.
 */
export function maskFor(zone: ZoneGrid, rows: number, columns: number): Uint8Array | null {
  if (scaleProblem(zone, rows, columns) !== null) return null;
  const mask = new Uint8Array(rows * columns);
  const tall = Math.max(rows, zone.rows);
  const wide = Math.max(columns, zone.columns);
  for (let row = 0; row < tall; row++)
    for (let column = 0; column < wide; column++) {
      const cell = zone.exclusions[Math.floor((row * zone.rows) / tall)]?.[Math.floor((column * zone.columns) / wide)];
      if (cell === 'included')
        mask[Math.floor((row * rows) / tall) * columns + Math.floor((column * columns) / wide)] = 1;
    }
  return mask;
}

/** Subtracts the child's cells from the parent; returns a problem for a cell the parent does not have. */
export function subtractZone(parent: ZoneGrid, child: ZoneGrid): ZoneGrid | FieldProblem {
  if (parent.rows !== child.rows)
    return {
      name: 'rows',
      message: phrase('dirty row or column mapping: the parent has {rows} rows', { rows: parent.rows }),
    };
  if (parent.columns !== child.columns)
    return {
      name: 'columns',
      message: phrase('dirty row or column mapping: the parent has {columns} columns', { columns: parent.columns }),
    };
  for (const [row, cells] of child.exclusions.entries())
    for (const [column, cell] of cells.entries())
      if (cell === 'included' && parent.exclusions[row]?.[column] !== 'included')
        return { name: `exclusions.${row}.${column}`, message: ZONE_MESSAGES.taken };
  return withCells(parent, child, 'excluded-tagged');
}

/** Returns the child's cells to the parent. */
export const returnCells = (parent: ZoneGrid, child: ZoneGrid): ZoneGrid => withCells(parent, child, 'included');

const withCells = (parent: ZoneGrid, child: ZoneGrid, as: Cell): ZoneGrid => ({
  ...parent,
  exclusions: parent.exclusions.map((cells, row) =>
    cells.map((cell, column) => (child.exclusions[row]?.[column] === 'included' ? as : cell)),
  ),
});
