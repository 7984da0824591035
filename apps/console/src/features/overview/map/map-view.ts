/** The part of the world that the map shows. Pure; in degrees of longitude, north is up and y grows to the south. */

export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

export interface MapView {
  /** The middle. */
  readonly x: number;
  readonly y: number;
  /** Degrees from the left edge to the right one. */
  readonly span: number;
}

/** In pixels. */
export interface MapSize {
  readonly width: number;
  readonly height: number;
}

const MAX_SPAN = 360;
const MIN_SPAN = 0.05;
/** Around locations that are close to each other: a few hundred kilometers. */
const MIN_FIRST_SPAN = 12;
/** Around a single one, whose neighborhood has nothing to recognize but coasts. */
const SINGLE_SPAN = 40;
/** Air on all sides of the outermost locations. */
const AIR = 1.35;
const MAX_LATITUDE = 85;

/** Mercator. */
export function toPoint({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }): MapPoint {
  const limited = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude));
  return { x: longitude, y: (-Math.log(Math.tan(Math.PI / 4 + (limited * Math.PI) / 360)) * 180) / Math.PI };
}

const SOUTH_END = toPoint({ latitude: -MAX_LATITUDE, longitude: 0 }).y;

/** Where the map ends in the south. */
export const isSouthEnd = (y: number): boolean => y >= SOUTH_END;

/** People expect the usual map: it is turned only where that spares this much of it. */
const MIN_SAVED_SPAN = 60;

/** Moves points by a whole turn so that they stand together, also across the antimeridian. */
export function closeWidestGap(points: readonly MapPoint[]): readonly MapPoint[] {
  const sorted = points.map(({ x }) => x).sort((one, other) => one - other);
  const span = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0);
  // The widest empty stretch of the globe is outside of the map; what is west of it comes after what is east of it.
  const gaps = sorted.map((x, index) => ({ gap: x - (sorted[index - 1] ?? x), x }));
  const widest = gaps.reduce((best, one) => (one.gap > best.gap ? one : best), { gap: 0, x: 0 });
  if (span - (360 - widest.gap) < MIN_SAVED_SPAN) return points;
  return points.map(({ x, y }) => ({ x: x < widest.x ? x + 360 : x, y }));
}

const bounded = (view: MapView, { width, height }: MapSize): MapView => {
  const span = Math.min(MAX_SPAN, Math.max(MIN_SPAN, view.span));
  const half = (span * height) / width / 2;
  const reach = Math.max(0, SOUTH_END - half);
  return { x: view.x, y: Math.min(reach, Math.max(-reach, view.y)), span };
};

/** The view that holds all points, with air around them. */
export function viewOf(points: readonly MapPoint[], size: MapSize, minSpan?: number): MapView {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const least = minSpan ?? (left === right && top === bottom ? SINGLE_SPAN : MIN_FIRST_SPAN);
  const span = Math.max(least, (right - left) * AIR, ((bottom - top) * AIR * size.width) / size.height);
  return bounded({ x: (left + right) / 2, y: (top + bottom) / 2, span }, size);
}

/** Zooms by a factor, above 1 into the map; what is at `at` (0 to 1 of width and height) stays there. */
export function zoomed(view: MapView, size: MapSize, factor: number, at: MapPoint = { x: 0.5, y: 0.5 }): MapView {
  const span = Math.min(MAX_SPAN, Math.max(MIN_SPAN, view.span / factor));
  const change = view.span - span;
  return bounded(
    {
      x: view.x + change * (at.x - 0.5),
      y: view.y + change * (at.y - 0.5) * (size.height / size.width),
      span,
    },
    size,
  );
}

/** Moves the map with the finger: by pixels. */
export const panned = (view: MapView, size: MapSize, byX: number, byY: number): MapView =>
  bounded({ ...view, x: view.x - (byX / size.width) * view.span, y: view.y - (byY / size.width) * view.span }, size);

/** The place of a point in pixels, from the top left corner. */
export const toPixels = (point: MapPoint, view: MapView, { width, height }: MapSize): MapPoint => ({
  x: ((point.x - view.x) / view.span + 0.5) * width,
  y: ((point.y - view.y) / view.span) * width + height / 2,
});

export const isClosest = ({ span }: MapView): boolean => span <= MIN_SPAN;
export const isWidest = ({ span }: MapView): boolean => span >= MAX_SPAN;
