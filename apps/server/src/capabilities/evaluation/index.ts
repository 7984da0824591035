export { availabilityOf, OFFLINE_AFTER } from './availability.ts';
export { type ConfigSource, createConfigSource } from './config-source.ts';
export { onlineHold } from './evaluate-sentry.ts';
export { createEvaluation, type Locked } from './evaluation.ts';
export { evaluationRoutes } from './evaluation-routes.ts';
export {
  deleteState,
  insertState,
  listUptimes,
  lockStates,
  markConfigChanged,
  newestHeartbeat,
  rewindTo,
  saveStates,
} from './monitor-store.ts';
export type {
  AlertRecorder,
  ConfigChanges,
  RecordOutcomes,
  ReplayReason,
  ReplayToReconcile,
  SentryOutcomes,
} from './outcome-port.ts';
export { replayStored, type Variant } from './replay-stored.ts';
export { type SimulatedViolation, simulateReading } from './simulate-reading.ts';
export { createTicker, type Ticker } from './ticker.ts';
export { traceAlert } from './trace-alert.ts';
