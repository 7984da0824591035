export { CONTACT_GAP } from './availability.ts';
export { contactHold } from './evaluate-sentry.ts';
export { createEvaluation, createWatchSource, type Locked, type WatchSource } from './evaluation.ts';
export { deleteState, insertState } from './monitor-store.ts';
export type { RecordOutcomes, SentryOutcomes } from './outcome-port.ts';
export { createTicker, type Ticker } from './ticker.ts';
