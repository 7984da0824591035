/**
 * Compiles the policies in force on one sentry into violations with their series and holds.
 *
 * Input: policies as stored, the sentry's report interval, the series it has. Output: `CompiledPolicies`,
 * built once per change of those and shared by every step. Invariant: the key of a violation identifies its state and its
 * alerts permanently, so an edit of its wording does not change it.
 */
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { hasThreshold } from '@picket/domain/operators';
import type { Condition, DoNotDisturb, PolicyDefinition, Violation } from '@picket/domain/policies';
import { holdMillis, type Millis } from '@picket/domain/time';
import type { ViolationKeys } from '@picket/domain/violation-keys';

/** `sensorMetricId.column`: names a series within its sentry. */
export type SeriesKey = string;

export const seriesKey = (sensorMetricId: string, column: string): SeriesKey => `${sensorMetricId}.${column}`;

export interface PolicyInForce {
  readonly guid: string;
  readonly name: string;
  readonly version: number;
  readonly definition: PolicyDefinition;
  readonly doNotDisturb?: DoNotDisturb | null | undefined;
  /** The permanent keys of its violations, where they differ from their descriptions. */
  readonly keys?: ViolationKeys | undefined;
}

/** What differs from sentry to sentry. */
export interface CompileOptions {
  readonly reportIntervalSeconds: number;
  /** Paired fluid sensors, as `fluid-MODEL-SERIAL`. */
  readonly fluidSensors: readonly string[];
  /** Sensors with an expected interval of their own, in seconds, by `sensorMetricId`. */
  readonly intervals?: ReadonlyMap<string, number> | undefined;
  /**
   * The zone a condition sees, named as it stands in its series; null: the whole picture (or no picture at all);
   * undefined: a zone this sentry does not have, so the violation does not apply.
   */
  readonly zoneFor?: ((policy: PolicyInForce, condition: Condition) => string | null | undefined) | undefined;
}

export interface CompiledCondition extends Condition {
  readonly series: SeriesKey;
  /** The zone its operand is computed over, as it stands in the series; null: the column as the device sent it. */
  readonly zone: string | null;
  /** I of the rules, in milliseconds. */
  readonly interval: Millis;
  /** H of the rules: how long a reading holds, in milliseconds; infinite for silence, which the server derives itself. */
  readonly hold: Millis;
  readonly silence: boolean;
}

export interface CompiledViolation {
  readonly key: string;
  readonly policy: {
    readonly guid: string;
    readonly name: string;
    readonly version: number;
    readonly doNotDisturb: DoNotDisturb | null;
  };
  readonly violation: Violation;
  /** The fluid sensor this copy of the violation is about, for violations on fluid sensors. */
  readonly subject: string | null;
  readonly conditions: readonly CompiledCondition[];
  /**
   * Everything that decides when it is raised and cleared: while this is the same, or the intervals alone are others, an edit does
   * not affect its timers.
   */
  readonly fingerprint: string;
  /** One condition that evaluates each reading alone: at rest only a true reading can change it. */
  readonly isStateless: boolean;
}

export interface CompiledPolicies {
  readonly violations: readonly CompiledViolation[];
  /** The violations a series can affect. */
  readonly bySeries: ReadonlyMap<SeriesKey, readonly CompiledViolation[]>;
  /** Violations with a condition on silence. */
  readonly silence: readonly CompiledViolation[];
}

const FLUID_FAMILY = /^fluid_(leak|battery|missing)$/u;

/** Compiles the policies in force on one sentry. */
export function compilePolicies(policies: readonly PolicyInForce[], setup: CompileOptions): CompiledPolicies {
  const violations = policies.flatMap((policy) =>
    policy.definition.violations.flatMap((violation) => {
      const aboutFluid = violation.conditions.some((condition) => FLUID_FAMILY.test(condition.sensorMetricId));
      const subjects = aboutFluid ? [...new Set(setup.fluidSensors)].sort() : [null];
      return subjects.flatMap((subject) => unfold(policy, violation, subject, setup) ?? []);
    }),
  );

  const bySeries = new Map<SeriesKey, CompiledViolation[]>();
  for (const compiled of violations)
    for (const series of new Set(compiled.conditions.map((condition) => condition.series)))
      bySeries.set(series, [...(bySeries.get(series) ?? []), compiled]);
  return { violations, bySeries, silence: violations.filter((v) => v.conditions.some((c) => c.silence)) };
}

function unfold(
  policy: PolicyInForce,
  violation: Violation,
  subject: string | null,
  setup: CompileOptions,
): CompiledViolation | null {
  const conditions: CompiledCondition[] = [];
  for (const condition of violation.conditions) {
    const zone = setup.zoneFor === undefined ? null : setup.zoneFor(policy, condition);
    if (zone === undefined) return null;
    const sensorMetricId =
      subject !== null && FLUID_FAMILY.test(condition.sensorMetricId)
        ? `${subject}_${condition.sensorMetricId.slice('fluid_'.length)}`
        : condition.sensorMetricId;
    const silence = sensorMetricId === SILENCE_METRIC;
    const seconds = setup.intervals?.get(sensorMetricId) ?? setup.reportIntervalSeconds;
    conditions.push({
      ...condition,
      sensorMetricId,
      series: seriesKey(sensorMetricId, zone === null ? condition.column : zonedColumn(condition.column, zone)),
      zone,
      interval: seconds * 1000,
      hold: silence ? Number.POSITIVE_INFINITY : holdMillis(seconds),
      silence,
    });
  }
  const { guid, name, version, doNotDisturb = null } = policy;
  const [only] = conditions;
  return {
    key: [
      guid,
      policy.keys?.[violation.description] ?? violation.description,
      ...(subject === null ? [] : [subject]),
    ].join('|'),
    policy: { guid, name, version, doNotDisturb },
    violation,
    subject,
    conditions,
    fingerprint: fingerprintOf(violation, conditions),
    isStateless:
      conditions.length === 1 && only !== undefined && only.calc.minutes === 0 && hasThreshold(only.operator),
  };
}

/** The column of a series that holds one column of one zone. */
export const zonedColumn = (column: string, zone: string): string => `${column}@${zone}`;

/** Metric, column, zone, calculation, operator, threshold, delays and hold; not its wording or severity. */
const fingerprintOf = (violation: Violation, conditions: readonly CompiledCondition[]): string =>
  JSON.stringify([
    violation.onsetDelay,
    violation.exitDelay,
    violation.instant,
    conditions.map(({ series, calc, operator, threshold, onsetDelay, exitDelay, interval, silence }) => [
      series,
      calc.minutes === 0 ? 0 : [calc.grab, calc.minutes],
      operator,
      hasThreshold(operator) ? threshold : 0,
      onsetDelay,
      exitDelay,
      silence ? 0 : interval,
    ]),
  ]);

/** A fingerprint without the intervals of its conditions, and these: a changed interval is no other definition. */
export function splitFingerprint(fingerprint: string): {
  readonly definition: string;
  readonly intervals: readonly Millis[];
} {
  const parsed: unknown = JSON.parse(fingerprint);
  const parts: readonly unknown[] = Array.isArray(parsed) ? parsed : [];
  const last = parts.at(-1);
  const rows: readonly unknown[] = Array.isArray(last) ? last : [];
  const conditions = rows.map((row): readonly unknown[] => (Array.isArray(row) ? row : []));
  return {
    definition: JSON.stringify([...parts.slice(0, -1), conditions.map((row) => row.slice(0, -1))]),
    intervals: conditions.map((row) => Number(row.at(-1))),
  };
}
