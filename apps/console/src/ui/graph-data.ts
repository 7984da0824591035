/** Points of several series on one axis of time. Pure. */
export interface GraphPoint {
  /** Milliseconds. */
  readonly at: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
}

export interface GraphLine {
  readonly name: string;
  /** Oldest first. */
  readonly points: readonly GraphPoint[];
  /** Points further apart than this have a gap between them. */
  readonly holdMs: number;
  /** Drawn in steps, for on/off states. */
  readonly stepped?: boolean;
  /** The compared period, drawn behind the others. */
  readonly isFaint?: boolean;
  /** Formats a value that is not shown as a number. */
  readonly text?: (value: number) => string;
}

/** null: a gap begins; undefined: only another series has a point here. */
type Cell = number | null | undefined;

export interface AlignedData {
  /** Times, then mean, minimum and maximum of each line. */
  readonly columns: readonly [readonly number[], ...(readonly Cell[])[]];
  /** Per line, the indexes of points between two gaps, which are drawn as dots. */
  readonly isolated: readonly (readonly number[])[];
}

/** Aligns all lines on the union of their times, with a null at each gap of a line. */
export function alignLines(lines: readonly GraphLine[]): AlignedData {
  const times = new Set<number>();
  const gaps = lines.map(({ points, holdMs }) => {
    const own = new Set<number>();
    points.forEach(({ at }, index) => {
      times.add(at);
      const before = points[index - 1];
      if (before !== undefined && at - before.at > holdMs) own.add(before.at + 1);
    });
    for (const at of own) times.add(at);
    return own;
  });
  const xs = [...times].sort((a, b) => a - b);
  const places = new Map(xs.map((at, index) => [at, index]));
  const columns = lines.flatMap(({ points }, line) => {
    const mean = Array<Cell>(xs.length).fill(undefined);
    const min = Array<Cell>(xs.length).fill(undefined);
    const max = Array<Cell>(xs.length).fill(undefined);
    for (const at of gaps[line] ?? []) {
      const place = places.get(at) ?? 0;
      mean[place] = null;
      min[place] = null;
      max[place] = null;
    }
    for (const point of points) {
      const place = places.get(point.at) ?? 0;
      mean[place] = point.mean;
      min[place] = point.min;
      max[place] = point.max;
    }
    return [mean, min, max];
  });
  const isolated = lines.map(({ points, holdMs }) =>
    points.flatMap(({ at }, index) => (isIsolated(points, index, holdMs) ? [places.get(at) ?? 0] : [])),
  );
  return { columns: [xs, ...columns], isolated };
}

/** Whether a point has a gap on either side: no line shows it. */
export function isIsolated(points: readonly { readonly at: number }[], index: number, holdMs: number): boolean {
  const [before, point, next] = [points[index - 1], points[index], points[index + 1]];
  if (point === undefined) return false;
  return (before === undefined || point.at - before.at > holdMs) && (next === undefined || next.at - point.at > holdMs);
}

/** From so many distances between points on, the one in the middle is the usual one. */
const MANY_STEPS = 4;

/** `steps`: shortest first. A single one may be an outage; of two or three any but the shortest may be. */
const usualStep = (steps: readonly number[]): number =>
  steps.length === 1 ? 0 : (steps[steps.length < MANY_STEPS ? 0 : steps.length >> 1] ?? 0);

/**
 * Returns the distance in milliseconds beyond which two points have a gap between them: longer than a reading holds, and
 * than the usual distance (a sensor may report less often than its sentry).
 */
export function gapThreshold(points: readonly { readonly at: number }[], holdMs: number, resolutionMs: number): number {
  const steps = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? at));
  const usual = usualStep(steps.sort((a, b) => a - b));
  return Math.max(holdMs, resolutionMs * 1.5, usual * 2.5);
}

/** Returns the point that holds at an instant, or null. */
export function pointAt({ points, holdMs }: GraphLine, at: number): GraphPoint | null {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const point = points[low - 1];
  return point !== undefined && at - point.at <= holdMs ? point : null;
}

/** Returns the range of the value axis: all lines, and limits near them. */
export function valueRange(
  lines: readonly GraphLine[],
  limits: readonly { readonly value: number }[],
): { readonly low: number; readonly high: number } {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const { points } of lines)
    for (const { min, max } of points) {
      if (min < lowest) lowest = min;
      if (max > highest) highest = max;
    }
  if (lowest > highest) return { low: 0, high: 1 };
  const tolerance = Math.max(highest - lowest, 1);
  const near = limits
    .map(({ value }) => value)
    .filter((value) => value > lowest - tolerance && value < highest + tolerance);
  const low = Math.min(lowest, ...near);
  const high = Math.max(highest, ...near);
  // Nothing but one value: states lie between 0 and 1, anything else in the middle of two units.
  if (high === low) return low >= 0 && low <= 1 ? { low: -0.08, high: 1.08 } : { low: low - 1, high: high + 1 };
  const padding = Math.max(high - low, 0.5) * 0.08;
  return { low: low - padding, high: high + padding };
}
