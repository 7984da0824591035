/**
 * Describes what an edit of a policy changed (specification, section 4). Every change has a code and a text for alerts,
 * logs and diffs.
 */
import { comparesReadings } from './aggregations.ts';
import { isShownUnit } from './metric-units.ts';
import { metricFamilyOf, policyMetricOf } from './metrics.ts';
import { type Compared, comparedKind } from './operand-units.ts';
import type { Condition, DoNotDisturb, PolicyContent, Violation } from './policies.ts';
import { isSame } from './same-value.ts';
import { scheduleText } from './schedules.ts';
import { detectRenames } from './violation-keys.ts';

export const POLICY_CHANGE_CODES = [
  'POLICY_CREATED',
  'POLICY_DELETED',
  'NAME_CHANGED',
  'VIOLATION_ADDED',
  'VIOLATION_REMOVED',
  'VIOLATION_RENAMED',
  'VIOLATION_CHANGED',
  'CONDITION_ADDED',
  'CONDITION_REMOVED',
  'CONDITION_CHANGED',
  'ZONE_ADDED',
  'ZONE_REMOVED',
  'ZONE_MODIFIED',
  'DO_NOT_DISTURB_SET',
  'DO_NOT_DISTURB_CHANGED',
  'DO_NOT_DISTURB_DELETED',
  'OVERRIDE_IN_EFFECT',
  'SYNCING_WITH_GLOBAL',
] as const;
export type PolicyChangeCode = (typeof POLICY_CHANGE_CODES)[number];

/** A zone by name, as it was called when the policy was edited. */
export interface NamedZone {
  readonly guid: string;
  readonly name: string;
}

/** The fields that an edit can change, and their values. Delays and adjustments are seconds, a threshold is in its stored unit. */
export interface ChangeableFields {
  readonly name: string;
  readonly description: string;
  readonly severity: number;
  readonly video: boolean;
  readonly activeResolution: boolean;
  readonly instant: boolean;
  readonly onsetDelay: number;
  readonly exitDelay: number;
  readonly incidentStartAdjustment: number;
  readonly violationStartAdjustment: number;
  readonly column: string;
  readonly operator: Condition['operator'];
  readonly threshold: number;
  readonly calc: Condition['calc'];
  /** null: the base zone, or the whole picture. */
  readonly zone: NamedZone | null;
  /** null: none. */
  readonly schedule: DoNotDisturb | null;
}

export type ChangedField = keyof ChangeableFields;

export interface FieldChangeOf<Field extends ChangedField> {
  readonly field: Field;
  readonly before: ChangeableFields[Field];
  readonly after: ChangeableFields[Field];
}

export type FieldChange = { [Field in ChangedField]: FieldChangeOf<Field> }[ChangedField];

export interface PolicyChange {
  readonly code: PolicyChangeCode;
  /** What it happened to, by name: a policy, a violation, a sentry, a zone; empty: the policy itself. */
  readonly subject: string;
  /** The condition of the violation, where it happened to one: what it compares after the edit. */
  readonly condition?: Compared | undefined;
  /** Field by field, where fields changed. */
  readonly fields: readonly FieldChange[];
}

/** The name of a zone; undefined: it is not known. */
export type ZoneNames = (guid: string) => string | undefined;

const CODE_TEXTS: Readonly<Record<PolicyChangeCode, string>> = {
  POLICY_CREATED: 'policy created',
  POLICY_DELETED: 'policy deleted',
  NAME_CHANGED: 'name changed',
  VIOLATION_ADDED: 'violation added',
  VIOLATION_REMOVED: 'violation removed',
  VIOLATION_RENAMED: 'violation renamed',
  VIOLATION_CHANGED: 'violation changed',
  CONDITION_ADDED: 'condition added',
  CONDITION_REMOVED: 'condition removed',
  CONDITION_CHANGED: 'condition changed',
  ZONE_ADDED: 'zone added',
  ZONE_REMOVED: 'zone removed',
  ZONE_MODIFIED: 'zone modified',
  DO_NOT_DISTURB_SET: 'do-not-disturb set',
  DO_NOT_DISTURB_CHANGED: 'do-not-disturb changed',
  DO_NOT_DISTURB_DELETED: 'do-not-disturb deleted',
  OVERRIDE_IN_EFFECT: 'override in effect',
  SYNCING_WITH_GLOBAL: 'syncing with the global policy',
};

/**
 * The facts in English and in stored units, for logs and clients of the API: `condition changed: Too hot, environment_temperature
 * (threshold 31.6667 °C -> 30 °C)`. People read the words of packages/i18n/src/change-words.ts.
 */
