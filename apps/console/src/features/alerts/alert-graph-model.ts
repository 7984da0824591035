/** Where the readings around an alert are drawn. Pure. */
import type { AlertEvidenceOut } from '@picket/contracts/types';
import { stateText } from '../../lib/kind-texts.ts';
import type { Translator } from '../../lib/texts.ts';
import {
  brokenPath,
  type ChartBox,
  type ChartScale,
  chartScale,
  type NamedTick,
  steppedPath,
} from '../../ui/chart-scale.ts';
import { isIsolated } from '../../ui/graph-data.ts';

export interface GraphPoint {
  readonly at: number;
  /** In the unit that is shown. */
  readonly value: number;
}

/** All points and the limit, with air above and below. */
export function scaleOf(points: readonly GraphPoint[], limits: readonly number[], box: ChartBox): ChartScale {
  const values = [...points.map(({ value }) => value), ...limits];
  const [least, most] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  const range = Math.max(most - least, 1);
  const [low, high] = [least - range * 0.12, most + range * 0.12];
  const [from, to] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 1];
  return chartScale(box, { from, to, low, high });
}

/** The names of the values of a state ("dry", "leak"); null: the metric is a number. */
export function stateTicks(t: Translator, sensorMetricId: string): readonly NamedTick[] | null {
  const ticks = [0, 1].flatMap((value) => {
    const name = stateText(t, sensorMetricId, value);
    return name === null ? [] : [{ value, name }];
  });
  return ticks.length === 0 ? null : ticks;
}

/** The line of the readings, broken where nothing is known. A state holds until the next reading: there is nothing between two. */
export const linePath = (points: readonly GraphPoint[], scale: ChartScale, holdMs: number, isState: boolean): string =>
  isState
    ? steppedPath(points, { hold: holdMs, until: scale.to }, scale)
    : brokenPath(points, holdMs, ({ at, value }) => `${scale.x(at).toFixed(1)},${scale.y(value).toFixed(1)}`);

/** Readings between two gaps, which no line shows. */
export const isolatedPoints = (points: readonly GraphPoint[], holdMs: number): readonly GraphPoint[] =>
  points.filter((_, index) => isIsolated(points, index, holdMs));

/** The span of the alert within the graph; null: it lies outside. */
export function alertSpan(
  { raisedAt, endedAt }: AlertEvidenceOut,
  { from, to }: ChartScale,
): { readonly begin: number; readonly end: number } | null {
  const begin = Math.min(to, Math.max(from, Date.parse(raisedAt)));
  const end = Math.min(to, endedAt === undefined ? to : Date.parse(endedAt));
  return end > begin ? { begin, end } : null;
}
