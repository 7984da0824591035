/** Labels of the kinds that packages/domain declares: what they are called where people read them. */
import type { Aggregation } from '@picket/domain/aggregations';
import type { NotificationKind } from '@picket/domain/alert-kinds';
import type { ChannelKind } from '@picket/domain/channels';
import type { Operator } from '@picket/domain/operators';
import type { SeverityLabel } from '@picket/domain/severity';
import { nameText as sharedNameText } from '@picket/i18n/default-names';
import type { KeyOf } from '@picket/i18n/messages';
import { metricColumnKey, metricLabel, stateWord, unitWord } from '@picket/i18n/metric-words';
import { limitWords, operatorWords, stateOperatorWords } from '@picket/i18n/operator-words';
import { sharedTextsOf } from '@picket/i18n/shared-texts';
import type { Catalogs } from '../locales/english.ts';
import type { Translator } from './texts.ts';

/** A label takes no values; the compiler names a kind that has none. */
const label = (t: Translator, key: Extract<KeyOf<Catalogs>, `kinds.${string}`>): string => t(key);

/** "temperature"; of a metric that this version does not know, its identifier. */
export const metricText = (t: Translator, sensorMetricId: string, column: string): string =>
  metricLabel(sharedTextsOf(t), sensorMetricId, column);

/** What a metric is called in the sentence of a condition: "mean of the picture". */
export function metricSentenceText(t: Translator, sensorMetricId: string, column: string): string {
  const key = metricColumnKey(sensorMetricId, column);
  return key === null ? `${sensorMetricId} ${column}` : label(t, `kinds.sentence.${key}`);
}

/** "dry" or "leak"; null: the metric is a number. */
export const stateText = (t: Translator, sensorMetricId: string, value: number): string | null =>
  stateWord(sharedTextsOf(t), sensorMetricId, value);

/** A unit behind `count` of it, or alone; '' for those that people do not say, such as "level". */
export const unitText = (t: Translator, unit: string, count?: number): string =>
  unitWord(sharedTextsOf(t), unit, count);

/** The name of a policy or a violation: a default one that nobody changed is translated. */
export const nameText = (t: Translator, name: string): string => sharedNameText(sharedTextsOf(t), name);

/**
 * What a field stores that shows `inForce` as `nameText` has it: where the reader's words for that name stand in it, the name itself.
 * A translation in its place would be another name, for everybody.
 */
export const storedName = (t: Translator, typed: string, inForce: string | undefined): string =>
  inForce !== undefined && typed === nameText(t, inForce) ? inForce : typed;

/** The names of a policy and of one of its violations; one where both have the same, as the reader sees them. */
export const ruleNames = (t: Translator, policy: string, violation: string): readonly string[] => [
  ...new Set([nameText(t, policy), nameText(t, violation)]),
];

export const severityText = (t: Translator, severity: SeverityLabel): string => label(t, `kinds.severity.${severity}`);
export const channelText = (t: Translator, channel: ChannelKind): string => t(`channels.label.${channel}`);
export const aggregationText = (t: Translator, aggregation: Aggregation): string =>
  label(t, `kinds.aggregation.${aggregation}`);
/** Between a sensor and its limit: "is above". */
export const operatorText = (t: Translator, operator: Operator): string => operatorWords(sharedTextsOf(t), operator);
/** The same for a sensor that is on or off: "is on". */
export const stateOperatorText = (t: Translator, operator: Operator): string =>
  stateOperatorWords(sharedTextsOf(t), operator);
/** Before a limit alone: "above". */
export const limitText = (t: Translator, operator: Operator): string => limitWords(sharedTextsOf(t), operator);
export const notificationKindText = (t: Translator, kind: NotificationKind): string =>
  label(t, `kinds.notificationKind.${kind}`);
