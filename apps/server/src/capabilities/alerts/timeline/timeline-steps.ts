import { comparesReadings } from '@picket/domain/aggregations';
import type { CompiledViolation, Transition } from '@picket/monitor';
import type { AlertIdentity, AlertStepRow } from './alert-writes.ts';

/** Returns the timeline steps of a transition. */
export function toTimelineSteps(
  identity: AlertIdentity,
  compiled: CompiledViolation,
  transition: Transition,
): AlertStepRow[] {
  const { onsetDelay, exitDelay, activeResolution, instant } = compiled.violation;
  switch (transition.type) {
    case 'RAISED': {
      const met = transition.evidence.map(({ since, began, threshold }, index): AlertStepRow => {
        const condition = compiled.conditions[index];
        return {
          ...identity,
          at: since,
          code: 'CONDITION_MET',
          detail: {
            sensorMetricId: condition?.sensorMetricId ?? '',
            column: condition?.column ?? '',
            operator: condition?.operator ?? '',
            threshold,
            ...(comparesReadings(condition?.calc) ? {} : condition?.calc),
            operand: began,
            waitSeconds: onsetDelay + (condition?.onsetDelay ?? 0),
          },
        };
      });
      const cleared: AlertStepRow[] = instant
        ? [{ ...identity, at: transition.at, code: activeResolution ? 'RECOVERED' : 'CLEARED', detail: {} }]
        : [];
      return [...met, { ...identity, at: transition.at, code: 'RAISED', detail: {} }, ...cleared];
    }
    case 'EXIT_STARTED':
      return [{ ...identity, at: transition.at, code: 'EXIT_STARTED', detail: { waitSeconds: exitDelay } }];
    case 'EXIT_CANCELLED':
      return [{ ...identity, at: transition.at, code: 'EXIT_CANCELLED', detail: {} }];
    case 'CLEARED':
      return [{ ...identity, at: transition.at, code: activeResolution ? 'RECOVERED' : 'CLEARED', detail: {} }];
  }
}
