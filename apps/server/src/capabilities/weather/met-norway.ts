/** MET Norway's warnings (MetAlerts 2.0): asked by point; each names its event and the stretch of time it holds for. */
import { parseInstant } from '@picket/domain/time';
import { type Point, type Warning, weatherSeverity } from '@picket/domain/weather';
import { z } from 'zod';
import {
  cleanWarning,
  type FetchJson,
  MAX_UNREACHED,
  UnreachedServiceError,
  type WeatherService,
  WeatherServiceError,
} from './weather-service.ts';

const Feature = z.object({
  properties: z.object({
    id: z.string(),
    event: z.string(),
    eventAwarenessName: z.string().optional(),
    title: z.string().optional(),
    description: z.string().default(''),
    instruction: z.string().default(''),
    severity: z.string().default('Unknown'),
    status: z.string().default('Actual'),
    type: z.string().default('Alert'),
  }),
  when: z.object({ interval: z.array(z.string()).min(1) }),
});
const Features = z.object({ features: z.array(z.unknown()), lastChange: z.string().optional() });

/** Messages about one event are called alike but for the number of the message at the end. */
const keyOf = (id: string): string => id.replace(/[._-]\d{1,3}$/u, '');

function norwegianWarning(feature: unknown, changedAt: number): Warning | null {
  const parsed = Feature.safeParse(feature);
  if (!parsed.success || parsed.data.properties.status !== 'Actual') return null;
  const { properties, when } = parsed.data;
  const [begin, end] = when.interval.map((text) => parseInstant(text));
  return cleanWarning({
    key: keyOf(properties.id),
    messageId: properties.id,
    sentAt: changedAt,
    onsetAt: begin ?? changedAt,
    endsAt: end ?? null,
    isOver: properties.type === 'Cancel',
    event: properties.eventAwarenessName ?? properties.event,
    headline: properties.title ?? properties.eventAwarenessName ?? properties.event,
    description: properties.description,
    instruction: properties.instruction,
    severity: weatherSeverity(properties.severity),
  });
}

async function warningsAt(
  base: string,
  { latitude, longitude }: Point,
  fetchJson: FetchJson,
): Promise<readonly Warning[]> {
  const url = `${base}/weatherapi/metalerts/2.0/current.json?lang=en&lat=${latitude.toFixed(4)}&lon=${longitude.toFixed(4)}`;
  const response = Features.safeParse(await fetchJson(url));
  if (!response.success) throw new WeatherServiceError('The weather service answered something else than warnings');
  const changedAt = parseInstant(response.data.lastChange ?? '') ?? 0;
  return response.data.features.flatMap((feature) => norwegianWarning(feature, changedAt) ?? []);
}

/** The error of one place, which concerns no other; throws what is not the service's fault. */
function serviceError(error: unknown): WeatherServiceError {
  if (error instanceof WeatherServiceError) return error;
  throw error;
}

export function metNorway(base: string): WeatherService {
  return {
    zonesOf: async () => [],
    activeAt: async (places, fetchJson) => {
      const found: (readonly Warning[] | WeatherServiceError)[] = [];
      for (const place of places) {
        const last = found.slice(-MAX_UNREACHED);
        const unreached = last.length === MAX_UNREACHED && last.every((one) => one instanceof UnreachedServiceError);
        found.push(unreached ? (last[0] ?? []) : await warningsAt(base, place, fetchJson).catch(serviceError));
      }
      return found;
    },
  };
}
