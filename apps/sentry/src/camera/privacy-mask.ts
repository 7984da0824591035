/** Privacy masks: cells of a grid over the picture that are painted black before it is encoded. */

export interface MaskGrid {
  readonly rows: number;
  readonly columns: number;
  /** For each row, the masked columns. */
  readonly cells: readonly (readonly number[])[];
}

/** In pixels. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const isMasked = (mask: MaskGrid | undefined): mask is MaskGrid =>
  mask?.cells.some((columns) => columns.length > 0) ?? false;

/** Identifies the masked cells: `24x32:` and for each row its columns as bits in hexadecimal; '' where nothing is masked. */
export function maskKeyOf(mask: MaskGrid | undefined): string {
  if (!isMasked(mask)) return '';
  const rows = mask.cells.map((columns) => bitsOf(columns).toString(16));
  return `${mask.rows}x${mask.columns}:${rows.join('.')}`;
}

const bitsOf = (columns: readonly number[]): bigint =>
  columns.reduce((bits, column) => bits | (1n << BigInt(column)), 0n);

/** Whether video painted with one mask shows nothing of what the other one covers. */
export function maskCovers(painted: string, wanted: string): boolean {
  if (wanted === '' || painted === wanted) return true;
  const [paintedGrid, paintedRows] = rowsOfKey(painted);
  const [wantedGrid, wantedRows] = rowsOfKey(wanted);
  return paintedGrid === wantedGrid && wantedRows.every((bits, row) => (bits & ~(paintedRows[row] ?? 0n)) === 0n);
}

function rowsOfKey(key: string): [grid: string, rows: bigint[]] {
  const [grid = '', rows = ''] = key.split(':');
  return [grid, rows === '' ? [] : rows.split('.').map((bits) => BigInt(`0x${bits}`))];
}

/** Rectangles that together cover the masked cells of a picture of this size: runs of cells, rows with the same runs as one. */
export function rectanglesOf(mask: MaskGrid | undefined, width: number, height: number): readonly Rectangle[] {
  if (!isMasked(mask)) return [];
  const edge = (cell: number, cells: number, pixels: number): number => Math.round((cell * pixels) / cells);
  const rectangles: Rectangle[] = [];
  for (let row = 0; row < mask.rows; ) {
    const columns = mask.cells[row] ?? [];
    const key = bitsOf(columns);
    let end = row + 1;
    while (end < mask.rows && bitsOf(mask.cells[end] ?? []) === key) end += 1;
    const y = edge(row, mask.rows, height);
    for (const [from, to] of runsOf(columns)) {
      const x = edge(from, mask.columns, width);
      rectangles.push({ x, y, width: edge(to, mask.columns, width) - x, height: edge(end, mask.rows, height) - y });
    }
    row = end;
  }
  return rectangles;
}

/** Runs of adjacent columns, as first and behind the last. */
function runsOf(columns: readonly number[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const column of [...new Set(columns)].sort((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === column) last[1] = column + 1;
    else runs.push([column, column + 1]);
  }
  return runs;
}
