import { WEATHER_PROVIDERS } from '@picket/domain/weather';
import { z } from 'zod';
import { Guid, InstantOut } from './primitives.ts';

export const WeatherWarning = z.object({
  alert: Guid,
  event: z.string(),
  headline: z.string(),
  severity: z.number(),
  onsetAt: InstantOut,
  endsAt: InstantOut.optional(),
});

/** The weather provider of a location and its active warnings. */
export const LocationWeather = z.object({
  /** Absent: none. */
  provider: z.enum(WEATHER_PROVIDERS).optional(),
  /** Providers that cover the location; empty without coordinates. */
  availableProviders: z.array(z.enum(WEATHER_PROVIDERS)),
  hasCoordinates: z.boolean(),
  lastCheckedAt: InstantOut.optional(),
  lastProblem: z.string().optional(),
  warnings: z.array(WeatherWarning),
  /** Of the choice of a provider. */
  last_update_ts: InstantOut,
});

/** `provider` null: none. */
export const LocationWeatherBody = z.strictObject({ provider: z.enum(WEATHER_PROVIDERS).nullable() });
