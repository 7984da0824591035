/**
 * Turns the outcomes of policy evaluation into writes to alerts. Pure.
 *
 * Input: the outcomes of one sentry in order. Output: alerts to insert, changes to existing alerts, steps for their timelines.
 * To add an alert kind: a row in the domain's ALERT_KINDS and the place in raised-alert.ts that makes it.
 */
import type { AlertState } from '@picket/domain/alert-states';
import type { CompiledPolicies, CompiledViolation, Outcome, Transition } from '@picket/monitor';
import type { AlertChange, AlertIdentity, AlertStepRow, AlertWrites, RaisedAlert } from '../timeline/alert-writes.ts';
import { toTimelineSteps } from '../timeline/timeline-steps.ts';
import { getEndState, toRaisedAlert } from './raised-alert.ts';

const ALL_STATES: readonly AlertState[] = ['OPEN', 'RECOVERED', 'CLEARED', 'RESOLVED'];

/** Returns the writes that the outcomes of one sentry cause. */
export function toAlertWrites(
  sentryGuid: string,
  policies: CompiledPolicies,
  outcomes: readonly Outcome[],
): AlertWrites {
  const byKey = new Map(policies.violations.map((compiled) => [compiled.key, compiled]));
  const raised: RaisedAlert[] = [];
  const changes: AlertChange[] = [];
  const steps: AlertStepRow[] = [];
  for (const outcome of outcomes) {
    const compiled = byKey.get(outcome.violation);
    if (compiled === undefined) continue;
    if (outcome.type === 'HAPPENED') {
      const { transition } = outcome;
      const identity = { sentryGuid, violationKey: outcome.violation, raisedAt: transition.raisedAt };
      if (transition.type === 'RAISED') {
        const alert = toRaisedAlert(identity, compiled, transition);
        // An alert withdrawn in the same batch exists already, and inserts run before changes.
        if (changes.some((change) => change.withdrawn === true && isSameAlert(change, identity)))
          changes.push(toReinstatedChange(alert));
        raised.push(alert);
      }
      if (transition.type === 'CLEARED') changes.push(toClearedChange(identity, compiled, transition));
      steps.push(...toTimelineSteps(identity, compiled, transition));
    } else {
      const { change, step } = toCorrection(sentryGuid, outcome);
      changes.push(change);
      steps.push(step);
    }
  }
  return { raised, changes, steps };
}

const toClearedChange = (
  identity: AlertIdentity,
  { violation }: CompiledViolation,
  transition: Extract<Transition, { type: 'CLEARED' }>,
): AlertChange => ({
  ...identity,
  from: ['OPEN'],
  state: getEndState(violation.activeResolution),
  endedAt: transition.endedAt,
  clearedAt: transition.at,
  corrected: false,
  withdrawn: null,
});

const isSameAlert = (one: AlertIdentity, other: AlertIdentity): boolean =>
  one.sentryGuid === other.sentryGuid && one.violationKey === other.violationKey && one.raisedAt === other.raisedAt;

/** Returns the change that reinstates a withdrawn alert. */
const toReinstatedChange = ({
  sentryGuid,
  violationKey,
  raisedAt,
  state,
  startedAt,
  endedAt,
  clearedAt,
}: RaisedAlert): AlertChange => ({
  sentryGuid,
  violationKey,
  raisedAt,
  from: ALL_STATES,
  state,
  startedAt,
  endedAt,
  clearedAt,
  corrected: true,
  withdrawn: false,
});

/**
 * Returns the correction a late reading causes. A changed start keeps state and end; a reverted end reopens the alert; an
 * alert that should not have been raised is cleared as of that reading.
 */
function toCorrection(
  sentryGuid: string,
  outcome: Exclude<Outcome, { type: 'HAPPENED' }>,
): { readonly change: AlertChange; readonly step: AlertStepRow } {
  const { at, violation: violationKey } = outcome;
  const raisedAt = outcome.type === 'REVERTED' ? outcome.transition.raisedAt : outcome.raisedAt;
  const identity = { sentryGuid, violationKey, raisedAt };
  const open = { ...identity, endedAt: null, clearedAt: null, corrected: true, withdrawn: null };
  switch (outcome.type) {
    case 'START_MOVED':
      return {
        change: { ...open, from: ALL_STATES, state: null, startedAt: outcome.startedAt },
        step: { ...identity, at, code: 'CORRECTED', detail: { what: 'TIMES' } },
      };
    case 'REVERTED':
      return {
        change: { ...open, from: ['OPEN', 'RECOVERED', 'CLEARED'], state: 'OPEN' },
        step: { ...identity, at, code: 'CORRECTED', detail: { what: outcome.transition.type } },
      };
    case 'WITHDRAWN': {
      const end = { endedAt: at, clearedAt: at, corrected: false, withdrawn: true };
      return {
        change: { ...identity, from: ALL_STATES, state: 'CLEARED', ...end },
        // The reading may be older than the alert; on the timeline it comes after it.
        step: { ...identity, at: Math.max(at, raisedAt), code: 'WITHDRAWN', detail: {} },
      };
    }
  }
}
