/**
 * Describes what an edit of a policy changed (specification, section 4). Every change has a code and a text for alerts,
 * logs and diffs.
 */
import { fluidSensorOf, METRICS, type Metric } from './metrics.ts';
import type { Condition, PolicyContent, Violation } from './policies.ts';
import { scheduleText } from './schedules.ts';

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

export interface PolicyChange {
  readonly code: PolicyChangeCode;
  /** What it happened to: a violation, a violation and its sensor, a zone, a policy. */
  readonly subject: string;
  /** Field by field, where fields changed. */
  readonly fields: readonly { readonly field: string; readonly before: string; readonly after: string }[];
}

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

/** `condition changed: Too hot, environment_temperature (threshold 31.6667 °C -> 30 °C)`. */
export function changeText({ code, subject, fields }: PolicyChange): string {
  const about = subject === '' ? '' : `: ${subject}`;
  const details = fields.map(({ field, before, after }) => `${field} ${before} -> ${after}`).join(', ');
  return `${CODE_TEXTS[code]}${about}${details === '' ? '' : ` (${details})`}`;
}

const VIOLATION_FIELDS = [
  'severity',
  'video',
  'activeResolution',
  'onsetDelay',
  'exitDelay',
  'incidentStartAdjustment',
  'instant',
] as const satisfies readonly (keyof Violation)[];

const CONDITION_FIELDS = [
  'column',
  'operator',
  'threshold',
  'onsetDelay',
  'exitDelay',
  'violationStartAdjustment',
] as const satisfies readonly (keyof Condition)[];

/** What differs from `before` to `after`, in the order of the definition. */
export function policyChanges(before: PolicyContent, after: PolicyContent): readonly PolicyChange[] {
  return [
    ...zoneChange('', before.definition.zone, after.definition.zone),
    ...violationChanges(before.definition.violations, after.definition.violations),
    ...quietChange(before, after),
  ];
}

function violationChanges(before: readonly Violation[], after: readonly Violation[]): readonly PolicyChange[] {
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
    else changes.push(...violationChange(old, now));
  }
  for (const { description } of after)
    if (!oldNames.has(description) && !before.some((old) => old.description === description))
      changes.push({ code: 'VIOLATION_ADDED', subject: description, fields: [] });
  return changes;
}

