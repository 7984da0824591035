/** What expressions evaluate to: a column of values for each series, one value for each point of a grid. */
import type { Millis } from '@picket/domain/time';
import { cannotEvaluate } from './promql-error.ts';

export type Labels = ReadonlyMap<string, string>;

/** The instants an expression is evaluated at: `start + index * step`. */
export interface Grid {
  readonly start: Millis;
  /** Above 0. */
  readonly step: Millis;
  readonly points: number;
}

export interface Series {
  readonly labels: Labels;
  readonly values: Float64Array;
  /** 1 where the series has a value; a value may be NaN. */
  readonly present: Uint8Array;
}

export type Value =
  | { readonly type: 'scalar'; readonly values: Float64Array }
  | { readonly type: 'vector'; readonly series: readonly Series[] };

/** The same for equal labels, whatever their order. */
export const keyOf = (labels: Labels): string =>
  JSON.stringify([...labels].sort(([one], [other]) => (one < other ? -1 : 1)));

export const withoutLabels = (labels: Labels, names: readonly string[]): Labels =>
  new Map([...labels].filter(([name]) => !names.includes(name)));

export const onlyLabels = (labels: Labels, names: readonly string[]): Labels =>
  new Map([...labels].filter(([name]) => names.includes(name)));

export const createSeries = (labels: Labels, { points }: Grid): Series => ({
  labels,
  values: new Float64Array(points),
  present: new Uint8Array(points),
});

export const hasValues = ({ present }: Series): boolean => present.includes(1);

/** Throws a PromqlError if two series have the same labels, as they may once the name is dropped. */
export function assertDistinct(series: readonly Series[]): readonly Series[] {
  if (new Set(series.map(({ labels }) => keyOf(labels))).size < series.length)
    throw cannotEvaluate('vector cannot contain metrics with the same labelset');
  return series;
}
