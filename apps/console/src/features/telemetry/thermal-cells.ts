/** A picture as it comes over the wire, and what it says. Pure. */
import type { FrameOut } from '@picket/contracts';

/** Row by row, in degrees Celsius; NaN where unknown. */
export function cellsOf({ data }: FrameOut): Float32Array {
  const binary = atob(data);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return new Float32Array(bytes.buffer);
}

export interface Extremes {
  readonly least: number;
  readonly most: number;
  /** The cell of `most`. */
  readonly hottest: number;
}

/** null: nothing in it is known. */
export function extremesOf(cells: Float32Array): Extremes | null {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let hottest = -1;
  cells.forEach((value, index) => {
    if (Number.isNaN(value)) return;
    if (value < least) least = value;
    if (value > most) {
      most = value;
      hottest = index;
    }
  });
  return hottest < 0 ? null : { least, most, hottest };
}

/** The outline of the included cells, as an SVG path in units of cells. */
export function outlineOf(included: (row: number, column: number) => boolean, rows: number, columns: number): string {
  const parts: string[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      if (!included(row, column)) continue;
      if (row === 0 || !included(row - 1, column)) parts.push(`M${column},${row}h1`);
      if (row === rows - 1 || !included(row + 1, column)) parts.push(`M${column},${row + 1}h1`);
      if (column === 0 || !included(row, column - 1)) parts.push(`M${column},${row}v1`);
      if (column === columns - 1 || !included(row, column + 1)) parts.push(`M${column + 1},${row}v1`);
    }
  return parts.join('');
}
