/** What sentries measure, in the language of the reader: labels, states, units. */
import { isNameOf } from '@picket/domain/kind-table';
import { isShownUnit } from '@picket/domain/metric-units';
import { METRICS, metricFamilyOf } from '@picket/domain/metrics';
import type { KeyOf } from './messages.ts';
import type { SharedCatalogs, SharedTexts } from './shared-texts.ts';

type Metrics = typeof METRICS;
/** `environment_temperature.value`, for every column of every metric. */
export type MetricColumnKey = {
  [Family in keyof Metrics]: `${Family}.${keyof Metrics[Family]['columns'] & string}`;
}[keyof Metrics];

/** Metrics that are on or off, or count from none, with words for both in the catalogs. */
type StateMetric = keyof SharedCatalogs['metrics'] extends infer Key
  ? Key extends `state.${infer Family}.off`
    ? Family
    : never
  : never;

/** metric-words.test.ts compares it with the registry. */
export const STATE_METRICS: Readonly<Record<StateMetric, true>> = {
  sentry_tamper: true,
  power_onBattery: true,
  power_badSource: true,
  power_batteryLow: true,
  door_open: true,
  smoke_alarm: true,
  gas_alarm: true,
  co_alarm: true,
  input_alarm: true,
  vibration_detected: true,
  fluid_leak: true,
};

type Label = Extract<KeyOf<SharedCatalogs>, `metrics.label.${string}` | `changes.metric.${string}`>;
/** A label takes no values; the compiler names a metric that has none. */
export const metricLabelText = (t: SharedTexts, key: Label): string => t(key);

/** Returns the key of a column in the registry, or null if there is no such metric. */
export function metricColumnKey(sensorMetricId: string, column: string): MetricColumnKey | null {
  const family = metricFamilyOf(sensorMetricId);
  if (!isNameOf(METRICS, family) || !Object.hasOwn(METRICS[family].columns, column)) return null;
  // Guarantee: both names were found in the registry.
  return `${family}.${column}` as MetricColumnKey;
}

/** "temperature", as on a card; of a metric that this version does not know, its identifier. */
export function metricLabel(t: SharedTexts, sensorMetricId: string, column: string): string {
  const key = metricColumnKey(sensorMetricId, column);
  return key === null ? `${sensorMetricId} ${column}` : metricLabelText(t, `metrics.label.${key}`);
}

/** "dry" or "leak"; null: the metric is a number, or counts more than one. */
export function stateWord(t: SharedTexts, sensorMetricId: string, value: number): string | null {
  const family = metricFamilyOf(sensorMetricId);
  if (!isNameOf(STATE_METRICS, family) || (value > 1 && METRICS[family].columns.value.unit === 'count')) return null;
  return t(`metrics.state.${family}.${value > 0 ? 'on' : 'off'}`);
}

/** A unit behind `count` of it, or alone; '' for those that people do not say, such as "level". */
export function unitWord(t: SharedTexts, unit: string, count = 2): string {
  if (unit === 'devices') return t('metrics.unit.devices', { count });
  if (unit === '% RH') return t('metrics.unit.% RH');
  return isShownUnit(unit) ? unit : '';
}