export function changeText(change: PolicyChange): string {
  const { code, subject, condition, fields } = change;
  const about = [subject, ...(condition === undefined ? [] : [condition.sensorMetricId])].filter((part) => part !== '');
  const details = fields.map((one) => {
    const [before, after] = fieldTexts(one, change);
    return `${one.field} ${before} -> ${after}`;
  });
  return `${CODE_TEXTS[code]}${about.length === 0 ? '' : `: ${about.join(', ')}`}${details.length === 0 ? '' : ` (${details.join(', ')})`}`;
}

/** What the condition compared before and after the edit: its limit has another unit where that changed. null: it is about none. */
export function comparedOnBothSides({
  condition,
  fields,
}: PolicyChange): { readonly before: Compared; readonly after: Compared } | null {
  if (condition === undefined) return null;
  const column = fields.find((one) => one.field === 'column');
  const calc = fields.find((one) => one.field === 'calc');
  const at = (side: 'before' | 'after'): Compared => ({
    ...condition,
    ...(column === undefined ? {} : { column: column[side] }),
    ...(calc === undefined ? {} : { calc: calc[side] }),
  });
  return { before: at('before'), after: at('after') };
}

function fieldTexts(change: FieldChange, whole: PolicyChange): readonly [before: string, after: string] {
  switch (change.field) {
    case 'onsetDelay':
    case 'exitDelay':
    case 'incidentStartAdjustment':
    case 'violationStartAdjustment':
      return [`${change.before} s`, `${change.after} s`];
    case 'threshold':
      return thresholdTexts(change, whole);
    case 'calc':
      return [calcText(change.before), calcText(change.after)];
    case 'zone':
      return [change.before?.name ?? 'unset', change.after?.name ?? 'unset'];
    case 'schedule':
      return [scheduleText(change.before), scheduleText(change.after)];
    default:
      return [String(change.before), String(change.after)];
  }
}

/** What happened to what, in English and without values, which have a unit: `condition changed: Too hot, temperature`. */
export function changeHeadline({ code, subject, condition }: PolicyChange): string {
  const metric = condition === undefined ? null : policyMetricOf(metricFamilyOf(condition.sensorMetricId));
  const column = metric?.columns[condition?.column ?? ''];
  const about = [subject, column?.sentenceName ?? column?.label ?? ''].filter((part) => part !== '');
  return `${CODE_TEXTS[code]}${about.length === 0 ? '' : `: ${about.join(', ')}`}`;
}

function thresholdTexts(
  { before, after }: FieldChangeOf<'threshold'>,
  whole: PolicyChange,
): readonly [before: string, after: string] {
  const compared = comparedOnBothSides(whole);
  return [withUnit(before, compared?.before), withUnit(after, compared?.after)];
}

/** A threshold with its stored unit, where that is shown; a number of readings has none. */
function withUnit(threshold: number, compared: Compared | undefined): string {
  if (compared === undefined || comparedKind(compared) === 'count') return String(threshold);
  const { sensorMetricId, column } = compared;
  const unit = policyMetricOf(metricFamilyOf(sensorMetricId))?.columns[column]?.unit ?? '';
  return `${threshold}${isShownUnit(unit) ? ` ${unit}` : ''}`;
}

const calcText = (calc: Condition['calc']): string =>
  calc.minutes === 0 ? 'the reading itself' : `${calc.grab} of ${calc.minutes} min`;

const VIOLATION_FIELDS = [
  'severity',
  'video',
  'activeResolution',
  'onsetDelay',
  'exitDelay',
  'incidentStartAdjustment',
  'instant',
] as const satisfies readonly (keyof Violation & ChangedField)[];

const CONDITION_FIELDS = [
  'column',
  'operator',
  'threshold',
  'onsetDelay',
  'exitDelay',
  'violationStartAdjustment',
] as const satisfies readonly (keyof Condition & ChangedField)[];

/** What differs from `before` to `after`, in the order of the definition. */
export function policyChanges(
  before: PolicyContent,
  after: PolicyContent,
  zoneName: ZoneNames = () => undefined,
): readonly PolicyChange[] {
  return [
    ...zoneChange({ subject: '' }, before.definition.zone, after.definition.zone, zoneName),
    ...violationChanges(before.definition.violations, after.definition.violations, zoneName),
    ...quietChange(before, after),
  ];
}

/** The same with the change of the name, first. */
export const namedPolicyChanges = (
  before: PolicyContent & { readonly name: string },
  after: PolicyContent & { readonly name: string },
  zoneName?: ZoneNames,
): readonly PolicyChange[] => [
  ...(before.name === after.name
    ? []
    : [
        {
          code: 'NAME_CHANGED' as const,
          subject: before.name,
          fields: [{ field: 'name' as const, before: before.name, after: after.name }],
        },
      ]),
  ...policyChanges(before, after, zoneName),
];

