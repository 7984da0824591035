export { type ConfigSource, createConfigSource } from '../tenant-config/config-source.ts';
export { availabilityOf, OFFLINE_AFTER } from './availability.ts';
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
export { replayStored, type Variant } from './previews/replay-stored.ts';
export { type SimulatedViolation, simulateReading } from './previews/simulate-reading.ts';
export { traceAlert } from './previews/trace-alert.ts';
export { createTicker, type Ticker } from './ticker.ts';
