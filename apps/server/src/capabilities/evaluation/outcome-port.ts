/** What evaluation passes on: outcomes of one sentry, in order. The alerts capability records them; app/wire-pipeline.ts connects both. */
import type { Millis } from '@picket/domain/time';
import type { CompiledPolicies, CompiledViolation, Outcome, Replayed, ViolationState } from '@picket/monitor';
import type { Sql } from '../../platform/db/database.ts';

export interface SentryOutcomes {
  readonly sentry: { readonly guid: string; readonly tenant: string; readonly location: string };
  readonly policies: CompiledPolicies;
  readonly outcomes: readonly Outcome[];
}

/** Violations whose definition changed under open alerts. */
export interface ConfigChanges {
  readonly sentry: string;
  readonly at: Millis;
  /** Removed violations: their open alerts end as "policy changed". */
  readonly removed: readonly string[];
}

/** Why a violation's history was replayed. */
export type ReplayReason = 'LATE_READINGS' | 'POLICY_EDIT';

/** A violation's replayed history, to be reconciled with the recorded alerts. */
export interface ReplayToReconcile {
  readonly sentry: { readonly guid: string; readonly tenant: string; readonly location: string };
  readonly compiled: CompiledViolation;
  readonly replayed: Replayed;
  readonly reason: ReplayReason;
  /** Since when its definition is in force. */
  readonly from: Millis;
  readonly readingsFrom: Millis;
  /** raisedAt of the alert that was active under the definition before. */
  readonly standing: Millis | null;
  /** raisedAt of the alert that was active before the replay, whatever its state is on record. */
  readonly active: Millis | null;
  /** Whether the replay covers a recorded alert. */
  covers(alert: { readonly raisedAt: Millis; readonly clearedAt: Millis | null }): boolean;
}

/** Records alerts for evaluation; app/wire-pipeline.ts connects the alerts capability. */
export interface AlertRecorder {
  readonly recordOutcomes: RecordOutcomes;
  configChanged(sql: Sql, tenant: string, changes: ConfigChanges): Promise<void>;
  /** Corrects the recorded alerts; returns the state with the recorded raisedAt. */
  reconcile(sql: Sql, replay: ReplayToReconcile, recordedAt: Millis): Promise<ViolationState>;
}

/** Runs in the transaction that saves the states the outcomes come from. */
export type RecordOutcomes = (sql: Sql, batch: readonly SentryOutcomes[], recordedAt: Millis) => Promise<void>;
