/** The available weather services and their HTTP client. */
import type { WeatherProvider } from '@picket/domain/weather';
import type { Config } from '../../platform/config/config.ts';
import { metNorway } from './met-norway.ts';
import { nationalWeatherService } from './national-weather-service.ts';
import { type FetchJson, UnreachedServiceError, type WeatherService, WeatherServiceError } from './weather-service.ts';

const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 32 * 1_048_576;

export const weatherServices = ({
  weather,
}: Pick<Config, 'weather'>): Readonly<Record<WeatherProvider, WeatherService>> => ({
  NWS: nationalWeatherService(weather.bases.NWS),
  METNO: metNorway(weather.bases.METNO),
});

/** Fetches with a User-Agent that names Picket and a contact, as the services require. */
export function createWeatherFetch({ weather }: Pick<Config, 'weather'>): FetchJson {
  return async (url) => {
    const response = await fetch(url, {
      headers: { accept: 'application/geo+json, application/json', 'user-agent': `Picket (${weather.contact})` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(unreachable);
    if (!response.ok) {
      await response.body?.cancel();
      throw new WeatherServiceError(`The weather service answered ${response.status}`);
    }
    const text = await readText(response).catch(unreachable);
    try {
      return JSON.parse(text);
    } catch {
      throw new WeatherServiceError('The weather service answered something else than JSON');
    }
  };
}

function unreachable(cause: unknown): never {
  if (cause instanceof WeatherServiceError) throw cause;
  throw new UnreachedServiceError('The weather service cannot be reached', { cause });
}

/** @throws WeatherServiceError as soon as more arrived than is read; the rest is not waited for */
async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new WeatherServiceError('The weather service answered too much');
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}
