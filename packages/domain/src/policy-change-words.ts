/**
 * Changes of policies in the words, the units and the language of their reader (specification, section 4). The console, messages
 * and the audit log all use this function.
 */
import { AGGREGATIONS, type Aggregation } from './aggregations.ts';
import { delayText } from './delays.ts';
import { isNameOf } from './kind-table.ts';
import type { Language } from './languages.ts';
import { isShownUnit } from './metric-units.ts';
import { metricWords } from './metric-words.ts';
import { metricFamilyOf, SILENCE_METRIC } from './metrics.ts';
import { OPERATORS } from './operators.ts';
import type { Condition } from './policies.ts';
import type { ChangeableFields, ChangedField, FieldChange, PolicyChange, PolicyChangeCode } from './policy-changes.ts';
import { scheduleText } from './schedules.ts';
import { type SeverityLabel, severityLabel } from './severity.ts';
import { displayValue, type UnitPreference } from './units.ts';

export interface Reader extends UnitPreference {
  readonly language: Language;
  /** Writes a decimal number, such as 89.0, as this reader does; omitted: as it is. */
  readonly formatNumber?: (text: string) => string;
}

/** One change as people read it. */
export interface ChangeWords {
  /** "Condition changed: Too hot, temperature" */
  readonly title: string;
  /** "limit", "89.0 °F", "95.0 °F" */
  readonly fields: readonly { readonly label: string; readonly before: string; readonly after: string }[];
}

interface Words {
  readonly codes: Readonly<Record<PolicyChangeCode, string>>;
  readonly fields: Readonly<Record<ChangedField, string>>;
  readonly severity: Readonly<Record<SeverityLabel, string>>;
  readonly operators: Readonly<Record<Condition['operator'], string>>;
  /** `window`: how long, "5 min". */
  readonly calc: (grab: Aggregation, window: string) => string;
  readonly eachReading: string;
  readonly yesNo: readonly [no: string, yes: string];
  readonly noZone: string;
  readonly schedule: (schedule: ChangeableFields['schedule']) => string;
  readonly more: (count: number) => string;
}

const GERMAN_DAYS = ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'];
const GERMAN_AGGREGATIONS: Readonly<Record<Aggregation, string>> = {
  LAST: 'der letzte Messwert',
  MIN: 'der tiefste Wert',
  MAX: 'der höchste Wert',
  MEAN: 'der Mittelwert',
  SUM: 'die Summe',
  COUNT: 'die Anzahl Messwerte',
  DELTA: 'die Veränderung',
};

const two = (number: number): string => String(number).padStart(2, '0');

