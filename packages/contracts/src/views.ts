/** Read models: what one screen needs, joined on the server. */
import { SEVERITY_LABELS } from '@picket/domain/severity';
import { z } from 'zod';
import { Guid, InstantOut } from './primitives.ts';

const CardReading = z.object({
  sentry: Guid,
  sentryName: z.string(),
  sensorMetricId: z.string(),
  column: z.string(),
  at: InstantOut,
  value: z.number().nullable(),
  holdSeconds: z.number(),
  /** Half-hour means of the last 24 hours, oldest first; null where nothing is known. */
  sparkline: z.array(z.number().nullable()),
});

export const LocationCard = z.object({
  guid: Guid,
  name: z.string(),
  timezone: z.string(),
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  /** The latest end of the do-not-disturb intervals that apply here now. */
  doNotDisturbUntil: InstantOut.optional(),
  worst: z.enum(SEVERITY_LABELS),
  openAlerts: z.number(),
  /** `simulated`: how many of them the server simulates. */
  sentries: z.object({ total: z.number(), online: z.number(), simulated: z.number() }),
  lastReceivedAt: InstantOut.optional(),
  readings: z.array(CardReading),
});

export const LocationCards = z.object({ items: z.array(LocationCard) });
