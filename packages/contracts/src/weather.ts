import { WEATHER_PROVIDERS } from '@picket/domain';
import { z } from 'zod';
import { Guid, InstantOut } from './primitives.ts';

/** Whether, and by whom, the weather of a location is watched. */
export const LocationWeather = z.object({
  /** Absent: it is not. */
  provider: z.enum(WEATHER_PROVIDERS).optional(),
  /** Those that know of places there; none without coordinates. */
  availableProviders: z.array(z.enum(WEATHER_PROVIDERS)),
  hasCoordinates: z.boolean(),
  lastCheckedAt: InstantOut.optional(),
  lastProblem: z.string().optional(),
  warnings: z.array(
    z.object({
      alert: Guid,
      event: z.string(),
      headline: z.string(),
      severity: z.number(),
      onsetAt: InstantOut,
      endsAt: InstantOut.optional(),
    }),
  ),
});

/** `provider` null: no longer. */
export const LocationWeatherBody = z.strictObject({ provider: z.enum(WEATHER_PROVIDERS).nullable() });
