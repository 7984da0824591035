/**
 * Messages in words, in the language of who reads them. Texts are fixed; what people typed goes in as it is and is escaped by
 * each channel for itself. Times are the location's own, with its zone.
 */
import {
  displayValue,
  fluidSensorOf,
  formatDuration,
  type Language,
  metricOf,
  type SeverityLabel,
  SILENCE_METRIC,
  severityLabel,
} from '@picket/domain';
import { type DigestLocation, isActive, type MessageContent, type MessageItem } from './message-content.ts';

export interface Line {
  /** Of an open alert; null otherwise. */
  readonly severity: SeverityLabel | null;
  readonly change: MessageItem['change'];
  readonly title: string;
  readonly details: readonly string[];
  readonly alert: string;
  readonly location: string | null;
}

export interface RenderedMessage {
  readonly title: string;
  /** A sentence before the lines, where there are several or it needs one. */
  readonly intro: string | null;
  readonly lines: readonly Line[];
  readonly more: number;
  readonly digest: readonly { readonly title: string; readonly rows: readonly string[] }[];
  /** What the button says, and the small print. */
  readonly button: string;
  readonly note: string;
  readonly severity: SeverityLabel | null;
}

/** In words, not all: the rest is a number. */
const MAX_LINES = 12;

interface Texts {
  readonly severity: Readonly<Record<SeverityLabel, string>>;
  readonly over: string;
  readonly overAfter: (what: string, duration: string) => string;
  readonly withdrawn: (what: string) => string;
  readonly neverHappened: string;
  readonly was: (what: string, duration: string) => string;
  readonly happened: string;
  readonly stillOn: (duration: string, notification: string) => string;
  readonly notification: (count: number) => string;
  readonly at: (what: string, place: string) => string;
  readonly several: (count: number, place: string) => string;
  readonly severalOver: (count: number, place: string) => string;
  readonly mixed: (on: number, over: number, place: string) => string;
  readonly summary: (on: number, over: number) => string;
  readonly late: (where: string) => string;
  readonly lateSum: (count: number, from: string, to: string) => string;
  readonly since: (time: string) => string;
  readonly span: (from: string, to: string) => string;
  readonly itIsOver: string;
  readonly graph: (graph: GraphFacts) => string;
  readonly measured: (value: string, limit: string) => string;
  readonly above: (value: string) => string;
  readonly below: (value: string) => string;
  readonly changed: string;
  readonly silent: (duration: string) => string;
  readonly symptoms: (count: number) => string;
  readonly suppressed: Readonly<Record<string, string>>;
  readonly intros: { readonly summary: string };
  readonly more: (count: number) => string;
  readonly open: string;
  readonly note: (tenantName: string) => string;
  readonly everywhere: string;
  readonly digest: (tenantName: string, from: string, to: string) => string;
  readonly digestRow: (name: string, min: string, max: string, mean: string) => string;
  readonly digestSums: (alerts: number, open: number, out: string, gaps: string) => string;
  readonly nothing: string;
  readonly test: (tenantName: string) => { readonly title: string; readonly text: string };
}