function germanSchedule(schedule: ChangeableFields['schedule']): string {
  if (schedule === null || schedule.daysOfWeek.length === 0) return 'keine';
  const days = schedule.daysOfWeek.toSorted((a, b) => a - b).map((day) => GERMAN_DAYS[day - 1] ?? '');
  const { beginHour, beginMinute, endHour, endMinute } = schedule;
  return `${days.join(', ')} ${two(beginHour)}:${two(beginMinute)} bis ${two(endHour)}:${two(endMinute)}`;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    codes: {
      POLICY_CREATED: 'Policy created',
      POLICY_DELETED: 'Policy deleted',
      NAME_CHANGED: 'Name changed',
      VIOLATION_ADDED: 'Violation added',
      VIOLATION_REMOVED: 'Violation removed',
      VIOLATION_RENAMED: 'Violation renamed',
      VIOLATION_CHANGED: 'Violation changed',
      CONDITION_ADDED: 'Condition added',
      CONDITION_REMOVED: 'Condition removed',
      CONDITION_CHANGED: 'Condition changed',
      ZONE_ADDED: 'Zone added',
      ZONE_REMOVED: 'Zone removed',
      ZONE_MODIFIED: 'Zone modified',
      DO_NOT_DISTURB_SET: 'Do not disturb set',
      DO_NOT_DISTURB_CHANGED: 'Do not disturb changed',
      DO_NOT_DISTURB_DELETED: 'Do not disturb deleted',
      OVERRIDE_IN_EFFECT: 'Override in effect',
      SYNCING_WITH_GLOBAL: 'Syncing with the global policy',
    },
    fields: {
      name: 'name',
      description: 'name',
      severity: 'severity',
      video: 'records video',
      activeResolution: 'stays open until resolved',
      instant: 'cleared at once',
      onsetDelay: 'raised after',
      exitDelay: 'cleared after',
      incidentStartAdjustment: 'start time shown',
      violationStartAdjustment: 'start of the condition',
      column: 'measured value',
      operator: 'comparison',
      threshold: 'limit',
      calc: 'what is compared',
      zone: 'zone',
      schedule: 'schedule',
    },
    severity: { critical: 'critical', warning: 'warning', info: 'info', none: 'silent' },
    operators: {
      GREATER_THAN: OPERATORS.GREATER_THAN.label,
      LESS_THAN: OPERATORS.LESS_THAN.label,
      CHANGED: OPERATORS.CHANGED.label,
    },
    calc: (grab, window) => `${AGGREGATIONS[grab].phrase} over ${window}`,
    eachReading: 'each reading',
    yesNo: ['no', 'yes'],
    noZone: 'base zone or whole picture',
    schedule: scheduleText,
    more: (count) => `and ${count} more`,
  },
  de: {
    codes: {
      POLICY_CREATED: 'Regel erstellt',
      POLICY_DELETED: 'Regel gelöscht',
      NAME_CHANGED: 'Name geändert',
      VIOLATION_ADDED: 'Verstoß hinzugefügt',
      VIOLATION_REMOVED: 'Verstoß entfernt',
      VIOLATION_RENAMED: 'Verstoß umbenannt',
      VIOLATION_CHANGED: 'Verstoß geändert',
      CONDITION_ADDED: 'Bedingung hinzugefügt',
      CONDITION_REMOVED: 'Bedingung entfernt',
      CONDITION_CHANGED: 'Bedingung geändert',
      ZONE_ADDED: 'Zone hinzugefügt',
      ZONE_REMOVED: 'Zone entfernt',
      ZONE_MODIFIED: 'Zone geändert',
      DO_NOT_DISTURB_SET: '„Nicht stören“ festgelegt',
      DO_NOT_DISTURB_CHANGED: '„Nicht stören“ geändert',
      DO_NOT_DISTURB_DELETED: '„Nicht stören“ gelöscht',
      OVERRIDE_IN_EFFECT: 'Abweichung in Kraft',
      SYNCING_WITH_GLOBAL: 'Folgt wieder der Regel',
    },
    fields: {
      name: 'Name',
      description: 'Name',
      severity: 'Schweregrad',
      video: 'Videoaufnahme',
      activeResolution: 'bleibt offen, bis er beendet wird',
      instant: 'endet sofort',
      onsetDelay: 'ausgelöst nach',
      exitDelay: 'beendet nach',
      incidentStartAdjustment: 'angezeigter Beginn',
      violationStartAdjustment: 'Beginn der Bedingung',
      column: 'Messgröße',
      operator: 'Vergleich',
      threshold: 'Grenzwert',
      calc: 'verglichen wird',
      zone: 'Zone',
      schedule: 'Zeiten',
    },
    severity: { critical: 'kritisch', warning: 'Warnung', info: 'Hinweis', none: 'ohne' },
    operators: { GREATER_THAN: 'liegt über', LESS_THAN: 'liegt unter', CHANGED: 'ändert sich' },
    calc: (grab, window) => `${GERMAN_AGGREGATIONS[grab]} über ${window}`,
    eachReading: 'jeder Messwert',
    yesNo: ['nein', 'ja'],
    noZone: 'Grundzone oder ganzes Bild',
    schedule: germanSchedule,
    more: (count) => `und ${count} weitere`,
  },
};

/** What a field of a violation or a condition is called; one that no edit names stays as it is. */
export function fieldWords(field: string, language: Language): string {
  const { fields } = WORDS[language];
  const name = field === 'zoneId' ? 'zone' : field;
  return isNameOf(fields, name) ? fields[name] : field;
}

