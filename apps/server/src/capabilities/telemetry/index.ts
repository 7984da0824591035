export {
  createLanes,
  type EvaluationPort,
  type LaneReading,
  type LaneReport,
  type Lanes,
  type OnStored,
  type StoredReport,
} from './ingest-lanes.ts';
export { makePartitions, readingsSince, type StoredReading, thinnedPoints } from './reading-store.ts';
export { createSeriesCache, type SeriesCache } from './series-cache.ts';
export { telemetryRoutes } from './telemetry-routes.ts';
