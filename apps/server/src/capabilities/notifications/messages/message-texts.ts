/** Every text of a message, by language. What people typed goes in as it is, and is escaped by each channel for itself. */
import type { Language } from '@picket/domain/languages';
import type { ThresholdOperator } from '@picket/domain/operators';
import type { SeverityLabel } from '@picket/domain/severity';

/** What a graph shows: numbers and times are formatted. */
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

export interface MessageTexts {
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
  readonly limits: Readonly<Record<ThresholdOperator, (limit: string) => string>>;
  readonly changed: string;
  readonly silent: (duration: string) => string;
  readonly symptoms: (count: number) => string;
  readonly suppressed: Readonly<Record<string, string>>;
  readonly intros: { readonly summary: string };
  readonly more: (count: number) => string;
  readonly open: string;
  /** Of the link that opens the page on which a press acknowledges. */
  readonly acknowledgeOrSnooze: string;
  readonly note: (tenantName: string) => string;
  readonly everywhere: string;
  readonly digest: (tenantName: string, from: string, to: string) => string;
  readonly digestRow: (name: string, min: string, max: string, mean: string) => string;
  readonly digestSums: (alerts: number, open: number, out: string, gaps: string) => string;
  readonly nothing: string;
  readonly test: (tenantName: string) => { readonly title: string; readonly text: string };
}

const ORDINALS_EN = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

export const MESSAGE_TEXTS: Readonly<Record<Language, MessageTexts>> = {
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
    limits: { GREATER_THAN: (limit) => `above ${limit}`, LESS_THAN: (limit) => `below ${limit}` },
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
    acknowledgeOrSnooze: 'Acknowledge or snooze',
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
    limits: { GREATER_THAN: (limit) => `über ${limit}`, LESS_THAN: (limit) => `unter ${limit}` },
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
    acknowledgeOrSnooze: 'Bestätigen oder aufschieben',
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
