/** One alert of a message in words: what it is, since when, what was measured. */
import { formatDuration } from '@picket/domain/ages';
import { fluidSensorOf, metricOf, SILENCE_METRIC } from '@picket/domain/metrics';
import { hasThreshold } from '@picket/domain/operators';
import { changeLine, changeWords, type Reader } from '@picket/domain/policy-change-words';
import { type SeverityLabel, severityLabel } from '@picket/domain/severity';
import { displayValue } from '@picket/domain/units';
import { localTime } from './format-local-time.ts';
import { isActive, type MessageContent, type MessageItem } from './message-content.ts';
import { MESSAGE_TEXTS, type MessageTexts } from './message-texts.ts';

export interface Line {
  /** Of an open alert; null otherwise. */
  readonly severity: SeverityLabel | null;
  readonly change: MessageItem['change'];
  readonly title: string;
  readonly details: readonly string[];
  readonly alert: string;
  readonly location: string | null;
}

/** Of an edit; its page shows the rest. */
const MAX_CHANGES = 5;

/** A value with its unit. */
export const displayText = (sensorMetricId: string, column: string, value: number, useCelsius: boolean): string => {
  const { text, unit } = displayValue(sensorMetricId, column, value, { useCelsius });
  return unit === '' ? text : `${text} ${unit}`;
};

/** What was measured against which limit; nothing for states, which their message names. */
function measuredText(item: MessageItem, texts: MessageTexts, useCelsius: boolean): readonly string[] {
  return item.conditions.flatMap(({ sensorMetricId, column, operator, threshold, operand }) => {
    if (!hasThreshold(operator)) return [texts.changed];
    if (sensorMetricId === SILENCE_METRIC) return [texts.silent(formatDuration((operand ?? threshold) * 1000))];
    const columns = metricOf(sensorMetricId)?.columns ?? {};
    const isState = columns[column]?.unit === 'state' || columns[column]?.unit === 'count';
    if (operand === null || isState) return [];
    const limit = displayText(sensorMetricId, column, threshold, useCelsius);
    const value = displayText(sensorMetricId, column, operand, useCelsius);
    return [texts.measured(value, texts.limits[operator](limit))];
  });
}

export const locationNameOf = (item: MessageItem, texts: MessageTexts): string =>
  item.location?.name ?? texts.everywhere;

/** Whether a reader is to see the alert as open. */
export const isOngoing = (item: MessageItem): boolean => item.change !== 'OCCURRED' && isActive(item);

/** What happened; an edit in the language of its reader. */
function renderWhat({ message, policy, changes }: MessageItem, reader: Reader): string {
  const [first, ...more] = changes;
  if (first === undefined) return message;
  const title = policy ?? message.split(': ')[0] ?? message;
  const { title: change } = changeWords(first, reader);
  return `${title}: ${change}${more.length === 0 ? '' : `, ${MESSAGE_TEXTS[reader.language].more(more.length)}`}`;
}

function renderLineTitle(item: MessageItem, texts: MessageTexts, reader: Reader, at: number): string {
  const what = texts.at(renderWhat(item, reader), locationNameOf(item, texts));
  const lasted = formatDuration((item.clearedAt ?? at) - item.startedAt);
  const headline = `${texts.severity[severityLabel(item.severity)]}: ${what}`;
  if (item.withdrawn) return texts.withdrawn(what);
  if (item.change === 'REMINDER' && isOngoing(item))
    return `${texts.stillOn(formatDuration(at - item.startedAt), texts.notification(item.notificationNumber ?? 2))}: ${what}`;
  if (item.change === 'CLEARED') return texts.overAfter(what, lasted);
  if (item.change === 'OCCURRED')
    return item.clearedAt !== null && item.clearedAt > item.startedAt ? texts.was(what, lasted) : headline;
  return isOngoing(item) ? headline : texts.was(what, lasted);
}

/** Since when; what is over, from when to when; what lasted no time, at what time. */
function renderLineTime(
  { startedAt, clearedAt, location }: MessageItem,
  texts: MessageTexts,
  language: MessageContent['language'],
): string {
  const timezone = location?.timezone ?? 'UTC';
  const begun = localTime(startedAt, timezone, language);
  if (clearedAt === null) return texts.since(begun);
  if (clearedAt === startedAt) return begun;
  return `${texts.span(begun, localTime(clearedAt, timezone, language))}; ${texts.itIsOver}`;
}

/** The sentry and its fluid sensor; empty where there is neither. */
function renderPlace({ sentry, subject }: MessageItem): string {
  const sensor = subject === null ? null : (fluidSensorOf(`${subject}_leak`)?.serialNumber ?? null);
  return [sentry, sensor].filter((part) => part !== null).join(' · ');
}

/** `at` of the content: the moment up to which durations count. */
export function renderLine(item: MessageItem, { language, useCelsius, at }: MessageContent): Line {
  const texts = MESSAGE_TEXTS[language];
  const place = renderPlace(item);
  const suppressed = item.suppressedFor === null ? undefined : texts.suppressed[item.suppressedFor];
  return {
    severity: isOngoing(item) ? severityLabel(item.severity) : null,
    change: item.change,
    title: renderLineTitle(item, texts, { language, useCelsius }, at),
    details: [
      ...(item.withdrawn ? [texts.neverHappened] : []),
      ...item.changes
        .filter(({ fields }) => fields.length > 0)
        .slice(0, MAX_CHANGES)
        .map((change) => changeLine(change, { language, useCelsius })),
      ...measuredText(item, texts, useCelsius),
      [
        renderLineTime(item, texts, language),
        ...(place === '' ? [] : [place]),
        ...(item.policy === null ? [] : [item.policy]),
      ].join(' · '),
      ...(isOngoing(item) && item.symptoms > 0 ? [texts.symptoms(item.symptoms)] : []),
      ...(suppressed === undefined ? [] : [suppressed]),
    ],
    alert: item.alert,
    location: item.location?.guid ?? null,
  };
}
