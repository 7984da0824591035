/** Server-sent events of GET /events. `reading` is not replayed after an interruption; all others are. */
import { z } from 'zod';
import { Alert } from './alerts.ts';
import { Guid, InstantOut } from './primitives.ts';
import { FLUID_STATUSES } from './sensors.ts';

export const StreamEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('reading'),
    location: Guid,
    sentry: Guid,
    receivedAt: InstantOut,
    readings: z.array(
      z.object({ sensorMetricId: z.string(), column: z.string(), at: InstantOut, value: z.number().nullable() }),
    ),
  }),
  z.object({
    type: z.literal('alert'),
    /** Absent: about the whole organization. */
    location: Guid.optional(),
    change: z.enum(['RAISED', 'CLEARED', 'UPDATED']),
    alert: Alert,
  }),
  z.object({
    type: z.literal('sentry'),
    location: Guid,
    sentry: Guid,
    change: z.enum(['CREATED', 'UPDATED', 'ACTIVATED', 'REMOVED']),
  }),
  /** A policy, an override or a zone was edited: what is in force has changed. */
  z.object({ type: z.literal('policy'), location: Guid.optional(), policy: Guid.optional() }),
  /** A fluid sensor was discovered, paired or ignored. */
  z.object({
    type: z.literal('sensor'),
    location: Guid,
    sentry: Guid,
    model: z.string(),
    serial_number: z.string(),
    status: z.enum(FLUID_STATUSES),
  }),
]);