const ORDINALS_EN = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    severity: { critical: 'Critical', warning: 'Warning', info: 'Info', none: 'Note' },
    over: 'Over',
    overAfter: (what, duration) => `Over: ${what}, after ${duration}`,
    withdrawn: (what) => `Withdrawn: ${what}`,
    neverHappened: 'This alert was withdrawn: later readings showed that it never happened',
    was: (what, duration) => `Was on for ${duration}: ${what}`,
    happened: 'Happened',
    stillOn: (duration, notification) => `Still on, ${duration}, ${notification}`,
    notification: (count) => `${ORDINALS_EN[count] ?? `${count}th`} notification`,
    at: (what, place) => `${what} at ${place}`,
    several: (count, place) => `${count} alerts at ${place}`,
    severalOver: (count, place) => `${count} alerts over at ${place}`,
    mixed: (on, over, place) => `${place}: ${on} on, ${over} over`,
    summary: (on, over) =>
      [on === 1 ? '1 alert is still on' : `${on} alerts are still on`, ...(over > 0 ? [`${over} over`] : [])].join(
        ', ',
      ),
    late: (where) => `What happened at ${where} while it could not be reached`,
    lateSum: (count, from, to) =>
      `${count === 1 ? '1 alert' : `${count} alerts`} from ${from} to ${to}. Readings that came late show it. It is over:`,
    graph: ({ label, sentry, from, to, least, most, limit }) =>
      `${label}${sentry === null ? '' : ` of ${sentry}`}, ${from} to ${to}: from ${least} to ${most}, limit ${limit}`,
    since: (time) => `Since ${time}`,
    span: (from, to) => `From ${from} to ${to}`,
    itIsOver: 'it is over',
    measured: (value, limit) => `${value}, the limit is ${limit}`,
    above: (value) => `above ${value}`,
    below: (value) => `below ${value}`,
    changed: 'It changed',
    silent: (duration) => `No report for ${duration}`,
    symptoms: (count) => (count === 1 ? '1 more alert follows from it' : `${count} more alerts follow from it`),
    suppressed: {
      DO_NOT_DISTURB: 'Suppressed by do not disturb of its policy',
      QUIET_HOURS: 'Suppressed during your quiet hours',
      MAINTENANCE: 'Suppressed during maintenance',
      SNOOZED: 'Snoozed until now',
      GROUPED: 'Suppressed while its cause was open',
      CATCHING_UP: 'Suppressed until its sentry had sent everything',
    },
    intros: {
      summary: 'While notifications were suppressed:',
    },
    more: (count) => `and ${count} more`,
    open: 'Open in Picket',
    note: (tenantName) =>
      `You get this because you are notified of alerts at ${tenantName}. Choose what you are notified of under Profile, Notifications.`,
    everywhere: 'the whole organization',
    digest: (tenantName, from, to) => `${tenantName}: ${from === to ? from : `${from} to ${to}`}`,
    digestRow: (name, min, max, mean) => `${name}: ${min} to ${max}, mean ${mean}`,
    digestSums: (alerts, open, out, gaps) =>
      `${alerts === 1 ? '1 alert' : `${alerts} alerts`}${open > 0 ? ` (${open} still on)` : ''}; out of range for ${out}; no data for ${gaps}`,
    nothing: 'Nothing was measured.',
    test: (tenantName) => ({
      title: 'A test from Picket',
      text: `Notifications from ${tenantName} arrive here. There is nothing else to do.`,
    }),
  },
  de: {
    severity: { critical: 'Kritisch', warning: 'Warnung', info: 'Info', none: 'Hinweis' },
    over: 'Vorbei',
    overAfter: (what, duration) => `Vorbei: ${what}, nach ${duration}`,
    withdrawn: (what) => `Zurückgezogen: ${what}`,
    neverHappened: 'Dieser Alarm wurde zurückgezogen: Spätere Messwerte zeigten, dass es nie geschah',
    was: (what, duration) => `Dauerte ${duration}: ${what}`,
    happened: 'Geschehen',
    stillOn: (duration, notification) => `Dauert an, ${duration}, ${notification}`,
    notification: (count) => `${count}. Meldung`,
    at: (what, place) => `${what}, ${place}`,
    several: (count, place) => `${count} Alarme, ${place}`,
    severalOver: (count, place) => `${count} Alarme vorbei, ${place}`,
    mixed: (on, over, place) => `${place}: ${on} aktiv, ${over} vorbei`,
    summary: (on, over) =>
      [on === 1 ? '1 Alarm dauert an' : `${on} Alarme dauern an`, ...(over > 0 ? [`${over} vorbei`] : [])].join(', '),
    late: (where) => `Was bei ${where} geschah, während keine Verbindung bestand`,
    lateSum: (count, from, to) =>
      `${count === 1 ? '1 Alarm' : `${count} Alarme`} von ${from} bis ${to}. Verspätete Messwerte zeigen es. Es ist vorbei:`,
    graph: ({ label, sentry, from, to, least, most, limit }) =>
      `${label}${sentry === null ? '' : ` von ${sentry}`}, ${from} bis ${to}: von ${least} bis ${most}, Grenze ${limit}`,
    since: (time) => `Seit ${time}`,
    span: (from, to) => `Von ${from} bis ${to}`,
    itIsOver: 'es ist vorbei',
    measured: (value, limit) => `${value}, die Grenze ist ${limit}`,
    above: (value) => `über ${value}`,
    below: (value) => `unter ${value}`,
    changed: 'Es änderte sich',
    silent: (duration) => `Keine Meldung seit ${duration}`,
    symptoms: (count) => (count === 1 ? '1 weiterer Alarm folgt daraus' : `${count} weitere Alarme folgen daraus`),
    suppressed: {
      DO_NOT_DISTURB: 'Zurückgehalten, solange die Regel nicht stören sollte',
      QUIET_HOURS: 'Zurückgehalten während Ihrer Ruhezeit',
      MAINTENANCE: 'Zurückgehalten während der Wartung',
      SNOOZED: 'Bis jetzt aufgeschoben',
      GROUPED: 'Zurückgehalten, solange die Ursache andauerte',
      CATCHING_UP: 'Zurückgehalten, bis alle Messwerte da waren',
    },
    intros: {
      summary: 'Während Sie nicht gestört werden sollten:',
    },
    more: (count) => `und ${count} weitere`,
    open: 'In Picket öffnen',
    note: (tenantName) =>
      `Sie erhalten dies, weil Sie über Alarme von ${tenantName} informiert werden. Was Sie hören, bestimmen Sie: Profil, Benachrichtigungen.`,
    everywhere: 'die ganze Organisation',
    digest: (tenantName, from, to) => `${tenantName}: ${from === to ? from : `${from} bis ${to}`}`,
    digestRow: (name, min, max, mean) => `${name}: ${min} bis ${max}, Mittel ${mean}`,
    digestSums: (alerts, open, out, gaps) =>
      `${alerts === 1 ? '1 Alarm' : `${alerts} Alarme`}${open > 0 ? ` (${open} dauern an)` : ''}; ausserhalb während ${out}; keine Daten während ${gaps}`,
    nothing: 'Es wurde nichts gemessen.',
    test: (tenantName) => ({
      title: 'Ein Test von Picket',
      text: `Meldungen von ${tenantName} erreichen Sie hier. Mehr ist nicht zu tun.`,
    }),
  },
};

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-CH' };

