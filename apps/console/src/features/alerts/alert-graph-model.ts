/** Where the readings around an alert are drawn. Pure. */
import type { AlertEvidenceOut } from '@picket/contracts/types';
import { isIsolated } from '../../ui/graph-data.ts';

export interface GraphPoint {
  readonly at: number;
  /** In the unit that is shown. */
  readonly value: number;
}

export interface GraphBox {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface GraphScale {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
}

/** All points and the limit, with air above and below. */
export function scaleOf(points: readonly GraphPoint[], limit: number, box: GraphBox): GraphScale {
  const values = [...points.map(({ value }) => value), limit];
  const [least, most] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  const range = Math.max(most - least, 1);
  const [low, high] = [least - range * 0.12, most + range * 0.12];
  const [from, to] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 1];
  return {
    from,
    to,
    low,
    high,
    x: (at) => box.left + ((at - from) / Math.max(1, to - from)) * (box.width - box.left - box.right),
    y: (value) => box.top + ((high - value) / (high - low)) * (box.height - box.top - box.bottom),
  };
}

/** Ticks in steps of 1, 2 or 5 times a power of ten: about five. */
export function valueTicks(low: number, high: number): readonly number[] {
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step / 1000; tick += step)
    ticks.push(Number(tick.toFixed(6)));
  return ticks;
}

/** The line of the readings, broken where nothing is known. */
export const linePath = (points: readonly GraphPoint[], { x, y }: GraphScale, holdMs: number): string =>
  points
    .map(({ at, value }, index) => {
      const before = points[index - 1];
      const start = before === undefined || at - before.at > holdMs ? 'M' : 'L';
      return `${start}${x(at).toFixed(1)},${y(value).toFixed(1)}`;
    })
    .join('');

/** Readings between two gaps, which no line shows. */
export const isolatedPoints = (points: readonly GraphPoint[], holdMs: number): readonly GraphPoint[] =>
  points.filter((_, index) => isIsolated(points, index, holdMs));

/** The span of the alert within the graph; null: it lies outside. */
export function alertSpan(
  { raisedAt, endedAt }: AlertEvidenceOut,
  { from, to }: GraphScale,
): { readonly begin: number; readonly end: number } | null {
  const begin = Math.min(to, Math.max(from, Date.parse(raisedAt)));
  const end = Math.min(to, endedAt === undefined ? to : Date.parse(endedAt));
  return end > begin ? { begin, end } : null;
}
