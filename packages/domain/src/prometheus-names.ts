/**
 * The names under which values are queried in PromQL: one for each column of the registry that devices send, as Prometheus names
 * metrics (snake case, the unit last).
 */

import type { Metric, MetricColumn } from './metric-row.ts';
import { UNITS } from './metric-units.ts';
import { METRIC_KINDS, METRICS, type MetricKind } from './metrics.ts';

/** What one name stands for. */
export interface PrometheusMetric {
  readonly name: string;
  /** As policies name it: of fluid sensors the family. */
  readonly kind: MetricKind;
  readonly column: string;
  readonly help: string;
  /** The last part of the name; '' where it has no unit. */
  readonly unit: string;
}

/** Columns that say nothing about their metric. */
const PLAIN_COLUMNS = ['value', 'count'];

const snakeCase = (text: string): string => text.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

/** A value that people see multiplied is a fraction. */
const suffixOf = ({ unit, displayFactor }: MetricColumn): string =>
  displayFactor === undefined ? UNITS[unit].suffix : 'ratio';

function nameOf(kind: MetricKind, column: string, suffix: string): string {
  const own = PLAIN_COLUMNS.includes(column) || column === suffix ? [] : [snakeCase(column)];
  const name = ['picket', snakeCase(kind), ...own].join('_');
  return suffix === '' || name.endsWith(`_${suffix}`) ? name : `${name}_${suffix}`;
}

function helpOf({ label }: Metric, column: MetricColumn): string {
  const what = column.label.includes(label) ? column.label : `${label}: ${column.label}`;
  if (column.stateTexts !== undefined) return `${what}, 0: ${column.stateTexts[0]}, above 0: ${column.stateTexts[1]}`;
  if (column.displayFactor !== undefined) return `${what}, as a fraction of 1`;
  const { isShown, suffix } = UNITS[column.unit];
  return isShown && suffix !== '' ? `${what}, in ${column.unit}` : what;
}

/** In the order of the registry. What the server makes itself is not stored, so it has no name. */
export const PROMETHEUS_METRICS: readonly PrometheusMetric[] = METRIC_KINDS.flatMap((kind) => {
  const metric: Metric = METRICS[kind];
  if (metric.madeByServer === true) return [];
  return Object.entries(metric.columns).map(([name, column]) => {
    const unit = suffixOf(column);
    return { name: nameOf(kind, name, unit), kind, column: name, help: helpOf(metric, column), unit };
  });
});