function localTime(at: number, timezone: string, language: Language): string {
  const text = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(at);
  return text.replaceAll(/[\u00a0\u202f]/gu, ' ');
}

const localDate = (at: number, timezone: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'long',
  }).format(at);

const shown = (sensorMetricId: string, column: string, value: number, useCelsius: boolean): string => {
  const { text, unit } = displayValue(sensorMetricId, column, value, { useCelsius });
  return unit === '' ? text : `${text} ${unit}`;
};

/** What was measured against which limit; nothing for states, which their message names. */
function measuredText(item: MessageItem, texts: Texts, useCelsius: boolean): readonly string[] {
  return item.conditions.flatMap(({ sensorMetricId, column, operator, threshold, operand }) => {
    if (operator === 'CHANGED') return [texts.changed];
    if (sensorMetricId === SILENCE_METRIC) return [texts.silent(formatDuration((operand ?? threshold) * 1000))];
    const columns = metricOf(sensorMetricId)?.columns ?? {};
    const isState = columns[column]?.unit === 'state' || columns[column]?.unit === 'count';
    if (operand === null || isState) return [];
    const limit = shown(sensorMetricId, column, threshold, useCelsius);
    const value = shown(sensorMetricId, column, operand, useCelsius);
    return [texts.measured(value, operator === 'LESS_THAN' ? texts.below(limit) : texts.above(limit))];
  });
}

const locationNameOf = (item: MessageItem, texts: Texts): string => item.location?.name ?? texts.everywhere;

