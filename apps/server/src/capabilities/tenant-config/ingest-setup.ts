/** What ingest needs to know about a sentry: retention, offsets, and the zones of its pictures. */
import type { Millis } from '@picket/domain/time';
import type { ZoneGrid } from '@picket/domain/zones';

export interface FrameZone {
  /** As it stands in the names of its series: the zone and its revision. */
  readonly name: string;
  readonly sensorMetricIds: readonly string[];
  readonly grid: ZoneGrid;
}

export interface IngestSetup {
  readonly zones: readonly FrameZone[];
  /** Days that readings are kept; 0: for ever. */
  readonly retentionDays: number;
  /** false: `offsetOf` always returns 0. */
  readonly hasOffsets: boolean;
  /** What is added to a reading of that column at that time; 0 almost always. */
  offsetOf(sensorMetricId: string, column: string, at: Millis): number;
}
