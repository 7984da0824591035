/** A picture of temperatures: what it says, and how it is painted. */
import { heatColour } from './heat-colours.ts';

/** base64 of float32 little-endian as numbers, row by row; NaN where unknown. */
export function cellsOf(base64: string): Float32Array {
  const binary = atob(base64);
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

/** Less than this from coldest to hottest, in degrees, is one colour: noise is not to look like a fire. */
const SMALLEST_RANGE = 4;

/** How many degrees the whole scale of colours stands for. */
export const rangeOf = ({ least, most }: Extremes): number => Math.max(SMALLEST_RANGE, most - least);

/** Paints the cells, one pixel each; unknown ones are grey. */
export function paintCells(canvas: HTMLCanvasElement | null, cells: Float32Array, extremes: Extremes): void {
  const pen = canvas?.getContext('2d');
  if (!canvas || !pen) return;
  const range = rangeOf(extremes);
  const image = pen.createImageData(canvas.width, canvas.height);
  cells.forEach((value, index) => {
    const [red, green, blue] = heatColour((value - extremes.least) / range);
    image.data.set(Number.isNaN(value) ? [128, 128, 128, 60] : [red, green, blue, 255], index * 4);
  });
  pen.putImageData(image, 0, 0);
}