function renderLine(item: MessageItem, { language, useCelsius, at }: MessageContent): Line {
  const texts = TEXTS[language];
  const timezone = item.location?.timezone ?? 'UTC';
  const label = severityLabel(item.severity);
  const what = texts.at(item.message, locationNameOf(item, texts));
  const until = item.clearedAt ?? at;
  const lasted = formatDuration(until - item.startedAt);
  const isStillOn = item.change !== 'OCCURRED' && isActive(item);
  const title = (): string => {
    if (item.withdrawn) return texts.withdrawn(what);
    if (item.change === 'REMINDER' && isStillOn)
      return `${texts.stillOn(formatDuration(at - item.startedAt), texts.notification(item.notificationNumber ?? 2))}: ${what}`;
    if (item.change === 'CLEARED') return texts.overAfter(what, lasted);
    if (item.change === 'OCCURRED')
      return item.clearedAt !== null && item.clearedAt > item.startedAt
        ? texts.was(what, lasted)
        : `${texts.severity[label]}: ${what}`;
    return isStillOn ? `${texts.severity[label]}: ${what}` : texts.was(what, lasted);
  };
  const sensor = item.subject === null ? null : (fluidSensorOf(`${item.subject}_leak`)?.serialNumber ?? null);
  const where = [item.sentry, sensor].filter((one) => one !== null).join(' · ');
  const begun = localTime(item.startedAt, timezone, language);
  const time =
    item.clearedAt === null || item.clearedAt === item.startedAt
      ? item.clearedAt === null
        ? texts.since(begun)
        : begun
      : `${texts.span(begun, localTime(item.clearedAt, timezone, language))}; ${texts.itIsOver}`;
  const suppressed = item.suppressedFor === null ? undefined : texts.suppressed[item.suppressedFor];
  return {
    severity: isStillOn ? label : null,
    change: item.change,
    title: title(),
    details: [
      ...(item.withdrawn ? [texts.neverHappened] : []),
      ...measuredText(item, texts, useCelsius),
      [time, ...(where === '' ? [] : [where]), ...(item.policy === null ? [] : [item.policy])].join(' · '),
      ...(isStillOn && item.symptoms > 0 ? [texts.symptoms(item.symptoms)] : []),
      ...(suppressed === undefined ? [] : [suppressed]),
    ],
    alert: item.alert,
    location: item.location?.guid ?? null,
  };
}

function renderTitle(content: MessageContent, lines: readonly Line[]): string {
  const texts = TEXTS[content.language];
  const on = content.items.filter((item) => item.change !== 'OCCURRED' && isActive(item));
  const over = content.items.length - on.length;
  if (content.kind === 'SUMMARY')
    return on.length === 0 ? texts.severalOver(over, locationNames(content)) : texts.summary(on.length, over);
  if (content.kind === 'LATE') return texts.late(lateSubject(content));
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) return only.title;
  const place = locationNames(content);
  if (over === 0) {
    const worst = [...on].sort((a, b) => b.severity - a.severity)[0];
    const label = texts.severity[severityLabel(worst?.severity ?? 0)];
    return `${label}: ${texts.several(on.length, place)}`;
  }
  return on.length === 0 ? texts.severalOver(over, place) : texts.mixed(on.length, over, place);
}

/** The sentry and its location; of several, or of none, the locations. */
function lateSubject(content: MessageContent): string {
  const sentries = [...new Set(content.items.map(({ sentry }) => sentry))];
  const [sentry] = sentries;
  const places = locationNames(content);
  return sentries.length === 1 && sentry != null ? `${sentry}, ${places}` : places;
}

/** How many alerts came late, and from when to when. */
function lateSum({ items, language, at }: MessageContent): string {
  const timezone = items[0]?.location?.timezone ?? 'UTC';
  const from = Math.min(...items.map(({ startedAt }) => startedAt));
  const to = Math.max(...items.map(({ clearedAt }) => clearedAt ?? at));
  return TEXTS[language].lateSum(items.length, localTime(from, timezone, language), localTime(to, timezone, language));
}

