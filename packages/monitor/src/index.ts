export { inForceFrom, Replay, type Replayed, type ReplayedAlert, standingAt } from './history-replay.ts';
export { type KnownAlert, type Reconciliation, type Settled, settle } from './reconcile.ts';
export {
  type Downtime,
  nextSilence,
  silenceReachedAt,
  silenceReadings,
  stepHeard,
  stepSilence,
} from './silence.ts';
export { EMPTY_STATE, isResting, restingState, type SentryState, type ViolationState } from './state.ts';
export { isLive, nextDue, type Reading, type Step, stepReadings, stepTick, TICK_LAG } from './step.ts';
export type { Evidence, Outcome, Transition } from './transitions.ts';
export { TRACE_CODES, type TraceCode, type TraceStep } from './violation-machine.ts';
export {
  type PolicyInForce,
  type SeriesKey,
  seriesKey,
  type Watch,
  type WatchedCondition,
  type WatchedViolation,
  type WatchSetup,
  watchOf,
  zonedColumn,
} from './watch.ts';
export { changeWatch, type WatchChange, type WatchPrint, watchPrint } from './watch-change.ts';
