/** Labels of the kinds that packages/domain declares: what they are called where people read them. */
import type { Aggregation } from '@picket/domain/aggregations';
import type { NotificationKind } from '@picket/domain/alert-kinds';
import type { ChannelKind } from '@picket/domain/channels';
import { isNameOf } from '@picket/domain/kind-table';
import { isShownUnit } from '@picket/domain/metric-units';
import { METRICS, metricFamilyOf } from '@picket/domain/metrics';
import type { Operator } from '@picket/domain/operators';
import type { SeverityLabel } from '@picket/domain/severity';
import type { KeyOf } from '@picket/i18n/messages';
import type { Catalogs } from '../locales/english.ts';
import type { Translator } from './texts.ts';

/** A label takes no values; the compiler names a kind that has none. */
const label = (t: Translator, key: Extract<KeyOf<Catalogs>, `kinds.${string}`>): string => t(key);

type Metrics = typeof METRICS;
/** `environment_temperature.value`, for every column of every metric. */
type MetricColumnKey = {
  [Family in keyof Metrics]: `${Family}.${keyof Metrics[Family]['columns'] & string}`;
}[keyof Metrics];
/** Metrics that are on or off, with words for both in the catalogs. */
type StateMetric = keyof Catalogs['kinds'] extends infer Key
  ? Key extends `state.${infer Family}.off`
    ? Family
    : never
  : never;

/** kind-texts.test.ts compares it with the registry. */
export const STATE_METRICS: Readonly<Record<StateMetric, true>> = {
  power_onBattery: true,
  power_badSource: true,
  fluid_leak: true,
};

/** Returns the key of a column in the registry, or null if there is no such metric. */
function columnKey(sensorMetricId: string, column: string): MetricColumnKey | null {
  const family = metricFamilyOf(sensorMetricId);
  if (!isNameOf(METRICS, family) || !Object.hasOwn(METRICS[family].columns, column)) return null;
  // Guarantee: both names were found in the registry.
  return `${family}.${column}` as MetricColumnKey;
}

/** "temperature"; of a metric that this version does not know, its identifier. */
export function metricText(t: Translator, sensorMetricId: string, column: string): string {
  const key = columnKey(sensorMetricId, column);
  return key === null ? `${sensorMetricId} ${column}` : label(t, `kinds.metric.${key}`);
}

/** What a metric is called in the sentence of a condition: "mean of the picture". */
export function metricSentenceText(t: Translator, sensorMetricId: string, column: string): string {
  const key = columnKey(sensorMetricId, column);
  return key === null ? `${sensorMetricId} ${column}` : label(t, `kinds.sentence.${key}`);
}

/** "dry" or "leak"; null: the metric is a number. */
export function stateText(t: Translator, sensorMetricId: string, value: number): string | null {
  const family = metricFamilyOf(sensorMetricId);
  return isNameOf(STATE_METRICS, family) ? label(t, `kinds.state.${family}.${value > 0 ? 'on' : 'off'}`) : null;
}

/** A unit behind a value; '' for those that people do not say, such as "level". */
export function unitText(t: Translator, unit: string): string {
  if (unit === 'devices') return label(t, 'kinds.unit.devices');
  return isShownUnit(unit) ? unit : '';
}

export const severityText = (t: Translator, severity: SeverityLabel): string => label(t, `kinds.severity.${severity}`);
export const channelText = (t: Translator, channel: ChannelKind): string => label(t, `kinds.channel.${channel}`);
export const aggregationText = (t: Translator, aggregation: Aggregation): string =>
  label(t, `kinds.aggregation.${aggregation}`);
/** Between a sensor and its limit: "is above". */
export const operatorText = (t: Translator, operator: Operator): string => label(t, `kinds.operator.${operator}`);
/** The same for a sensor that is on or off: "is on". */
export const stateOperatorText = (t: Translator, operator: Operator): string =>
  label(t, `kinds.operatorOfState.${operator}`);
/** Before a limit alone: "above". */
export const limitText = (t: Translator, operator: Operator): string => label(t, `kinds.limit.${operator}`);
export const notificationKindText = (t: Translator, kind: NotificationKind): string =>
  label(t, `kinds.notificationKind.${kind}`);
