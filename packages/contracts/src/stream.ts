/** Server-sent events: what GET /events says. `reading` is not replayed after an interruption; the rest is. */
import { z } from 'zod';
import { Alert } from './alerts.ts';
import { Guid, InstantOut } from './primitives.ts';

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
    location: Guid,
    change: z.enum(['RAISED', 'CLEARED', 'UPDATED']),
    alert: Alert,
  }),
  z.object({
    type: z.literal('sentry'),
    location: Guid,
    sentry: Guid,
    change: z.enum(['CREATED', 'UPDATED', 'ACTIVATED', 'REMOVED']),
  }),
]);
