/**
 * Selectors on a grid: the value of an instant, and functions of a range. A range at t is (t - range, t], as in Prometheus 3.
 * Readings that say "unknown" end the value of their series, and count in no range.
 */
import type { Millis } from '@picket/domain/time';
import type { Samples, Summaries } from './evaluation-ports.ts';
import type { RangeFunction } from './expression.ts';
import { createSeries, type Grid, type Labels, type Series } from './series.ts';
import { SlidingWindow } from './sliding-window.ts';

/** Calls `visit` for each point with the place after the last value at or before it, and that after the last one `range` earlier. */
function visitWindows(
  at: Float64Array,
  { start, step, points }: Grid,
  range: Millis,
  visit: (point: number, begin: number, end: number) => void,
): void {
  for (let point = 0, begin = 0, end = 0; point < points; point++) {
    const instant = start + point * step;
    while (end < at.length && (at[end] ?? 0) <= instant) end += 1;
    while (begin < end && (at[begin] ?? 0) <= instant - range) begin += 1;
    visit(point, begin, end);
  }
}

/** The newest reading of each point that is at most `lookback` old. */
export function newestValues(samples: Samples, labels: Labels, grid: Grid, lookback: Millis): Series {
  const series = createSeries(labels, grid);
  visitWindows(samples.at, grid, lookback, (point, begin, end) => {
    const value = begin < end ? (samples.value[end - 1] ?? Number.NaN) : Number.NaN;
    if (Number.isNaN(value)) return;
    series.values[point] = value;
    series.present[point] = 1;
  });
  return series;
}

/** The readings that say something. */
export function knownSamples(samples: Samples): Samples {
  if (!samples.value.some(Number.isNaN)) return samples;
  const isKnown = (_: number, index: number): boolean => !Number.isNaN(samples.value[index]);
  return { at: samples.at.filter(isKnown), value: samples.value.filter(isKnown) };
}

type Compute = (begin: number, end: number, instant: Millis) => number | null;

/** A function at each point of a grid. `samples` are known ones. */
export function functionValues(
  name: RangeFunction,
  samples: Samples,
  labels: Labels,
  grid: Grid,
  range: Millis,
): Series {
  const compute = computationOf(name, samples, range);
  return valuesOf(compute, samples.at, labels, grid, range);
}

/** The same of summaries; for functions that need no single readings. */
export function summaryValues(
  name: SummaryFunction,
  summaries: Summaries,
  labels: Labels,
  grid: Grid,
  range: Millis,
): Series {
  return valuesOf(SUMMARIES[name](summaries), summaries.at, labels, grid, range);
}

function valuesOf(compute: Compute, at: Float64Array, labels: Labels, grid: Grid, range: Millis): Series {
  const series = createSeries(labels, grid);
  visitWindows(at, grid, range, (point, begin, end) => {
    const value = begin < end ? compute(begin, end, grid.start + point * grid.step) : null;
    if (value === null) return;
    series.values[point] = value;
    series.present[point] = 1;
  });
  return series;
}

const add = (one: number, other: number): number => one + other;
const reduced = (values: Float64Array, combine: (one: number, other: number) => number, empty: number): Compute => {
  const window = new SlidingWindow(values, combine, empty);
  return (begin, end) => window.reduce(begin, end);
};
const summed = (values: Float64Array): Compute => reduced(values, add, 0);
const quotient =
  (one: Compute, other: Compute): Compute =>
  (begin, end, instant) => {
    const divisor = other(begin, end, instant) ?? 0;
    return divisor === 0 ? null : (one(begin, end, instant) ?? 0) / divisor;
  };

const SUMMARIES = {
  min_over_time: ({ min }) => reduced(min, Math.min, Number.POSITIVE_INFINITY),
  max_over_time: ({ max }) => reduced(max, Math.max, Number.NEGATIVE_INFINITY),
  sum_over_time: ({ sum }) => summed(sum),
  count_over_time: ({ count }) => summed(count),
  avg_over_time: ({ sum, count }) => quotient(summed(sum), summed(count)),
} as const satisfies Partial<Record<RangeFunction, (summaries: Summaries) => Compute>>;

/** Functions whose result follows from minimum, maximum, sum and count. */
type SummaryFunction = keyof typeof SUMMARIES;

export const isSummaryFunction = (name: RangeFunction): name is SummaryFunction => Object.hasOwn(SUMMARIES, name);

function computationOf(name: RangeFunction, { at, value }: Samples, range: Millis): Compute {
  const count: Compute = (begin, end) => end - begin;
  switch (name) {
    case 'avg_over_time':
      return quotient(summed(value), count);
    case 'sum_over_time':
      return summed(value);
    case 'count_over_time':
      return count;
    case 'min_over_time':
      return reduced(value, Math.min, Number.POSITIVE_INFINITY);
    case 'max_over_time':
      return reduced(value, Math.max, Number.NEGATIVE_INFINITY);
    case 'last_over_time':
      return (_, end) => value[end - 1] ?? null;
    case 'rate':
      return rateOf(at, value, range);
  }
}

/** A gap at an end of the range that is longer than so many mean intervals is not extrapolated over. */
const EXTRAPOLATION_LIMIT = 1.1;

/** The increase a second of a counter, extrapolated to the ends of the range as Prometheus does it. */
function rateOf(at: Float64Array, value: Float64Array, range: Millis): Compute {
  const resets = new Float64Array(value.length);
  for (let index = 1; index < value.length; index++) {
    const before = value[index - 1] ?? 0;
    if ((value[index] ?? 0) < before) resets[index] = before;
  }
  const lost = summed(resets);
  return (begin, end, instant) => {
    if (end - begin < 2) return null;
    const [first = 0, last = 0] = [value[begin], value[end - 1]];
    const [firstAt = 0, lastAt = 0] = [at[begin], at[end - 1]];
    const increase = last - first + (lost(begin + 1, end, instant) ?? 0);
    const sampled = lastAt - firstAt;
    const interval = sampled / (end - begin - 1);
    const reach = (gap: Millis): Millis => (gap >= interval * EXTRAPOLATION_LIMIT ? interval / 2 : gap);
    // A counter is never below zero: it is not extrapolated beyond the instant at which it would have been zero.
    const toZero = increase > 0 && first >= 0 ? sampled * (first / increase) : Number.POSITIVE_INFINITY;
    const before = Math.min(reach(firstAt - (instant - range)), toZero);
    const covered = sampled + before + reach(instant - lastAt);
    return (increase * (covered / sampled)) / (range / 1000);
  };
}
