/** Read models of a location's past: the annotations of its graphs, its activity, its calendar, its pictures. */
import { ALERT_KIND_NAMES } from '@picket/domain/alert-kinds';
import { OPERATOR_NAMES } from '@picket/domain/operators';
import { SEVERITY_LABELS } from '@picket/domain/severity';
import { z } from 'zod';
import { WithdrawnFilter } from './alerts.ts';
import { RecordedCalculation } from './policies.ts';
import { Guid, InstantIn, InstantOut } from './primitives.ts';
import { Column, SensorMetricId, Text } from './request-texts.ts';

export const AnnotationsQuery = z.strictObject({ from: InstantIn, to: InstantIn, withdrawn: WithdrawnFilter });

const Span = z.object({ from: InstantOut, to: InstantOut });
const PolicyName = z.object({ guid: Guid, name: z.string() });

export const Annotations = z.object({
  /** When this server was down. */
  serverDown: z.array(Span),
  offline: z.array(Span.extend({ sentry: Guid })),
  /** Quiet hours, by policy; empty beyond 35 days, where they would not be readable. `sentry`: it has its own. */
  doNotDisturb: z.array(z.object({ policy: PolicyName, sentry: Guid.optional(), spans: z.array(Span) })),
  /**
   * Limits as they were in force. What names a sentry holds for it; what names none, for the others of the location that
   * have no limits of their own of this policy.
   */
  thresholds: z.array(
    Span.extend({
      policy: PolicyName,
      sentry: Guid.optional(),
      /** Of a fluid sensor: its family. */
      sensorMetricId: z.string(),
      column: z.string(),
      violation: z.string(),
      operator: z.enum(OPERATOR_NAMES),
      threshold: z.number(),
      /** What is compared with it; absent: each reading. */
      calc: RecordedCalculation,
      severity: z.number(),
    }),
  ),
  /** Newest first, at most 500. */
  alerts: z.array(
    z.object({
      guid: Guid,
      kind: z.enum(ALERT_KIND_NAMES),
      title: z.string(),
      severity: z.number(),
      severityLabel: z.enum(SEVERITY_LABELS),
      withdrawn: z.boolean(),
      sentry: Guid.optional(),
      /** `sensorMetricId.column` of what it is about. */
      series: z.array(z.string()),
      raisedAt: InstantOut,
      endedAt: InstantOut.optional(),
    }),
  ),
  /** Another device took over: from here on readings come from it. */
  deviceChanges: z.array(z.object({ sentry: Guid, at: InstantOut, model: z.string(), serialNumber: z.string() })),
  /** Offsets that began. */
  offsets: z.array(
    z.object({
      sentry: Guid,
      sensorMetricId: z.string(),
      column: z.string(),
      at: InstantOut,
      offset: z.number(),
      reason: z.string(),
    }),
  ),
});

export const ActivityQuery = z
  .strictObject({
    /** A series of one sentry, or a kind of alert. */
    sentry: Guid.optional(),
    sensorMetricId: SensorMetricId.optional(),
    column: Column.optional(),
    kind: z.enum(ALERT_KIND_NAMES).optional(),
    weeks: z.coerce.number().int().min(1).max(26).default(4),
  })
  .refine(({ kind, sensorMetricId }) => (kind === undefined) !== (sensorMetricId === undefined), {
    path: ['sensorMetricId'],
    message: 'name a metric or a kind of alert',
  });

export const Activity = z.object({
  timezone: z.string(),
  unit: z.string(),
  /** The local days shown, oldest first, YYYY-MM-DD. */
  days: z.array(z.string()),
  cells: z.array(
    z.object({
      day: z.string(),
      hour: z.number(),
      /** Mean of the readings, or number of alerts. */
      value: z.number(),
      usual: z.number().nullable(),
      unusual: z.boolean(),
    }),
  ),
});

export const CalendarQuery = z.strictObject({
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/u, 'write it as 2026-05'),
});

export const Calendar = z.object({
  timezone: z.string(),
  days: z.array(
    z.object({
      day: z.string(),
      alerts: z.number(),
      /** How many of them are of each severity. */
      bySeverity: z.object({ critical: z.number(), warning: z.number(), info: z.number() }),
      worst: z.enum(SEVERITY_LABELS),
      /** Minutes in which something measured was outside its limits. */
      outOfRangeMinutes: z.number(),
      hasReadings: z.boolean(),
    }),
  ),
});

export const FramesQuery = z.strictObject({
  sensorMetricId: SensorMetricId,
  from: InstantIn,
  to: InstantIn,
  /** At most so many, evenly thinned. */
  points: z.coerce.number().int().min(2).max(1000).default(288),
});
export const Frames = z.object({ items: z.array(z.object({ at: InstantOut })) });

export const FrameQuery = z.strictObject({
  sensorMetricId: SensorMetricId,
  /** The newest at or before this instant; left out: the newest of all. */
  at: InstantIn.optional(),
});
export const Frame = z.object({
  sentry: Guid,
  sensorMetricId: z.string(),
  at: InstantOut,
  rows: z.number(),
  columns: z.number(),
  /** base64 of float32 little-endian, row by row; NaN where unknown. */
  data: z.string(),
});

export const ExportQuery = z.strictObject({
  sentry: Guid.optional(),
  sensorMetricId: SensorMetricId.optional(),
  column: Column.optional(),
  from: InstantIn,
  to: InstantIn,
});

const SEARCH_KINDS = ['alert', 'location', 'sentry', 'policy', 'user', 'asset'] as const;
export const SearchQuery = z.strictObject({ q: Text(128).min(1) });
export const SearchResults = z.object({
  items: z.array(
    z.object({
      kind: z.enum(SEARCH_KINDS),
      guid: Guid,
      name: z.string(),
      /** Where it is, or what else tells it from its namesakes. */
      hint: z.string(),
      location: Guid.optional(),
      /** When an alert was raised. */
      at: InstantOut.optional(),
    }),
  ),
});
