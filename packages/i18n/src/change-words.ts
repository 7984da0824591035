/**
 * Changes of policies in the words, the units and the language of their reader (specification, section 4). The console, messages
 * and the audit log all use this function.
 */
import { delayText } from '@picket/domain/delays';
import { isNameOf } from '@picket/domain/kind-table';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { type Compared, operandText, operandUnit } from '@picket/domain/operand-units';
import {
  type ChangeableFields,
  type ChangedField,
  comparedOnBothSides,
  type FieldChange,
  type PolicyChange,
} from '@picket/domain/policy-changes';
import { scheduleText } from '@picket/domain/schedules';
import { severityLabel } from '@picket/domain/severity';
import type { UnitPreference } from '@picket/domain/units';
import { nameText } from './default-names.ts';
import { metricColumnKey, metricLabelText, unitWord } from './metric-words.ts';
import { operatorWords } from './operator-words.ts';
import type { SharedTexts } from './shared-texts.ts';

/** Who reads changes: in which language, units and numbers. */
export interface ChangeReader extends UnitPreference {
  readonly t: SharedTexts;
  /** Writes a decimal number, such as 89.0, as this reader does. */
  readonly formatNumber: (text: string) => string;
}

/** One change as people read it. */
export interface ChangeWords {
  /** "Condition changed: Too hot, temperature" */
  readonly title: string;
  /** "limit", "89.0 °F", "95.0 °F" */
  readonly fields: readonly { readonly label: string; readonly before: string; readonly after: string }[];
}

/** The fields that the catalogs name. */
const FIELDS: Readonly<Record<ChangedField, true>> = {
  name: true,
  description: true,
  severity: true,
  video: true,
  activeResolution: true,
  instant: true,
  onsetDelay: true,
  exitDelay: true,
  incidentStartAdjustment: true,
  violationStartAdjustment: true,
  column: true,
  operator: true,
  threshold: true,
  calc: true,
  zone: true,
  schedule: true,
};

/** What a field of a violation or a condition is called; one that no edit names stays as it is. */
export function fieldWords(t: SharedTexts, field: string): string {
  const name = field === 'zoneId' ? 'zone' : field;
  return isNameOf(FIELDS, name) ? t(`changes.field.${name}`) : field;
}

/** The name of a column in running text; an id that this version does not know stays as it is. */
export function metricWords(t: SharedTexts, sensorMetricId: string, column: string): string {
  const key = metricColumnKey(sensorMetricId, column);
  return key === null ? sensorMetricId.replace(/[_-]/gu, ' ') : metricLabelText(t, `changes.metric.${key}`);
}

const two = (number: number): string => String(number).padStart(2, '0');

/** English has the text of the specification, with its own clock. */
function scheduleWords(t: SharedTexts, schedule: ChangeableFields['schedule']): string {
  if (schedule === null || schedule.daysOfWeek.length === 0) return t('changes.noSchedule');
  if (t.locale.startsWith('en')) return scheduleText(schedule);
  const names = new Intl.DateTimeFormat(t.locale, { weekday: 'short', timeZone: 'UTC' });
  const days = schedule.daysOfWeek.toSorted((a, b) => a - b);
  const { beginHour, beginMinute, endHour, endMinute } = schedule;
  return t('changes.schedule', {
    // 1 January 2024 was a Monday.
    days: days.map((day) => names.format(Date.UTC(2024, 0, day))).join(', '),
    begin: `${two(beginHour)}:${two(beginMinute)}`,
    end: `${two(endHour)}:${two(endMinute)}`,
  });
}

/** A limit in the unit of its reader and of what it is compared with; of silence, a time. */
function thresholdWords(compared: Compared, threshold: number, { t, useCelsius, formatNumber }: ChangeReader): string {
  const text = operandText(compared, threshold, { useCelsius });
  if (compared.sensorMetricId === SILENCE_METRIC) return text;
  const unit = operandUnit(compared, { useCelsius });
  return unit === undefined ? formatNumber(text) : `${formatNumber(text)} ${unitWord(t, unit, threshold)}`;
}

function valuesOf(
  change: FieldChange,
  whole: PolicyChange,
  reader: ChangeReader,
): readonly [before: string, after: string] {
  const { t } = reader;
  const both = <Value>(text: (value: Value) => string, { before, after }: { before: Value; after: Value }) =>
    [text(before), text(after)] as const;
  switch (change.field) {
    case 'severity':
      return both((severity) => `${t(`changes.severity.${severityLabel(severity)}`)} (${severity})`, change);
    case 'video':
    case 'activeResolution':
    case 'instant':
      return both((isOn) => t(isOn ? 'changes.yes' : 'changes.no'), change);
    case 'onsetDelay':
    case 'exitDelay':
    case 'incidentStartAdjustment':
    case 'violationStartAdjustment':
      return both(delayText, change);
    case 'column':
      return both((column) => metricWords(t, whole.condition?.sensorMetricId ?? '', column), change);
    case 'operator':
      return both((operator) => operatorWords(t, operator), change);
    case 'threshold': {
      const compared = comparedOnBothSides(whole);
      if (compared === null) return both(String, change);
      return [
        thresholdWords(compared.before, change.before, reader),
        thresholdWords(compared.after, change.after, reader),
      ];
    }
    case 'calc':
      return both(
        ({ grab, minutes }) =>
          minutes === 0 ? t('changes.eachReading') : t(`changes.over.${grab}`, { window: delayText(minutes * 60) }),
        change,
      );
    case 'zone':
      return both((zone) => zone?.name ?? t('changes.noZone'), change);
    case 'schedule':
      return both((schedule) => scheduleWords(t, schedule), change);
    case 'name':
    case 'description':
      return both((name) => nameText(t, name), change);
  }
}

/** One change in the words of its reader. */
export function changeWords(whole: PolicyChange, reader: ChangeReader): ChangeWords {
  const { t } = reader;
  const { code, subject, condition, fields } = whole;
  const about = [
    ...(subject === '' ? [] : [nameText(t, subject)]),
    ...(condition === undefined ? [] : [metricWords(t, condition.sensorMetricId, condition.column)]),
  ];
  const what = t(`changes.code.${code}`);
  return {
    title: about.length === 0 ? what : t('changes.title', { code: what, about: about.join(', ') }),
    fields: fields.map((change) => {
      const [before, after] = valuesOf(change, whole, reader);
      return { label: fieldWords(t, change.field), before, after };
    }),
  };
}

/** The same on one line: "Condition changed: Too hot, temperature (limit 89.0 °F → 95.0 °F)". */
export function changeLine(change: PolicyChange, reader: ChangeReader): string {
  const { title, fields } = changeWords(change, reader);
  const details = fields.map(({ label, before, after }) => `${label} ${before} → ${after}`);
  return details.length === 0 ? title : reader.t('changes.line', { title, fields: details.join(', ') });
}

/** Several on one line; beyond `most` their number. */
export function changesLine(
  changes: readonly PolicyChange[],
  reader: ChangeReader,
  most = Number.POSITIVE_INFINITY,
): string {
  const shown = changes.slice(0, most).map((change) => changeLine(change, reader));
  const rest = changes.length - shown.length;
  return [...shown, ...(rest > 0 ? [reader.t('changes.more', { count: rest })] : [])].join('; ');
}
