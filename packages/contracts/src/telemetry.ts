import { RETENTION_DAYS, RETENTION_KINDS } from '@picket/domain/retention';
import { z } from 'zod';
import { FieldError } from './errors.ts';
import { Guid, InstantIn, InstantOut } from './primitives.ts';
import { Column, SensorMetricId, Text } from './request-texts.ts';

const MAX_READINGS = 5000;

/** The envelope of a report. Its readings are validated one by one: an invalid reading does not affect the others. */
export const Report = z.object({
  sentAt: InstantIn,
  moreToFollow: z.boolean().optional(),
  readings: z.array(z.unknown()).max(MAX_READINGS, `at most ${MAX_READINGS} readings in one report`),
});

export const FrameBody = z.object({
  rows: z.number().int().min(1).max(480),
  columns: z.number().int().min(1).max(640),
  /** Row by row: numbers, or base64 of float32 little-endian. */
  data: z.union([z.array(z.number().nullable()), z.string()]),
});

/** One reading as the device sends it. */
export const ReadingBody = z
  .object({
    sensorMetricId: z.string().min(1).max(160),
    at: InstantIn,
    values: z.record(z.string().max(64), z.number().nullable()).optional(),
    frame: FrameBody.optional(),
  })
  .refine((reading) => reading.values !== undefined || reading.frame !== undefined, 'values or frame is missing');

export const ReportResponse = z.object({
  accepted: z.number(),
  duplicates: z.number(),
  late: z.number(),
  rejected: z.array(z.object({ index: z.number(), name: z.string(), message: z.string() })),
  serverTime: InstantOut,
});

/** A report as a message of `picket/<sentry>/telemetry`: a broker has no header for the token. */
export const MqttReport = Report.extend({ token: Text(128).min(1) });

/** The response to it, published to `picket/<sentry>/response`; `status` as over HTTP. */
export const MqttReportResponse = z.union([
  ReportResponse.extend({ status: z.literal(200), sentAt: InstantOut }),
  z.object({
    status: z.number(),
    /** Of the report, where it could be read. */
    sentAt: z.string().optional(),
    code: z.string(),
    message: z.string(),
    errors: z.array(FieldError).optional(),
    /** With 429: seconds until the report may be published again. */
    retryAfterSeconds: z.number().optional(),
  }),
]);
export type MqttReportResponse = z.infer<typeof MqttReportResponse>;

export const TELEMETRY_TOPIC_FILTER = 'picket/+/telemetry';
export const telemetryTopic = (sentry: string): string => `picket/${sentry}/telemetry`;
export const responseTopic = (sentry: string): string => `picket/${sentry}/response`;

export const LatestReading = z.object({
  sentry: Guid,
  sensorMetricId: z.string(),
  column: z.string(),
  unit: z.string(),
  at: InstantOut,
  /** null: the sensor reported unknown. */
  value: z.number().nullable(),
  ageSeconds: z.number(),
  /** How long a reading of this series holds. */
  holdSeconds: z.number(),
});

export const Latest = z.object({ items: z.array(LatestReading), serverTime: InstantOut });

export const TelemetryQuery = z.strictObject({
  sensorMetricId: SensorMetricId.optional(),
  column: Column.optional(),
  sentry: Guid.optional(),
  from: InstantIn,
  to: InstantIn,
  points: z.coerce.number().int().min(2).max(2000).default(300),
});

const TelemetryPoint = z.object({
  at: InstantOut,
  min: z.number(),
  max: z.number(),
  mean: z.number(),
  count: z.number(),
});

export const TelemetrySeries = z.object({
  sentry: Guid,
  sensorMetricId: z.string(),
  column: z.string(),
  unit: z.string(),
  /** Seconds each point stands for; 0: the readings themselves. */
  resolution: z.number(),
  /** What the points were made of: readings, packed days, or roll-ups; of a mixture the coarsest. */
  source: z.enum(['raw', 'packed', 'rollup']),
  /** Seconds a bucket of that roll-up stands for; 0 where none was used. */
  rollupSeconds: z.number(),
  points: z.array(TelemetryPoint),
});

export const Telemetry = z.object({
  series: z.array(TelemetrySeries),
  /** There are more series than are shown: name a sentry or a metric. */
  isCut: z.literal(true).optional(),
});

/** How long each kind is kept, in days; 0: for ever. What is left out stays as it is. */
export const RetentionBody = z
  .strictObject({
    keepDays: z.partialRecord(z.enum(RETENTION_KINDS), z.literal(RETENTION_DAYS)),
  })
  .refine(({ keepDays }) => Object.keys(keepDays).length > 0, { path: ['keepDays'], message: 'names nothing' });

export const Retention = z.object({
  items: z.array(
    z.object({
      kind: z.enum(RETENTION_KINDS),
      /** 0: for ever. */
      keepDays: z.number(),
      /** What it takes on disk, of days that are packed. */
      bytes: z.number(),
      /** What a day adds, by the last week. */
      bytesPerDay: z.number(),
      /** The sizes are those of some of the series, scaled to all of them. */
      isEstimated: z.boolean(),
      /** Since when there is any; not known where the sizes are estimated. */
      since: InstantOut.optional(),
    }),
  ),
  last_update_ts: InstantOut,
});
