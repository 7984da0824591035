export { applyRetention } from './apply-retention.ts';
export { findChunkProblems } from './chunk-problems.ts';
export { deleteHistoryAt } from './delete-history.ts';
export { queryBuckets, queryHistory } from './downsampled-history.ts';
export {
  countFrames,
  frameSizes,
  insertFrames,
  iterateFrames,
  listFramesBetween,
  type StoredFrame,
} from './frame-store.ts';
export { packedBytes } from './get-retention-settings.ts';
export { newestPackedReading, newestReading } from './newest-reading.ts';
export { createPacker, type PackResult, packSeriesDays } from './pack-days.ts';
export { createReadingPartitions, ensurePackedPartitions } from './partition-store.ts';
export { joinBlocks, mergeBlocks, NO_READINGS, type ReadingBlock } from './reading-blocks.ts';
export {
  deleteReadingsAt,
  insertNewest,
  type LatestRow,
  listLatest,
  readingIdentity,
} from './reading-store.ts';
export { getRetention } from './retention-store.ts';
export { type Bucket, FIVE_MINUTES, HOUR } from './roll-ups.ts';
export { createSeriesCache, type SeriesCache } from './series-cache.ts';
export { insertSeries, listSeries, listTenantSeries, type SeriesOfTenant } from './series-store.ts';
export { shiftReadings } from './shift-readings.ts';
export {
  insertIfMissing,
  iterateBlocks,
  iterateReadings,
  latestValuesBefore,
  readBlocks,
  readingsSince,
} from './stored-readings.ts';
export { timeseriesRoutes } from './timeseries-routes.ts';
