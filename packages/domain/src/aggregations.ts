/** The aggregations of conditions: how the readings of a window become one operand. A new aggregation is a row here. */
import { namesOf } from './kind-table.ts';

export interface AggregationTraits {
  /** false: of the newest reading alone, so without a window. */
  readonly hasWindow: boolean;
  /** Whether it is known only while half of the expected readings are there. */
  readonly needsReadings: boolean;
  /** Over the known values of a window, oldest first; the window always includes the newest reading. */
  readonly compute: (values: readonly number[]) => number;
}

const last = (values: readonly number[]): number => values[values.length - 1] ?? Number.NaN;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const overWindow = { hasWindow: true, needsReadings: true } as const;

export const AGGREGATIONS = {
  LAST: { hasWindow: false, needsReadings: true, compute: last },
  MIN: {
    ...overWindow,
    compute: (values) => values.reduce((least, value) => Math.min(least, value)),
  },
  MAX: {
    ...overWindow,
    compute: (values) => values.reduce((most, value) => Math.max(most, value)),
  },
  MEAN: { ...overWindow, compute: (values) => sum(values) / values.length },
  SUM: { ...overWindow, compute: sum },
  COUNT: {
    ...overWindow,
    needsReadings: false,
    compute: (values) => values.length,
  },
  DELTA: {
    ...overWindow,
    compute: (values) => last(values) - (values[0] ?? Number.NaN),
  },
} as const satisfies Record<string, AggregationTraits>;

export type Aggregation = keyof typeof AGGREGATIONS;

export const AGGREGATION_NAMES = namesOf(AGGREGATIONS);

/** The aggregation of a condition on each reading. */
export const EACH_READING = { grab: 'LAST', minutes: 0 } as const satisfies { grab: Aggregation; minutes: number };
