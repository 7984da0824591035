/**
 * What an edit makes of the violations it changes: that one can never or will always be met, or silences what raised alerts.
 * The console asks once before it saves such an edit; the API saves it and returns the same warnings.
 *
 * Input: the content before and after, and what was read and raised lately. Values are in stored units.
 */
import type { Aggregation } from './aggregations.ts';
import { metricFamilyOf, policyMetricOf, SILENCE_METRIC } from './metrics.ts';
import { OPERATORS } from './operators.ts';
import type { Condition, PolicyContent, Violation } from './policies.ts';
import { isSame } from './same-value.ts';
import { detectRenames } from './violation-keys.ts';

/** How far back the evidence goes. */
export const EVIDENCE_DAYS = 30;

export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

/** What was read of a metric's column, over all sensors the policy is in force on. */
export interface ReadValues extends ValueRange {
  /** A metric, or a family of fluid sensors. */
  readonly sensorMetricId: string;
  readonly column: string;
}

/** What a violation has raised. */
export interface RaisedAlerts {
  /** Its description in the version in force. */
  readonly violation: string;
  readonly alerts: number;
  /** Those with the verdict "real". */
  readonly real: number;
  /** How long the longest was on; null: one is still open. */
  readonly longestSeconds: number | null;
}

/** Of the last 30 days. */
export interface PolicyEvidence {
  readonly read: readonly ReadValues[];
  readonly raised: readonly RaisedAlerts[];
}

export const NO_EVIDENCE: PolicyEvidence = { read: [], raised: [] };

/** The metrics that the conditions of a content name: what evidence about it has to hold. */
export const metricsOf = ({ definition }: PolicyContent): readonly string[] => [
  ...new Set(
    definition.violations.flatMap(({ conditions }) =>
      conditions.map(({ sensorMetricId }) => metricFamilyOf(sensorMetricId)),
    ),
  ),
];

export const POLICY_WARNING_CODES = ['NEVER_MET', 'ALWAYS_MET', 'SILENCES_ALERTS'] as const;
/**
 * NEVER_MET: no sensor of this kind can measure what would meet it. ALWAYS_MET: every value meets it. SILENCES_ALERTS: it has
 * raised alerts, and nothing that was read would raise one any more.
 */
export type PolicyWarningCode = (typeof POLICY_WARNING_CODES)[number];

export interface PolicyWarning {
  readonly code: PolicyWarningCode;
  /** The description of the violation, and its index in the definition. */
  readonly violation: string;
  readonly index: number;
  /** The index of the condition that decides. */
  readonly condition: number;
  /** Its threshold in the version before, if it had one of the same sensor and operator. */
  readonly thresholdBefore: number | null;
  /** What can be measured, as the condition compares it; null: without limit. */
  readonly measurable: ValueRange | null;
  /** What was read, as the condition compares it; null: nothing. */
  readonly read: ValueRange | null;
  /** The alerts it raised, and how many of them were real. */
  readonly alerts: number;
  readonly real: number;
}

/** The warnings about the violations that the edit changes, in their order. `before` null: a new policy. */
export function policyWarnings(
  before: PolicyContent | null,
  after: PolicyContent,
  evidence: PolicyEvidence,
): readonly PolicyWarning[] {
  const old = before?.definition.violations ?? [];
  const now = after.definition.violations;
  const oldNames = new Map([...detectRenames(old, now)].map(([from, to]) => [to, from]));
  return now.flatMap((violation, index) => {
    const name = oldNames.get(violation.description) ?? violation.description;
    const was = old.find(({ description }) => description === name) ?? null;
    if (was !== null && isSame(evaluated(was), evaluated(violation))) return [];
    const raised = was === null ? undefined : evidence.raised.find((one) => one.violation === name);
    const warning = violationWarning(was, violation, evidence, raised);
    return warning === null ? [] : [{ ...warning, violation: violation.description, index }];
  });
}

/** What decides whether a violation raises an alert. */
const evaluated = ({ onsetDelay, conditions }: Violation) => ({
  onsetDelay,
  conditions: conditions.map(({ violationStartAdjustment: _, exitDelay: __, ...condition }) => condition),
});

type Found = Omit<PolicyWarning, 'violation' | 'index'>;

function violationWarning(
  was: Violation | null,
  violation: Violation,
  evidence: PolicyEvidence,
  raised: RaisedAlerts | undefined,
): Found | null {
  const checked = violation.conditions.map((condition) => checkCondition(was, condition, evidence, raised));
  const found = (code: PolicyWarningCode, condition: number): Found => {
    const { thresholdBefore = null, measurable = null, read = null } = checked[condition] ?? {};
    const { alerts = 0, real = 0 } = raised ?? {};
    return { code, condition, thresholdBefore, measurable, read, alerts, real };
  };
  const never = checked.findIndex(({ isNever }) => isNever);
  if (never >= 0) return found('NEVER_MET', never);
  if (checked.length > 0 && checked.every(({ isAlways }) => isAlways)) return found('ALWAYS_MET', 0);
  if (raised === undefined || raised.alerts === 0) return null;
  const unread = checked.findIndex(({ isUnread }) => isUnread);
  if (unread >= 0) return found('SILENCES_ALERTS', unread);
  return isDelayBeyondAlerts(was, violation, raised) ? found('SILENCES_ALERTS', 0) : null;
}