function locationNames({ items, language }: MessageContent): string {
  const names = [...new Set(items.map((item) => locationNameOf(item, TEXTS[language])))];
  return names.length <= 2 ? names.join(' & ') : `${names[0] ?? ''} +${names.length - 1}`;
}

const renderDigestRows = (place: DigestLocation, { language, useCelsius }: MessageContent): readonly string[] => {
  const texts = TEXTS[language];
  const rows = place.series.map(({ sentry, sensorMetricId, column, min, max, mean }) => {
    const value = (number: number): string => shown(sensorMetricId, column, number, useCelsius);
    const label = metricOf(sensorMetricId)?.columns[column]?.label ?? sensorMetricId;
    return texts.digestRow(`${sentry}, ${label}`, value(min), value(max), value(mean));
  });
  const { alerts, stillOpen, outSeconds, gapSeconds } = place;
  const sums = texts.digestSums(
    alerts,
    stillOpen,
    formatDuration(outSeconds * 1000),
    formatDuration(gapSeconds * 1000),
  );
  return [sums, ...(rows.length === 0 ? [texts.nothing] : rows)];
};

export function renderMessage(content: MessageContent): RenderedMessage {
  const texts = TEXTS[content.language];
  const lines = content.items.map((item) => renderLine(item, content));
  const { digest, kind } = content;
  const order = (line: Line): number => (line.severity === null ? 1 : 0);
  const sorted = lines
    .map((line, place) => ({ line, place, item: content.items[place] }))
    .sort(
      (a, b) => order(a.line) - order(b.line) || (b.item?.severity ?? 0) - (a.item?.severity ?? 0) || a.place - b.place,
    )
    .map(({ line }) => line);
  const worst = content.items.filter(isActive).reduce((most, { severity }) => Math.max(most, severity), -1);
  const title =
    digest === null
      ? renderTitle(content, lines)
      : texts.digest(
          content.tenantName,
          localDate(digest.from, digest.timezone, content.language),
          localDate(digest.to - 1, digest.timezone, content.language),
        );
  return {
    title,
    intro: kind === 'SUMMARY' ? texts.intros.summary : kind === 'LATE' ? lateSum(content) : null,
    lines: sorted.slice(0, MAX_LINES),
    more: Math.max(0, sorted.length - MAX_LINES),
    digest: (digest?.locations ?? []).map((place) => ({ title: place.name, rows: renderDigestRows(place, content) })),
    button: texts.open,
    note: texts.note(content.tenantName),
    severity: worst < 0 ? null : severityLabel(worst),
  };
}

export interface GraphFacts {
  /** What is measured. */
  readonly label: string;
  readonly sentry: string | null;
  readonly location: string | null;
  readonly from: string;
  readonly to: string;
  readonly least: string;
  readonly most: string;
  readonly limit: string;
}

/** What a graph shows, in words, and whose it is. */
export function describeGraph(
  language: Language,
  facts: GraphFacts,
): { readonly alt: string; readonly caption: string } {
  const label = `${facts.label.charAt(0).toUpperCase()}${facts.label.slice(1)}`;
  return {
    alt: TEXTS[language].graph({ ...facts, label }),
    caption: [label, facts.sentry, facts.location].filter((part) => part !== null).join(' · '),
  };
}

export const renderMore = (count: number, language: Language): string => TEXTS[language].more(count);
export const testMessage = (language: Language, tenantName: string) => TEXTS[language].test(tenantName);

/** Everything as plain text, one paragraph a line. */
export function toPlainText(rendered: RenderedMessage, language: Language): readonly string[] {
  return [
    ...(rendered.intro === null ? [] : [rendered.intro]),
    ...rendered.lines.flatMap(({ title, details }) =>
      rendered.lines.length === 1 && rendered.intro === null ? details : [[title, ...details].join('\n  ')],
    ),
    ...(rendered.more > 0 ? [renderMore(rendered.more, language)] : []),
    ...rendered.digest.map(({ title, rows }) => [title, ...rows].join('\n  ')),
  ];
}
