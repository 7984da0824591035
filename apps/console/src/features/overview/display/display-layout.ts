/**
 * How the tiles of the wall display fill a screen. Pure.
 * Invariants: every tile is at least as large as can be read from across a room; what needs attention is on every page, as far
 * as it fits into the upper half; nothing scrolls.
 */

export interface DisplaySize {
  readonly width: number;
  readonly height: number;
}

export interface TileGrid {
  readonly columns: number;
  readonly rows: number;
  /** Its part of the height, compared with that of the other grid. */
  readonly share: number;
  /** Its tiles are high enough for more than the numbers. */
  readonly showsDetails: boolean;
}

export interface DisplayLayout {
  /** The tiles of a page. */
  readonly grid: TileGrid;
  /** The first tile takes two columns and two rows. */
  readonly hasLargeTile: boolean;
  /** How many tiles stay on every page, and their grid above the others. */
  readonly pinned: number;
  readonly pinnedGrid: TileGrid;
  /** Tiles of a page beside the pinned ones. */
  readonly perPage: number;
  readonly pages: number;
}

/** Of a screen with 1920 x 1080 pixels; a larger one has the same size on the wall, and finer pixels. */
const MIN_TILE: DisplaySize = { width: 250, height: 136 };
const GAP = 14;
const FOOT = 44;
const MIN_UNIT = 0.62;
const DETAILS_HEIGHT = 200;
/** Width by height. */
const IDEAL_SHAPE = 1.5;
/** A large tile may make the other tiles this much smaller. */
const LARGE_TILE_COST = 0.7;
const MAX_TALL = 4;
const TALL_ROWS = 2;

/** Pixels of the screen for one pixel of 1920 x 1080. A window on a laptop or a phone is seen from nearer. */
export const displayUnit = ({ width, height }: DisplaySize): number =>
  Math.max(MIN_UNIT, Math.min(width / 1920, height / 1080));

const fitting = (length: number, least: number, gap: number): number =>
  Math.max(1, Math.floor((length + gap) / (least + gap)));

const fitsDetails = (rows: number, height: number, unit: number): boolean =>
  (height + GAP * unit) / rows - GAP * unit >= DETAILS_HEIGHT * unit;

interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly score: number;
}

/** The grid with the largest tiles; null: there are too many. */
function bestGrid(cells: number, { width, height }: DisplaySize, unit: number): Grid | null {
  const gap = GAP * unit;
  const maxRows = fitting(height, MIN_TILE.height * unit, gap);
  const maxColumns = fitting(width, MIN_TILE.width * unit, gap);
  let best: Grid | null = null;
  for (let columns = 1; columns <= Math.min(maxColumns, cells); columns++) {
    const rows = Math.ceil(cells / columns);
    if (rows > maxRows) continue;
    const tile = { width: (width + gap) / columns - gap, height: (height + gap) / rows - gap };
    const score = Math.min(tile.width / IDEAL_SHAPE, tile.height);
    if (best === null || score > best.score) best = { columns, rows, score };
  }
  return best;
}

const LARGE_TILE_CELLS = 4;

/**
 * `count`: of all tiles, the worst first; `urgent`: how many of them need attention. `size`: of the area, on a screen with this
 * `unit`.
 */
export function displayLayout(count: number, urgent: number, size: DisplaySize, unit: number): DisplayLayout {
  const plain = bestGrid(count, size, unit);
  if (plain === null) return pagedLayout(count, urgent, { ...size, height: size.height - FOOT * unit }, unit);
  const withLargeTile = urgent > 0 && count > 1 ? bestGrid(count + LARGE_TILE_CELLS - 1, size, unit) : null;
  const hasLargeTile =
    withLargeTile !== null &&
    withLargeTile.columns > 2 &&
    withLargeTile.rows > 1 &&
    withLargeTile.score >= plain.score * LARGE_TILE_COST;
  const { columns, rows } = hasLargeTile ? withLargeTile : plain;
  const grid = { columns, rows, share: 1, showsDetails: fitsDetails(rows, size.height, unit) };
  return { grid, hasLargeTile, pinned: 0, pinnedGrid: { ...grid, share: 0 }, perPage: count, pages: 1 };
}

function pagedLayout(count: number, urgent: number, size: DisplaySize, unit: number): DisplayLayout {
  const gap = GAP * unit;
  const columns = fitting(size.width, MIN_TILE.width * unit, gap);
  const rows = fitting(size.height, MIN_TILE.height * unit, gap);
  const isTall = urgent <= Math.min(MAX_TALL, columns) && rows >= 2 * TALL_ROWS;
  const pinnedRows =
    urgent === 0 ? 0 : isTall ? TALL_ROWS : Math.min(Math.ceil(urgent / columns), Math.floor(rows / 2));
  const pinned = Math.min(urgent, pinnedRows * columns);
  const pages = Math.ceil((count - pinned) / (columns * (rows - pinnedRows)));
  // No page is nearly empty, and all have tiles of one size.
  const perPage = Math.ceil((count - pinned) / pages);
  const shareOf = (share: number): DisplaySize => ({ width: size.width, height: (size.height * share) / rows });
  const left = shareOf(rows - pinnedRows);
  const best = bestGrid(perPage, left, unit) ?? { columns, rows: rows - pinnedRows };
  const gridRows = isTall ? 1 : pinnedRows;
  return {
    grid: {
      columns: best.columns,
      rows: best.rows,
      share: rows - pinnedRows,
      showsDetails: fitsDetails(best.rows, left.height, unit),
    },
    hasLargeTile: false,
    pinned,
    pinnedGrid: {
      columns: Math.max(1, Math.ceil(pinned / Math.max(1, gridRows))),
      rows: gridRows,
      share: pinnedRows,
      showsDetails: fitsDetails(Math.max(1, gridRows), shareOf(pinnedRows).height, unit),
    },
    perPage,
    pages,
  };
}

/** The tiles of a page: those that stay, and those of this page. */
export function tilesOf<Tile>(
  tiles: readonly Tile[],
  { pinned, perPage }: DisplayLayout,
  page: number,
): { readonly pinned: readonly Tile[]; readonly others: readonly Tile[] } {
  const start = pinned + page * perPage;
  return { pinned: tiles.slice(0, pinned), others: tiles.slice(start, start + perPage) };
}
