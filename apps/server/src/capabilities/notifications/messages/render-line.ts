/** One alert of a message in words: what it is, since when, what was measured. */
import type { SuppressionReason } from '@picket/contracts/notifications';
import { fluidSensorOf, SILENCE_METRIC } from '@picket/domain/metrics';
import { type Compared, comparedKind } from '@picket/domain/operand-units';
import { hasThreshold } from '@picket/domain/operators';
import { hasLimit } from '@picket/domain/series-limits';
import { type SeverityLabel, severityLabel } from '@picket/domain/severity';
import { type ChangeReader, changeLine, changeWords } from '@picket/i18n/change-words';
import { nameText } from '@picket/i18n/default-names';
import { limitWords } from '@picket/i18n/operator-words';
import { problemText } from '@picket/i18n/problem-words';
import { sharedTextsOf } from '@picket/i18n/shared-texts';
import { formatsOf, type ReaderFormats } from '../../../locales/reader-formats.ts';
import { type ServerTexts, textsIn } from '../../../locales/server-texts.ts';
import { isActive, type MessageContent, type MessageItem } from './message-content.ts';

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

/** Why an alert comes late, as far as messages say it. */
const SUPPRESSIONS = [
  'DO_NOT_DISTURB',
  'QUIET_HOURS',
  'MAINTENANCE',
  'SNOOZED',
  'GROUPED',
  'CATCHING_UP',
] as const satisfies readonly SuppressionReason[];

/** "91.8 °F", "Change of 9.2 °F in 1 h" or "10 readings in 1 h". */
function comparedText(compared: Compared, operand: number, t: ServerTexts, formats: ReaderFormats): string {
  const kind = comparedKind(compared);
  const value = formats.operand(compared, operand);
  const window = formats.duration((compared.calc?.minutes ?? 0) * 60_000);
  if (kind === 'count') return t('messages.computed.counted', { count: operand, window });
  return kind === 'value' ? value : t('messages.computed.changed', { value, window });
}

/** What was measured against which limit; nothing for states, which their message names. */
function measuredText(item: MessageItem, t: ServerTexts, formats: ReaderFormats): readonly string[] {
  return item.conditions.flatMap((condition) => {
    const { sensorMetricId, operator, threshold, operand } = condition;
    if (!hasThreshold(operator)) return [t('messages.changed')];
    if (sensorMetricId === SILENCE_METRIC)
      return [t('messages.silent', { duration: formats.duration((operand ?? threshold) * 1000) })];
    if (operand === null || !hasLimit(condition)) return [];
    const limit = formats.operand(condition, threshold);
    const value = comparedText(condition, operand, t, formats);
    return [t('messages.measured', { value, comparison: limitWords(sharedTextsOf(t), operator), limit })];
  });
}

export const locationNameOf = (item: MessageItem, t: ServerTexts): string =>
  item.location?.name ?? t('messages.everywhere');

/** Whether a reader is to see the alert as open. */
export const isOngoing = (item: MessageItem): boolean => item.change !== 'OCCURRED' && isActive(item);

/** Who reads the changes of policies. */
const changeReaderOf = (content: MessageContent): ChangeReader => ({
  t: sharedTextsOf(textsIn(content.language)),
  useCelsius: content.useCelsius,
  formatNumber: formatsOf(content).decimal,
});

/** What happened, in the language of the reader. */
function renderWhat({ message, policy, changes, problem }: MessageItem, content: MessageContent): string {
  const t = textsIn(content.language);
  const reader = changeReaderOf(content);
  const formats = formatsOf(content);
  if (problem !== null)
    return problemText(reader.t, problem, { ...formats, dateTime: (at) => formats.dateTime(at, 'UTC') });
  const [first, ...more] = changes;
  if (first === undefined) return nameText(reader.t, message);
  const title = nameText(reader.t, policy ?? message.split(': ')[0] ?? message);
  const what = t('messages.edited', { policy: title, change: changeWords(first, reader).title });
  return more.length === 0 ? what : t('messages.andMore', { what, count: more.length });
}

function renderLineTitle(item: MessageItem, content: MessageContent): string {
  const { at } = content;
  const t = textsIn(content.language);
  const formats = formatsOf(content);
  const { location } = item;
  const happened = renderWhat(item, content);
  const what = location === null ? happened : t('messages.at', { what: happened, place: location.name });
  const lasted = formats.duration((item.clearedAt ?? at) - item.startedAt);
  const severity = t(`messages.severity.${severityLabel(item.severity)}`);
  const headline = t('messages.headline', { severity, what });
  if (item.withdrawn) return t('messages.withdrawn', { what });
  if (item.change === 'REMINDER' && isOngoing(item))
    return t('messages.stillOn', {
      duration: formats.duration(at - item.startedAt),
      count: item.notificationNumber ?? 2,
      what,
    });
  if (item.change === 'CLEARED') return t('messages.over', { what, duration: lasted });
  if (item.change === 'OCCURRED')
    return item.clearedAt !== null && item.clearedAt > item.startedAt
      ? t('messages.was', { what, duration: lasted })
      : headline;
  return isOngoing(item) ? headline : t('messages.was', { what, duration: lasted });
}

/** Since when; what is over, from when to when; what lasted no time, at what time. */
function renderLineTime(
  { startedAt, clearedAt, location }: MessageItem,
  t: ServerTexts,
  formats: ReaderFormats,
): string {
  const timezone = location?.timezone ?? 'UTC';
  const begun = formats.dateTime(startedAt, timezone);
  if (clearedAt === null) return t('messages.since', { time: begun });
  if (clearedAt === startedAt) return begun;
  return t('messages.span', { from: begun, to: formats.dateTime(clearedAt, timezone) });
}

/** The sentry and its fluid sensor; empty where there is neither. */
function renderPlace({ sentry, subject }: MessageItem): string {
  const sensor = subject === null ? null : (fluidSensorOf(`${subject}_leak`)?.serialNumber ?? null);
  return [sentry, sensor].filter((part) => part !== null).join(' · ');
}

/** `at` of the content: the moment up to which durations count. */
export function renderLine(item: MessageItem, content: MessageContent): Line {
  const t = textsIn(content.language);
  const formats = formatsOf(content);
  const place = renderPlace(item);
  const suppressed = SUPPRESSIONS.find((reason) => reason === item.suppressedFor);
  return {
    severity: isOngoing(item) ? severityLabel(item.severity) : null,
    change: item.change,
    title: renderLineTitle(item, content),
    details: [
      ...(item.withdrawn ? [t('messages.neverHappened')] : []),
      ...item.changes
        .filter(({ fields }) => fields.length > 0)
        .slice(0, MAX_CHANGES)
        .map((change) => changeLine(change, changeReaderOf(content))),
      ...measuredText(item, t, formats),
      [
        renderLineTime(item, t, formats),
        ...(place === '' ? [] : [place]),
        ...(item.policy === null ? [] : [nameText(sharedTextsOf(t), item.policy)]),
      ].join(' · '),
      ...(isOngoing(item) && item.symptoms > 0 ? [t('messages.symptoms', { count: item.symptoms })] : []),
      ...(suppressed === undefined ? [] : [t(`messages.suppressed.${suppressed}`)]),
    ],
    alert: item.alert,
    location: item.location?.guid ?? null,
  };
}
