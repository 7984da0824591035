/** The cells of a grid as shapes over the picture: excluded, locked, the outline of the zone, and the cursor. */
import { useMemo } from 'react';
import { outlinePath } from '../../ui/heat-picture.ts';
import { type Grid, isIncluded, isLocked, type Spot } from './grid-model.ts';
import styles from './grid-shapes.module.css';

interface Props {
  readonly grid: Grid;
  /** Unique on the page. */
  readonly id: string;
  /** null: it is not shown. */
  readonly cursor: Spot | null;
}

export function GridShapes({ grid, id, cursor }: Props) {
  const { rows, columns } = grid;
  const { off, locked, outline } = useMemo(() => pathsOf(grid), [grid]);
  return (
    // The grid covers the whole picture, whatever its shape: a mask is drawn exactly where it will be.
    <svg viewBox={`0 0 ${columns} ${rows}`} preserveAspectRatio="none" aria-hidden="true">
      <pattern id={`${id}-hatch`} width="1" height="1" patternUnits="userSpaceOnUse">
        <rect className={styles.hatch} width="1" height="1" />
        <path className={styles.hatchLine} d="M0,1L1,0" />
      </pattern>
      <path className={styles.excluded} data-shape="excluded" d={off} />
      <path fill={`url(#${id}-hatch)`} d={locked} />
      <path className={styles.outline} data-shape="outline" d={outline} />
      {cursor !== null && (
        <rect className={styles.cursor} data-shape="cursor" x={cursor.column} y={cursor.row} width="1" height="1" />
      )}
    </svg>
  );
}

function pathsOf(grid: Grid) {
  const { rows, columns } = grid;
  const isOff = (row: number, column: number): boolean =>
    !isIncluded(grid, { row, column }) && !isLocked(grid, { row, column });
  return {
    off: areaOf(isOff, rows, columns),
    locked: areaOf((row, column) => isLocked(grid, { row, column }), rows, columns),
    outline: outlinePath((row, column) => isIncluded(grid, { row, column }), rows, columns),
  };
}

/** Cells as one path, row by row. */
function areaOf(has: (row: number, column: number) => boolean, rows: number, columns: number): string {
  let path = '';
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      if (!has(row, column)) continue;
      const from = column;
      while (column + 1 < columns && has(row, column + 1)) column += 1;
      path += `M${from},${row}h${column - from + 1}v1h-${column - from + 1}z`;
    }
  return path;
}