/** Whether its delays, longer than before, are longer than anything it raised. */
function isDelayBeyondAlerts(was: Violation | null, now: Violation, { longestSeconds }: RaisedAlerts): boolean {
  if (was === null || longestSeconds === null) return false;
  return onsetSeconds(now) > onsetSeconds(was) && onsetSeconds(now) > onsetSeconds(was) + longestSeconds;
}

const onsetSeconds = ({ onsetDelay, conditions }: Violation): number =>
  onsetDelay + Math.max(0, ...conditions.map((condition) => condition.onsetDelay));

interface Checked {
  readonly thresholdBefore: number | null;
  readonly measurable: ValueRange | null;
  readonly read: ValueRange | null;
  readonly isNever: boolean;
  readonly isAlways: boolean;
  /** Values are known, and none of them meets it. */
  readonly isUnread: boolean;
}

function checkCondition(
  was: Violation | null,
  condition: Condition,
  evidence: PolicyEvidence,
  raised: RaisedAlerts | undefined,
): Checked {
  const old = was?.conditions.find((one) => one.sensorMetricId === condition.sensorMetricId);
  const values = readValues(condition, evidence, old, raised);
  const measured = measuredRange(condition, values);
  const possible = measured === null ? null : operandRange(condition.calc.grab, measured);
  const read = values === null ? null : operandRange(condition.calc.grab, values);
  const isSameKind = old !== undefined && old.operator === condition.operator && old.column === condition.column;
  const isComparable = OPERATORS[condition.operator].comparesWith === 'threshold';
  return {
    thresholdBefore: isSameKind ? old.threshold : null,
    measurable: possible !== null && Number.isFinite(possible.min + possible.max) ? possible : null,
    read: read !== null && Number.isFinite(read.min + read.max) ? read : null,
    isNever: isComparable && possible !== null && !isMetBy(condition, possible.min, possible.max),
    isAlways: isComparable && possible !== null && !isUnmetBy(condition, possible.min, possible.max),
    isUnread: isComparable && read !== null && !isMetBy(condition, read.min, read.max),
  };
}

const isMet = ({ operator, threshold, sensorMetricId }: Condition, operand: number): boolean =>
  OPERATORS[operator].isMet(operand, { threshold, previous: null, silence: sensorMetricId === SILENCE_METRIC });

// An operator that compares with a threshold holds on one side of it: the ends of a range decide.
const isMetBy = (condition: Condition, ...operands: number[]): boolean =>
  operands.some((operand) => isMet(condition, operand));
const isUnmetBy = (condition: Condition, ...operands: number[]): boolean =>
  operands.some((operand) => !isMet(condition, operand));

/** What sensors of its kind measure, and what was read beyond that; null: the metric is not known. */
function measuredRange({ sensorMetricId, column }: Condition, read: ValueRange | null): ValueRange | null {
  const known = policyMetricOf(metricFamilyOf(sensorMetricId))?.columns[column];
  if (known === undefined) return null;
  const [min, max] = known.measures ?? known.range;
  return { min: Math.min(min, read?.min ?? min), max: Math.max(max, read?.max ?? max) };
}

/** What was read; of silence, which is no reading, how long the longest was. */
function readValues(
  { sensorMetricId, column }: Condition,
  { read }: PolicyEvidence,
  old: Condition | undefined,
  raised: RaisedAlerts | undefined,
): ValueRange | null {
  if (sensorMetricId === SILENCE_METRIC) {
    const longest = raised?.longestSeconds;
    return old === undefined || longest == null ? null : { min: 0, max: old.threshold + longest };
  }
  const family = metricFamilyOf(sensorMetricId);
  const found = read.find((one) => one.sensorMetricId === family && one.column === column);
  return found === undefined ? null : { min: found.min, max: found.max };
}

/** Between what the operands of an aggregation lie if the readings lie in `values`. */
const OPERANDS: Readonly<Record<Aggregation, (values: ValueRange) => ValueRange>> = {
  LAST: (values) => values,
  MIN: (values) => values,
  MAX: (values) => values,
  MEAN: (values) => values,
  SUM: ({ min, max }) => ({
    min: min < 0 ? Number.NEGATIVE_INFINITY : min,
    max: max > 0 ? Number.POSITIVE_INFINITY : max,
  }),
  COUNT: () => ({ min: 0, max: Number.POSITIVE_INFINITY }),
  DELTA: ({ min, max }) => ({ min: min - max, max: max - min }),
};

const operandRange = (grab: Aggregation, values: ValueRange): ValueRange => OPERANDS[grab](values);
