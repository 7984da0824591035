export { availabilityOf, CONTACT_GAP } from './availability.ts';
export { contactHold } from './evaluate-sentry.ts';
export { createEvaluation, type Locked } from './evaluation.ts';
export {
  deleteState,
  insertState,
  lockStates,
  newestBeat,
  noteConfigChange,
  rewindTo,
  saveStates,
  uptimes,
} from './monitor-store.ts';
export { monitoringRoutes } from './monitoring-routes.ts';
export type {
  AlertRecord,
  RecordOutcomes,
  ReplayReason,
  ReplayToSettle,
  SentryOutcomes,
  WatchChanges,
} from './outcome-port.ts';
export { replayStored, type Variant } from './replay-stored.ts';
export { createTicker, type Ticker } from './ticker.ts';
export { traceAlert } from './trace-alert.ts';
export { type TriedViolation, tryOn } from './try-policies.ts';
export { createWatchSource, type WatchSource } from './watch-source.ts';
