/** A picture of temperatures: what it says, and how it is painted. */
import { heatColor } from './heat-colors.ts';

/** base64 of float32 little-endian as numbers, row by row; NaN where unknown. */
export function decodeCells(base64: string): Float32Array {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return new Float32Array(bytes.buffer);
}

export interface Extremes {
  readonly min: number;
  readonly max: number;
  /** The cell of `most`. */
  readonly hottestIndex: number;
}

/** null: nothing in it is known. */
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

/** The outline of the included cells, as an SVG path in units of cells. */
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

/** Less than this from coldest to hottest, in degrees, is one colour: noise is not to look like a fire. */
const MIN_RANGE = 4;

/** How many degrees the whole scale of colours stands for. */
export const scaleRange = ({ min, max }: Extremes): number => Math.max(MIN_RANGE, max - min);

/** Paints the cells, one pixel each; unknown ones are grey. */
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
