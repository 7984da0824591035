/**
 * What evaluation writes to alerts: alerts to insert, changes of existing ones, steps of their timelines. An alert is identified by
 * sentry, violation key and raisedAt, so that writing the same outcome twice changes nothing.
 */

import type { StepCode } from '@picket/contracts/alerts';
import type { Calculation } from '@picket/domain/aggregations';
import type { EvaluatedAlertKind } from '@picket/domain/alert-kinds';
import type { AlertState } from '@picket/domain/alert-states';
import type { Cause } from '@picket/domain/incidents';
import type { Millis } from '@picket/domain/time';

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
  /** Absent: it compares each reading, or what it compares was not recorded yet. */
  readonly calc?: Calculation | undefined;
  readonly operand: number | null;
  /** The zone it was computed over, as named in its series. */
  readonly zone?: string | undefined;
}

export interface RaisedAlert extends AlertIdentity {
  readonly kind: EvaluatedAlertKind;
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
  /** Its violation asks for video. */
  readonly recordsVideo: boolean;
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