/** A number as the language writes it; a state is a word, and stays. */
function numberIn(language: Language, text: string): string {
  if (Number.isNaN(Number(text))) return text;
  const decimals = text.split('.')[1]?.length ?? 0;
  return Number(text).toLocaleString(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** A limit in the unit of its reader; of silence, a time. */
function thresholdWords(
  { sensorMetricId, column }: Pick<Condition, 'sensorMetricId' | 'column'>,
  threshold: number,
  { language, useCelsius, formatNumber }: Reader,
): string {
  if (sensorMetricId === SILENCE_METRIC) return delayText(threshold);
  // The registry lists sensors: a family stands for any of them.
  const sensor = metricFamilyOf(sensorMetricId).replace(/^fluid_/u, 'fluid-any-any_');
  const { text, unit } = displayValue(sensor, column, threshold, { useCelsius });
  const number = formatNumber === undefined ? numberIn(language, text) : formatNumber(text);
  return isShownUnit(unit) ? `${number} ${unit}` : number;
}

function valuesOf(
  change: FieldChange,
  condition: PolicyChange['condition'],
  words: Words,
  reader: Reader,
): readonly [before: string, after: string] {
  const both = <Value>(text: (value: Value) => string, { before, after }: { before: Value; after: Value }) =>
    [text(before), text(after)] as const;
  switch (change.field) {
    case 'severity':
      return both((severity) => `${words.severity[severityLabel(severity)]} (${severity})`, change);
    case 'video':
    case 'activeResolution':
    case 'instant':
      return both((isOn) => words.yesNo[isOn ? 1 : 0], change);
    case 'onsetDelay':
    case 'exitDelay':
    case 'incidentStartAdjustment':
    case 'violationStartAdjustment':
      return both(delayText, change);
    case 'column':
      return both((column) => metricWords(condition?.sensorMetricId ?? '', column, reader.language), change);
    case 'operator':
      return both((operator) => words.operators[operator], change);
    case 'threshold':
      return both(
        (threshold) => (condition === undefined ? String(threshold) : thresholdWords(condition, threshold, reader)),
        change,
      );
    case 'calc':
      return both(
        ({ grab, minutes }) => (minutes === 0 ? words.eachReading : words.calc(grab, delayText(minutes * 60))),
        change,
      );
    case 'zone':
      return both((zone) => zone?.name ?? words.noZone, change);
    case 'schedule':
      return both(words.schedule, change);
    case 'name':
    case 'description':
      return [change.before, change.after];
  }
}

/** One change in the words of its reader. */
export function changeWords({ code, subject, condition, fields }: PolicyChange, reader: Reader): ChangeWords {
  const words = WORDS[reader.language];
  const about = [
    ...(subject === '' ? [] : [subject]),
    ...(condition === undefined ? [] : [metricWords(condition.sensorMetricId, condition.column, reader.language)]),
  ];
  return {
    title: about.length === 0 ? words.codes[code] : `${words.codes[code]}: ${about.join(', ')}`,
    fields: fields.map((change) => {
      const [before, after] = valuesOf(change, condition, words, reader);
      return { label: words.fields[change.field], before, after };
    }),
  };
}

/** The same on one line: "Condition changed: Too hot, temperature (limit 89.0 °F → 95.0 °F)". */
export function changeLine(change: PolicyChange, reader: Reader): string {
  const { title, fields } = changeWords(change, reader);
  const details = fields.map(({ label, before, after }) => `${label} ${before} → ${after}`);
  return details.length === 0 ? title : `${title} (${details.join(', ')})`;
}

/** Several on one line; beyond `most` their number. */
export function changesLine(changes: readonly PolicyChange[], reader: Reader, most = Number.POSITIVE_INFINITY): string {
  const shown = changes.slice(0, most).map((change) => changeLine(change, reader));
  const rest = changes.length - shown.length;
  return [...shown, ...(rest > 0 ? [WORDS[reader.language].more(rest)] : [])].join('; ');
}
