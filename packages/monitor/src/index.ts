export {
  type CompiledPolicies,
  type CompiledViolation,
  compilePolicies,
  type PolicyInForce,
  seriesKey,
  zonedColumn,
} from './compile-policies.ts';
export {
  activeRaisedAt,
  Replay,
  type Replayed,
  type ReplayedAlert,
  standingState,
  withRaisedAt,
} from './history-replay.ts';
export { type PendingExit, pendingExit } from './pending-exit.ts';
export { diffPolicies, fingerprintsOf, type PolicyFingerprints } from './policy-fingerprints.ts';
export { type KnownAlert, planReconciliation, type Reconciliation } from './reconcile.ts';
export {
  type Downtime,
  nextSilence,
  replaySilence,
  rewindSilence,
  silenceReachedAt,
  stepReceipt,
  stepSilence,
} from './silence.ts';
export { EMPTY_STATE, isResting, restingState, type SentryState, type ViolationState } from './state.ts';
export { isLive, nextDue, type Reading, stepReadings, stepTick, TICK_LAG, wasLive } from './step.ts';
export type { TraceCode, TraceStep } from './trace.ts';
export type { Outcome, Transition } from './transitions.ts';
