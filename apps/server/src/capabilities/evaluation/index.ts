export { type ActiveViolation, findActiveViolation } from './active-violation.ts';
export { availabilityOf } from './availability.ts';
export { createAvailabilitySource } from './availability-source.ts';
export { deletionTime, doubtfulGap } from './deletion-time.ts';
export { createEvaluation } from './evaluation.ts';
export { evaluationRoutes } from './evaluation-routes.ts';
export { markConfigChanged } from './mark-config-changed.ts';
export { deleteState, insertState, lockStates, saveStates } from './monitor-store.ts';
export type {
  AlertRecorder,
  RecordOutcomes,
  ReplayToReconcile,
  SentryOutcomes,
} from './outcome-port.ts';
export { replayStored, type Variant } from './previews/replay-stored.ts';
export { type SimulatedViolation, simulateReading } from './previews/simulate-reading.ts';
export { traceAlert } from './previews/trace-alert.ts';
export { createTicker, type Ticker } from './ticker.ts';
export { listUptimes } from './uptime-store.ts';
