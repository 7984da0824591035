/** The aggregations of conditions: how the readings of a window become one operand. A new aggregation is a row here. */
import { namesOf } from './kind-table.ts';

export interface AggregationTraits {
  /** false: of the newest reading alone, so without a window. */
  readonly hasWindow: boolean;
  /** Whether it is known only while half of the expected readings are there. */
  readonly needsReadings: boolean;
  /** What the operand is: a value as it was read, the difference of two, or a number of readings, which has no unit. */
  readonly result: 'value' | 'difference' | 'count';
  /**
   * Over the known values of a window, oldest first, from place `first` on; the window always includes the newest reading. Computed
   * for each reading: plain loops, without copies. Sums are added oldest first each time: a running sum would round otherwise.
   */
  readonly compute: (values: readonly number[], first: number) => number;
}

const last = (values: readonly number[]): number => values[values.length - 1] ?? Number.NaN;

function sum(values: readonly number[], first: number): number {
  let total = 0;
  for (let place = first; place < values.length; place++) total += values[place] ?? Number.NaN;
  return total;
}

function least(values: readonly number[], first: number): number {
  let found = Number.POSITIVE_INFINITY;
  for (let place = first; place < values.length; place++) found = Math.min(found, values[place] ?? Number.NaN);
  return found;
}

function most(values: readonly number[], first: number): number {
  let found = Number.NEGATIVE_INFINITY;
  for (let place = first; place < values.length; place++) found = Math.max(found, values[place] ?? Number.NaN);
  return found;
}

const overWindow = { hasWindow: true, needsReadings: true, result: 'value' } as const;

export const AGGREGATIONS = {
  LAST: { hasWindow: false, needsReadings: true, result: 'value', compute: last },
  MIN: {
    ...overWindow,
    compute: least,
  },
  MAX: {
    ...overWindow,
    compute: most,
  },
  MEAN: { ...overWindow, compute: (values, first) => sum(values, first) / (values.length - first) },
  SUM: { ...overWindow, compute: sum },
  COUNT: {
    ...overWindow,
    needsReadings: false,
    result: 'count',
    compute: (values, first) => values.length - first,
  },
  DELTA: {
    ...overWindow,
    result: 'difference',
    compute: (values, first) => last(values) - (values[first] ?? Number.NaN),
  },
} as const satisfies Record<string, AggregationTraits>;

type Aggregations = typeof AGGREGATIONS;
export type Aggregation = keyof Aggregations;

/** The aggregations of a window. */
type WindowAggregation = {
  [K in Aggregation]: Aggregations[K] extends { readonly hasWindow: true } ? K : never;
}[Aggregation];

export const hasWindow = (aggregation: Aggregation): aggregation is WindowAggregation =>
  AGGREGATIONS[aggregation].hasWindow;

export const AGGREGATION_NAMES = namesOf(AGGREGATIONS);

/** What a condition computes. `minutes` 0: the reading's own value. */
export interface Calculation {
  readonly grab: Aggregation;
  readonly minutes: number;
}

/** The aggregation of a condition on each reading. */
export const EACH_READING = { grab: 'LAST', minutes: 0 } as const satisfies Calculation;

/** Whether a condition compares each reading with its limit, rather than what it computes of several. Absent: each reading. */
export const comparesReadings = (calc: Calculation | undefined): boolean => (calc ?? EACH_READING).minutes === 0;

/** What is computed: over no time, the reading's own value whatever the aggregation. */
export const resultOf = (calc: Calculation): AggregationTraits['result'] =>
  comparesReadings(calc) ? 'value' : AGGREGATIONS[calc.grab].result;
