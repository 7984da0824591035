/**
 * Turns the outcomes of policy evaluation into writes to alerts. Pure.
 *
 * Input: the outcomes of one sentry in order.
 * Output: alerts to insert, changes to existing alerts, steps for their timelines.
 * Invariants: an alert is identified by (sentry, violation key, raisedAt), so writing the same outcome twice
 * changes nothing. To add an alert kind: a row in contracts' ALERT_KINDS and the place here that makes it.
 */
import type { AlertKind, AlertState, StepCode } from '@picket/contracts';
import { type Cause, getCause, type Millis } from '@picket/domain';
import type { CompiledPolicies, CompiledViolation, Outcome, Transition } from '@picket/monitor';

export interface AlertIdentity {
  readonly sentryGuid: string;
  readonly violationKey: string;
  readonly raisedAt: Millis;
}

export interface RaisedCondition {
  readonly sensorMetricId: string;
  readonly column: string;
  readonly operator: string;
  readonly threshold: number;
  readonly operand: number | null;
  /** The zone it was computed over, as named in its series. */
  readonly zone?: string | undefined;
}

export interface RaisedAlert extends AlertIdentity {
  readonly kind: AlertKind;
  readonly severity: number;
  readonly state: AlertState;
  readonly message: string;
  readonly policyGuid: string;
  readonly policyName: string;
  readonly policyVersion: number;
  readonly violation: string;
  readonly subject: string | null;
  readonly conditions: readonly RaisedCondition[];
  readonly startedAt: Millis;
  readonly endedAt: Millis | null;
  readonly clearedAt: Millis | null;
  /** Found by replaying readings that arrived late. */
  readonly backfilled: boolean;
  /** Raised in do-not-disturb: when that ends. */
  readonly mutedUntil: Millis | null;
  /** What was lost, for an alert about a loss of power or connectivity. */
  readonly cause: Cause | null;
}

/** A change to an alert raised in an earlier transaction. It applies only while the alert is in one of `from`. */
export interface AlertChange extends AlertIdentity {
  readonly from: readonly AlertState[];
  /** null: only the start changes; state and end stay. */
  readonly state: AlertState | null;
  readonly startedAt?: Millis;
  readonly endedAt: Millis | null;
  readonly clearedAt: Millis | null;
  /** Its times changed. */
  readonly corrected: boolean;
  /**
   * true: it should not have been raised; an alert a person resolved stays resolved, and is marked. false: it is an alert
   * again. null: unchanged.
   */
  readonly withdrawn: boolean | null;
}

export interface AlertStepRow extends AlertIdentity {
  readonly at: Millis;
  readonly code: StepCode;
  readonly detail: Readonly<Record<string, string | number | null>>;
}

export interface AlertWrites {
  readonly raised: readonly RaisedAlert[];
  readonly changes: readonly AlertChange[];
  readonly steps: readonly AlertStepRow[];
}

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
    conditions: conditions.map(({ sensorMetricId, column, operator, threshold, zone }, index) => ({
      ...(zone === null ? {} : { zone }),
      sensorMetricId,
      column,
      operator,
      threshold,
      operand: transition.evidence[index]?.operand ?? null,
    })),
    cause: getCause(conditions.map(({ sensorMetricId }) => sensorMetricId)),
    startedAt: transition.startedAt,
    endedAt: clearedAt,
    clearedAt,
  };
}

/** Returns the state of an alert whose violation has ended. */
export const getEndState = (activeResolution: boolean): AlertState => (activeResolution ? 'RECOVERED' : 'CLEARED');

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

/**
 * Merges changes into the alerts raised in the same batch, so that an alert that begins and ends in one batch is written
 * once. An alert with a correction in between is written change by change, in order.
 */
export function mergeOwnChanges({ raised, changes, steps }: AlertWrites): AlertWrites {
  const getKey = (one: AlertIdentity): string => `${one.sentryGuid} ${one.violationKey} ${one.raisedAt}`;
  const merged = new Map(raised.map((alert) => [getKey(alert), alert]));
  const rest: AlertChange[] = [];
  const unmerged = new Set<string>();
  for (const change of changes) {
    const identity = getKey(change);
    const own = unmerged.has(identity) ? undefined : merged.get(identity);
    const { state, endedAt, clearedAt } = change;
    if (own === undefined || change.corrected || change.withdrawn === true || state === null) {
      rest.push(change);
      unmerged.add(identity);
    } else if (change.from.includes(own.state)) {
      merged.set(getKey(change), { ...own, state, endedAt, clearedAt });
    }
  }
  return { raised: [...merged.values()], changes: rest, steps };
}

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
