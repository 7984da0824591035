/** Decodes and draws thermal pictures. */
import { heatColor } from './heat-colors.ts';

/** Decodes base64 of little-endian float32, row by row; NaN: unknown. */
export function decodeCells(base64: string): Float32Array {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return new Float32Array(bytes.buffer);
}

export interface Extremes {
  readonly min: number;
  readonly max: number;
  /** The index of the cell with the maximum. */
  readonly hottestIndex: number;
}

/** Returns null if all cells are unknown. */
export function findExtremes(cells: Float32Array): Extremes | null {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let hottestIndex = -1;
  cells.forEach((value, index) => {
    if (Number.isNaN(value)) return;
    if (value < min) min = value;
    if (value > max) {
      max = value;
      hottestIndex = index;
    }
  });
  return hottestIndex < 0 ? null : { min, max, hottestIndex };
}

/** Returns the outline of the included cells as an SVG path in units of cells. */
export function outlinePath(included: (row: number, column: number) => boolean, rows: number, columns: number): string {
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

/** Minimum range of the scale in degrees, so that noise does not look like a fire. */
const MIN_RANGE = 4;

/** Returns the range of the color scale in degrees. */
export const scaleRange = ({ min, max }: Extremes): number => Math.max(MIN_RANGE, max - min);

/** Draws one pixel per cell; unknown cells are gray. */
export function drawCells(canvas: HTMLCanvasElement | null, cells: Float32Array, extremes: Extremes): void {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return;
  const range = scaleRange(extremes);
  const image = context.createImageData(canvas.width, canvas.height);
  cells.forEach((value, index) => {
    const [red, green, blue] = heatColor((value - extremes.min) / range);
    image.data.set(Number.isNaN(value) ? [128, 128, 128, 60] : [red, green, blue, 255], index * 4);
  });
  context.putImageData(image, 0, 0);
}
