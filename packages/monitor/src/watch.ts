/**
 * What the engine watches on one sentry: the policies in force, unfolded into violations with their holds.
 *
 * Enters: policies as stored, the sentry's report interval, the series it has. Leaves: a `Watch`, built once per change of
 * those and shared by every step. Invariant: the key of a violation names its state for ever, so it holds nothing that an
 * edit of wording elsewhere would change.
 */
import {
  type Condition,
  fluidSensorOf,
  holdMillis,
  type Millis,
  type PolicyDefinition,
  SILENCE_METRIC,
  type Violation,
} from '@picket/domain';

/** `sensorMetricId.column`: names a series within its sentry. */
export type SeriesKey = string;

export const seriesKey = (sensorMetricId: string, column: string): SeriesKey => `${sensorMetricId}.${column}`;

export interface PolicyInForce {
  readonly guid: string;
  readonly name: string;
  readonly version: number;
  readonly definition: PolicyDefinition;
}

export interface WatchedCondition extends Condition {
  readonly series: SeriesKey;
  /** I of the rules, in milliseconds. */
  readonly interval: Millis;
  /** H of the rules: how long a reading holds, in milliseconds; infinite for silence, which the server itself knows. */
  readonly hold: Millis;
  readonly silence: boolean;
}

export interface WatchedViolation {
  readonly key: string;
  readonly policy: { readonly guid: string; readonly name: string; readonly version: number };
  readonly violation: Violation;
  /** The fluid sensor this copy of the violation is about, for violations on fluid sensors. */
  readonly subject: string | null;
  readonly conditions: readonly WatchedCondition[];
}

export interface Watch {
  readonly violations: readonly WatchedViolation[];
  /** Which violations a series can move. */
  readonly bySeries: ReadonlyMap<SeriesKey, readonly WatchedViolation[]>;
  /** Violations with a condition on silence. */
  readonly silence: readonly WatchedViolation[];
}

const FLUID_FAMILY = /^fluid_(leak|battery|missing)$/u;

/** Unfolds the policies in force on one sentry. `sensorMetricIds` are those the sentry has series for. */
export function watchOf(
  policies: readonly PolicyInForce[],
  reportIntervalSeconds: number,
  sensorMetricIds: Iterable<string>,
): Watch {
  const fluidSensors = new Set<string>();
  for (const id of sensorMetricIds) {
    const fluid = fluidSensorOf(id);
    if (fluid) fluidSensors.add(fluid.sensor);
  }

  const violations = policies.flatMap((policy) =>
    policy.definition.violations.flatMap((violation) => {
      const aboutFluid = violation.conditions.some((condition) => FLUID_FAMILY.test(condition.sensorMetricId));
      const subjects = aboutFluid ? [...fluidSensors].sort() : [null];
      return subjects.map((subject) => unfold(policy, violation, subject, reportIntervalSeconds));
    }),
  );

  const bySeries = new Map<SeriesKey, WatchedViolation[]>();
  for (const watched of violations)
    for (const series of new Set(watched.conditions.map((condition) => condition.series)))
      bySeries.set(series, [...(bySeries.get(series) ?? []), watched]);
  return { violations, bySeries, silence: violations.filter((v) => v.conditions.some((c) => c.silence)) };
}

function unfold(
  policy: PolicyInForce,
  violation: Violation,
  subject: string | null,
  reportIntervalSeconds: number,
): WatchedViolation {
  const conditions = violation.conditions.map((condition): WatchedCondition => {
    const sensorMetricId =
      subject !== null && FLUID_FAMILY.test(condition.sensorMetricId)
        ? `${subject}_${condition.sensorMetricId.slice('fluid_'.length)}`
        : condition.sensorMetricId;
    const silence = sensorMetricId === SILENCE_METRIC;
    return {
      ...condition,
      sensorMetricId,
      series: seriesKey(sensorMetricId, condition.column),
      interval: reportIntervalSeconds * 1000,
      hold: silence ? Number.POSITIVE_INFINITY : holdMillis(reportIntervalSeconds),
      silence,
    };
  });
  return {
    key: [policy.guid, violation.description, ...(subject === null ? [] : [subject])].join('|'),
    policy: { guid: policy.guid, name: policy.name, version: policy.version },
    violation,
    subject,
    conditions,
  };
}
