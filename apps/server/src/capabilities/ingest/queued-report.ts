/** A report on its way through the ingest queue. */
import type { Millis } from '@picket/domain/time';
import { AppError } from '../../platform/errors.ts';
import type { SentryActor } from '../../platform/http/actor.ts';
import type { TenantConfig } from '../tenant-config/index.ts';
import type { ParsedFrame, ParsedReading } from './parse-readings.ts';

export interface QueuedReading extends ParsedReading {
  readonly seriesId: number;
  /** `sensorMetricId.column`. */
  readonly series: string;
}

export interface QueuedReport {
  readonly sentry: SentryActor;
  /** The configuration its offsets and zones are of. */
  readonly config: TenantConfig;
  readonly receivedAt: Millis;
  readonly moreToFollow: boolean;
  /** Otherwise from a file or from the server itself: it does not make the sentry online. */
  readonly isFromDevice: boolean;
  readonly readings: readonly QueuedReading[];
  readonly frames: readonly ParsedFrame[];
}

/** A report with what of it was new to the store. */
export interface StoredReport {
  readonly report: QueuedReport;
  readonly added: readonly QueuedReading[];
}

export interface IngestResult {
  /** Stored readings, by their index in the report. */
  readonly accepted: ReadonlySet<number>;
  /** Readings that came too late to be evaluated here. */
  readonly late: ReadonlySet<number>;
}

/** An edit of offsets or zones was committed between the preparation of a report and its transaction. */
export class OutdatedReport extends AppError {
  constructor() {
    super('busy', { retryAfterSeconds: 1 });
  }
}