function violationChanges(
  before: readonly Violation[],
  after: readonly Violation[],
  zoneName: ZoneNames,
): readonly PolicyChange[] {
  const changes: PolicyChange[] = [];
  const renamed = detectRenames(before, after);
  const oldNames = new Map([...renamed].map(([from, to]) => [to, from]));
  for (const old of before) {
    const to = renamed.get(old.description);
    if (to !== undefined)
      changes.push({
        code: 'VIOLATION_RENAMED',
        subject: old.description,
        fields: [{ field: 'description', before: old.description, after: to }],
      });
    const now = after.find((one) => one.description === (to ?? old.description));
    if (now === undefined) changes.push({ code: 'VIOLATION_REMOVED', subject: old.description, fields: [] });
    else changes.push(...violationChange(old, now, zoneName));
  }
  for (const { description } of after)
    if (!oldNames.has(description) && !before.some((old) => old.description === description))
      changes.push({ code: 'VIOLATION_ADDED', subject: description, fields: [] });
  return changes;
}

function violationChange(old: Violation, now: Violation, zoneName: ZoneNames): readonly PolicyChange[] {
  const changes: PolicyChange[] = [];
  const subject = now.description;
  const fields = fieldChanges(old, now, VIOLATION_FIELDS);
  if (fields.length > 0) changes.push({ code: 'VIOLATION_CHANGED', subject, fields });
  for (const condition of old.conditions) {
    const same = now.conditions.find((one) => one.sensorMetricId === condition.sensorMetricId);
    if (same === undefined)
      changes.push({ code: 'CONDITION_REMOVED', subject, condition: comparedOf(condition), fields: [] });
    else changes.push(...conditionChange(subject, condition, same, zoneName));
  }
  for (const condition of now.conditions)
    if (!old.conditions.some(({ sensorMetricId }) => sensorMetricId === condition.sensorMetricId))
      changes.push({ code: 'CONDITION_ADDED', subject, condition: comparedOf(condition), fields: [] });
  return changes;
}

/** The unit of a limit is that of what it is compared with. */
const comparedOf = ({ sensorMetricId, column, calc }: Condition): Compared => ({
  sensorMetricId,
  column,
  ...(comparesReadings(calc) ? {} : { calc }),
});

function conditionChange(
  subject: string,
  old: Condition,
  now: Condition,
  zoneName: ZoneNames,
): readonly PolicyChange[] {
  const condition = comparedOf(now);
  const isSameCalc = old.calc.minutes === now.calc.minutes && old.calc.grab === now.calc.grab;
  const fields: readonly FieldChange[] = [
    ...fieldChanges(old, now, CONDITION_FIELDS),
    ...(isSameCalc ? [] : [{ field: 'calc' as const, before: old.calc, after: now.calc }]),
  ];
  return [
    ...(fields.length === 0 ? [] : [{ code: 'CONDITION_CHANGED' as const, subject, condition, fields }]),
    ...zoneChange({ subject, condition }, old.zoneId, now.zoneId, zoneName),
  ];
}

/** Guarantee: the field and both values come from the same key of a shape whose fields are those of `ChangeableFields`. */
const toFieldChange = (field: ChangedField, before: unknown, after: unknown): FieldChange =>
  ({ field, before, after }) as FieldChange;

function fieldChanges<Field extends ChangedField>(
  old: Pick<ChangeableFields, Field>,
  now: Pick<ChangeableFields, Field>,
  fields: readonly Field[],
): readonly FieldChange[] {
  return fields.flatMap((field) => (old[field] === now[field] ? [] : [toFieldChange(field, old[field], now[field])]));
}

function zoneChange(
  about: Pick<PolicyChange, 'subject' | 'condition'>,
  old: string | undefined,
  now: string | undefined,
  zoneName: ZoneNames,
): readonly PolicyChange[] {
  if (old === now) return [];
  const code = old === undefined ? 'ZONE_ADDED' : now === undefined ? 'ZONE_REMOVED' : 'ZONE_MODIFIED';
  const named = (guid: string | undefined): NamedZone | null | undefined => {
    if (guid === undefined) return null;
    const name = zoneName(guid);
    return name === undefined ? undefined : { guid, name };
  };
  const [before, after] = [named(old), named(now)];
  const fields: readonly FieldChange[] =
    before === undefined || after === undefined ? [] : [{ field: 'zone', before, after }];
  return [{ code, ...about, fields }];
}

function quietChange(before: PolicyContent, after: PolicyContent): readonly PolicyChange[] {
  const [old, now] = [before.doNotDisturb, after.doNotDisturb];
  if (isSame(old, now)) return [];
  const code = old === null ? 'DO_NOT_DISTURB_SET' : now === null ? 'DO_NOT_DISTURB_DELETED' : 'DO_NOT_DISTURB_CHANGED';
  return [{ code, subject: '', fields: [{ field: 'schedule', before: old, after: now }] }];
}
