export {
  type CompiledCondition,
  type CompiledPolicies,
  type CompiledViolation,
  type CompileOptions,
  compilePolicies,
  type PolicyInForce,
  type SeriesKey,
  seriesKey,
  zonedColumn,
} from './compile-policies.ts';
export { activeRaisedAt, clipAlerts, Replay, type Replayed, type ReplayedAlert } from './history-replay.ts';
export { diffPolicies, fingerprintsOf, type PolicyDiff, type PolicyFingerprints } from './policy-fingerprints.ts';
export { type KnownAlert, planReconciliation, type ReconciledReplay, type Reconciliation } from './reconcile.ts';
export {
  type Downtime,
  nextSilence,
  silenceReachedAt,
  silenceReadings,
  stepReceipt,
  stepSilence,
} from './silence.ts';
export { EMPTY_STATE, isResting, restingState, type SentryState, type ViolationState } from './state.ts';
export { isLive, nextDue, type Reading, type Step, stepReadings, stepTick, TICK_LAG } from './step.ts';
export { TRACE_CODES, type TraceCode, type TraceStep } from './trace.ts';
export type { Evidence, Outcome, Transition } from './transitions.ts';
