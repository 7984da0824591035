export {
  type FrameRow,
  type FrameSize,
  frameAt,
  frameSizes,
  frameTimes,
  insertFrames,
  type StoredFrame,
  storedFrames,
} from './frame-store.ts';
export { followRetention } from './keep-readings.ts';
export { createPacker, type Packed, type Packer, packSeriesDays } from './pack-days.ts';
export { packedProblems } from './packed-problems.ts';
export { ensurePackedPartitions, makeReadingPartitions } from './partition-store.ts';
export type { ReadingBlock } from './reading-blocks.ts';
export { insertNewest, latestAt, readingIdentity, type StorableReading } from './reading-store.ts';
export { readingsRoutes } from './readings-routes.ts';
export { keptDays } from './retention-store.ts';
export { type Bucket, DAY, FIVE_MINUTES, HOUR } from './roll-ups.ts';
export { createSeriesCache, type SeriesCache } from './series-cache.ts';
export { insertSeries, type SeriesName, seriesAt } from './series-store.ts';
export { shiftReadings } from './shift-readings.ts';
export {
  blocksBetween,
  blocksInTurn,
  insertOlder,
  newestBefore,
  readingsSince,
  storedReadings,
} from './stored-readings.ts';
export { bucketsBetween, type History, type HistorySource, historyOf } from './thinned-history.ts';
