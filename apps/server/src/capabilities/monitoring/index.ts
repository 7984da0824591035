export { availabilityOf, CONTACT_GAP } from './availability.ts';
export { traceAlert } from './backtest.ts';
export { contactHold } from './evaluate-sentry.ts';
export { createEvaluation, type Locked } from './evaluation.ts';
export { deleteState, insertState, noteConfigChange, uptimes } from './monitor-store.ts';
export { monitoringRoutes } from './monitoring-routes.ts';
export type {
  AlertRecord,
  RecordOutcomes,
  ReplayReason,
  ReplayToSettle,
  SentryOutcomes,
  WatchChanges,
} from './outcome-port.ts';
export { createTicker, type Ticker } from './ticker.ts';
export { createWatchSource, type WatchSource } from './watch-source.ts';
