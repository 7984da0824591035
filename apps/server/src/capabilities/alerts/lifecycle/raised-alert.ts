import { comparesReadings } from '@picket/domain/aggregations';
import type { AlertState } from '@picket/domain/alert-states';
import { getCause } from '@picket/domain/incidents';
import type { CompiledViolation, Transition } from '@picket/monitor';
import type { AlertIdentity, RaisedAlert } from '../timeline/alert-writes.ts';

/** Returns the alert of a RAISED transition. */
export function toRaisedAlert(
  identity: AlertIdentity,
  { policy, violation, subject, conditions }: CompiledViolation,
  transition: Extract<Transition, { type: 'RAISED' }>,
): RaisedAlert {
  const clearedAt = violation.instant ? transition.at : null;
  return {
    backfilled: false,
    mutedUntil: null,
    ...identity,
    // Silence is measured by the server, so there are no readings to copy.
    kind: conditions.every((condition) => condition.silence) ? 'POLICY_ALERT' : 'POLICY_ALERT_WITH_READINGS',
    severity: violation.severity,
    state: violation.instant ? getEndState(violation.activeResolution) : 'OPEN',
    message: violation.description,
    policyGuid: policy.guid,
    policyName: policy.name,
    policyVersion: policy.version,
    violation: violation.description,
    subject,
    conditions: conditions.map(({ sensorMetricId, column, operator, threshold, calc, zone }, index) => ({
      ...(zone === null ? {} : { zone }),
      ...(comparesReadings(calc) ? {} : { calc }),
      sensorMetricId,
      column,
      operator,
      threshold,
      operand: transition.evidence[index]?.operand ?? null,
    })),
    recordsVideo: violation.video,
    cause: getCause(conditions.map(({ sensorMetricId }) => sensorMetricId)),
    startedAt: transition.startedAt,
    endedAt: clearedAt,
    clearedAt,
  };
}

/** Returns the state of an alert whose violation has ended. */
export const getEndState = (activeResolution: boolean): AlertState => (activeResolution ? 'RECOVERED' : 'CLEARED');
