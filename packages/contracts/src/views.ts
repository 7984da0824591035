/** Read models: what one screen needs, joined on the server. */
import { SEVERITY_LABELS } from '@picket/domain/severity';
import { z } from 'zod';
import { Guid, InstantOut } from './primitives.ts';
import { Text } from './request-texts.ts';

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
  /** The limit that it reaches next if it goes on as in the last minutes, and when; only where that is sure. */
  forecast: z.object({ threshold: z.number(), at: InstantOut }).optional(),
  /** How fast it moves, in its unit a minute, positive while it rises; only where that is sure. */
  perMinute: z.number().optional(),
  /** On battery power: when the battery is empty if it goes on as in the last minutes; only where that is sure. */
  batteryEmptyAt: InstantOut.optional(),
});

export const LocationCard = z.object({
  guid: Guid,
  name: z.string(),
  timezone: z.string(),
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  /** The latest end of the do-not-disturb intervals that apply here now. */
  doNotDisturbUntil: InstantOut.optional(),
  /** Maintenance is on: when it ends. */
  maintenanceUntil: InstantOut.optional(),
  worst: z.enum(SEVERITY_LABELS),
  openAlerts: z.number(),
  /** Nothing is open: when the last alert was over, or else since when it is monitored. */
  quietSince: InstantOut.optional(),
  /** `simulated`: how many of them the server simulates. */
  sentries: z.object({ total: z.number(), online: z.number(), simulated: z.number() }),
  lastReceivedAt: InstantOut.optional(),
  readings: z.array(CardReading),
});

/** As many as a window shows, several times. */
const MAX_CARDS_ASKED = 100;
const LENGTH_WITH_COMMA = 37;

export const LocationCardsQuery = z.strictObject({
  /** `short`: only of a list of at most 60. The cards of a longer one have neither readings nor `doNotDisturbUntil`, which take most of the time. */
  readings: z.enum(['all', 'short']).default('all'),
  /** Only the cards of these locations, separated by commas. */
  locations: Text(MAX_CARDS_ASKED * LENGTH_WITH_COMMA)
    .transform((text) => text.toLowerCase().split(','))
    .pipe(z.array(Guid).max(MAX_CARDS_ASKED))
    .optional(),
});

export const LocationCards = z.object({ items: z.array(LocationCard) });