/** Renamed violations: old description -> new description. */
export function detectRenames(before: readonly Violation[], after: readonly Violation[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  // Everything but the description is the same; otherwise at least everything that raises and clears an alert.
  for (const keyOf of [contentKey, behaviorKey]) {
    const gone = before.filter((old) => !found.has(old.description) && !hasDescription(after, old.description));
    const taken = new Set(found.values());
    const unmatched = after.filter((one) => !taken.has(one.description) && !hasDescription(before, one.description));
    for (const old of gone) {
      const [same, ...others] = unmatched.filter((one) => keyOf(one) === keyOf(old));
      const isOnly = gone.filter((one) => keyOf(one) === keyOf(old)).length === 1;
      if (same !== undefined && others.length === 0 && isOnly) found.set(old.description, same.description);
    }
  }
  return found;
}

const hasDescription = (violations: readonly Violation[], description: string): boolean =>
  violations.some((one) => one.description === description);

const contentKey = (violation: Violation): string => JSON.stringify(sorted({ ...violation, description: '' }));

const behaviorKey = ({ onsetDelay, exitDelay, instant, conditions }: Violation): string =>
  JSON.stringify(sorted({ onsetDelay, exitDelay, instant, conditions }));

/** Description -> permanent key of a violation, which a renaming does not change. */
export type ViolationKeys = Readonly<Record<string, string>>;

/** The permanent keys after an edit. The key of a new violation is its description, with `suffix` where that is taken. */
export function violationKeys(
  before: readonly Violation[],
  keys: ViolationKeys,
  after: readonly Violation[],
  suffix: string,
): ViolationKeys {
  const names = new Map([...detectRenames(before, after)].map(([from, to]) => [to, from]));
  const keyOf = (description: string): string | undefined =>
    hasDescription(before, description) ? (keys[description] ?? description) : undefined;
  const kept = after.map(({ description }) => ({ description, key: keyOf(names.get(description) ?? description) }));
  const taken = new Set(kept.map(({ key }) => key));
  return Object.fromEntries(
    kept.map(({ description, key }) => [
      description,
      key ?? (taken.has(description) ? `${description} ${suffix}` : description),
    ]),
  );
}

function violationChange(old: Violation, now: Violation): readonly PolicyChange[] {
  const changes: PolicyChange[] = [];
  const fields = fieldChanges(old, now, VIOLATION_FIELDS, inSeconds);
  if (fields.length > 0) changes.push({ code: 'VIOLATION_CHANGED', subject: now.description, fields });
  for (const condition of old.conditions) {
    const subject = `${now.description}, ${condition.sensorMetricId}`;
    const same = now.conditions.find((one) => one.sensorMetricId === condition.sensorMetricId);
    if (same === undefined) changes.push({ code: 'CONDITION_REMOVED', subject, fields: [] });
    else changes.push(...conditionChange(subject, condition, same));
  }
  for (const { sensorMetricId } of now.conditions)
    if (!old.conditions.some((one) => one.sensorMetricId === sensorMetricId))
      changes.push({ code: 'CONDITION_ADDED', subject: `${now.description}, ${sensorMetricId}`, fields: [] });
  return changes;
}

function conditionChange(subject: string, old: Condition, now: Condition): readonly PolicyChange[] {
  const fields = [...fieldChanges(old, now, CONDITION_FIELDS, conditionText)];
  if (calcText(old) !== calcText(now)) fields.push({ field: 'calc', before: calcText(old), after: calcText(now) });
  return [
    ...(fields.length === 0 ? [] : [{ code: 'CONDITION_CHANGED' as const, subject, fields }]),
    ...zoneChange(subject, old.zoneId, now.zoneId),
  ];
}

const calcText = ({ calc }: Condition): string =>
  calc.minutes === 0 ? 'the reading itself' : `${calc.grab} of ${calc.minutes} min`;

function fieldChanges<Shape extends object>(
  old: Shape,
  now: Shape,
  fields: readonly (keyof Shape & string)[],
  text: (of: Shape, field: keyof Shape & string) => string,
) {
  return fields.flatMap((field) =>
    old[field] === now[field] ? [] : [{ field, before: text(old, field), after: text(now, field) }],
  );
}

const SECONDS: ReadonlySet<string> = new Set([
  'onsetDelay',
  'exitDelay',
  'incidentStartAdjustment',
  'violationStartAdjustment',
]);

const inSeconds = <Shape extends object>(of: Shape, field: keyof Shape & string): string =>
  `${of[field]}${SECONDS.has(field) ? ' s' : ''}`;

/** A threshold is written in its stored unit. */
function conditionText(condition: Condition, field: keyof Condition): string {
  if (field !== 'threshold') return inSeconds(condition, field);
  const unit = unitOfCondition(condition.sensorMetricId, condition.column);
  return `${condition.threshold}${unit === '' ? '' : ` ${unit}`}`;
}

/** Units that are not shown. */
const UNITLESS: ReadonlySet<string> = new Set(['state', 'count', 'level']);

function unitOfCondition(sensorMetricId: string, column: string): string {
  const registry: Readonly<Record<string, Metric>> = METRICS;
  const family = fluidSensorOf(sensorMetricId)?.family ?? sensorMetricId;
  const unit = Object.hasOwn(registry, family) ? (registry[family]?.columns[column]?.unit ?? '') : '';
  return UNITLESS.has(unit) ? '' : unit;
}

function zoneChange(subject: string, old: string | undefined, now: string | undefined): readonly PolicyChange[] {
  if (old === now) return [];
  const code = old === undefined ? 'ZONE_ADDED' : now === undefined ? 'ZONE_REMOVED' : 'ZONE_MODIFIED';
  return [{ code, subject, fields: [] }];
}

function quietChange(before: PolicyContent, after: PolicyContent): readonly PolicyChange[] {
  const [old, now] = [before.doNotDisturb, after.doNotDisturb];
  if (JSON.stringify(sorted(old)) === JSON.stringify(sorted(now))) return [];
  const code = old === null ? 'DO_NOT_DISTURB_SET' : now === null ? 'DO_NOT_DISTURB_DELETED' : 'DO_NOT_DISTURB_CHANGED';
  return [{ code, subject: '', fields: [{ field: 'schedule', before: scheduleText(old), after: scheduleText(now) }] }];
}

/** The same value with the keys of its objects in order, so that equal values have equal text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)]));
}
