import type { DoNotDisturb } from '@picket/domain/policies';
import { quietIntervalAt } from '@picket/domain/schedules';
import type { Millis } from '@picket/domain/time';
import type { CompiledPolicies, CompiledViolation } from '@picket/monitor';
import type { AlertStepRow, AlertWrites, RaisedAlert } from '../timeline/alert-writes.ts';

/** Mutes alerts raised in do-not-disturb (monitor rules: Do-not-disturb). */
export function muteInDoNotDisturb(
  writes: AlertWrites,
  policies: CompiledPolicies,
  getDoNotDisturbEnd: (compiled: CompiledViolation, at: Millis) => Millis | null,
): AlertWrites {
  const byKey = new Map(policies.violations.map((compiled) => [compiled.key, compiled]));
  const muted: AlertStepRow[] = [];
  const raised = writes.raised.map((alert): RaisedAlert => {
    const compiled = byKey.get(alert.violationKey);
    const mutedUntil = compiled === undefined ? null : getDoNotDisturbEnd(compiled, alert.raisedAt);
    if (mutedUntil === null) return alert;
    const { sentryGuid, violationKey, raisedAt } = alert;
    const until = new Date(mutedUntil).toISOString();
    muted.push({ sentryGuid, violationKey, raisedAt, at: raisedAt, code: 'MUTED', detail: { until } });
    return { ...alert, mutedUntil };
  });
  return { ...writes, raised, steps: [...writes.steps, ...muted] };
}

/** Returns the last instant of the do-not-disturb interval that contains `at`, or null. */
export const getDoNotDisturbEnd = (schedule: DoNotDisturb | null, timezone: string, at: Millis): Millis | null =>
  schedule === null ? null : (quietIntervalAt(schedule, timezone, at)?.until ?? null);
