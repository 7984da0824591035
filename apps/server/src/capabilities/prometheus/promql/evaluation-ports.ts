/** What the evaluator needs of its surroundings. */
import type { Millis } from '@picket/domain/time';
import type { Matcher } from './matchers.ts';
import type { Labels } from './series.ts';

export interface StoredSeries {
  readonly id: number;
  readonly labels: Labels;
  /** How long a reading stands for the value of its series. */
  readonly lookback: Millis;
}

/** Readings of one series, oldest first; NaN: the sensor did not know. */
export interface Samples {
  readonly at: Float64Array;
  readonly value: Float64Array;
}

/** Summaries of known readings, oldest first. `at`: the end of the stretch that each stands for. */
export interface Summaries {
  readonly at: Float64Array;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly sum: Float64Array;
  readonly count: Float64Array;
}

export interface SampleSource {
  /** Throws a PromqlError if more series match than a query may read. */
  select(matchers: readonly Matcher[]): Promise<readonly StoredSeries[]>;
  /** Readings of (after, until], a series at a time; those without any may be missing. */
  readSamples(
    series: readonly StoredSeries[],
    after: Millis,
    until: Millis,
  ): AsyncIterable<readonly [StoredSeries, Samples]>;
  /** The same as summaries of whole hours. Both instants are on the hour. */
  readHours(
    series: readonly StoredSeries[],
    after: Millis,
    until: Millis,
  ): AsyncIterable<readonly [StoredSeries, Summaries]>;
}

/** What an evaluation may use up. */
export interface Budget {
  /** Counts values that are read or computed. Throws a PromqlError once there are too many. */
  spend(values: number): void;
  /** Lets other work of the process run, where it has waited long. Throws once the time is up. */
  pause(): Promise<void>;
}
