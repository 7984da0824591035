export { type Downtime, nextSilence, silenceReachedAt, stepHeard, stepSilence } from './silence.ts';
export { EMPTY_STATE, type SentryState } from './state.ts';
export { nextDue, type Reading, type Step, stepReadings, stepTick, TICK_LAG } from './step.ts';
export type { Evidence, Outcome, Transition } from './transitions.ts';
export {
  type PolicyInForce,
  type SeriesKey,
  seriesKey,
  type Watch,
  type WatchedCondition,
  type WatchedViolation,
  watchOf,
} from './watch.ts';
