/** The weather provider of a location, and its warnings. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { WeatherProvider } from '@picket/domain/weather';
import { api, refresh, useApi } from '../../../lib/api.ts';

const KEY = 'GET /locations/{guid}/weather';
const POLL_INTERVAL_MS = 60_000;

export type LocationWeather = ResponseOf<typeof KEY>;

export const useWeather = (location: string) =>
  useApi(KEY, { params: { guid: location } }, { refreshInterval: POLL_INTERVAL_MS });

/** `provider`: null for none. */
export async function setWeatherProvider(
  location: string,
  provider: WeatherProvider | null,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  await api('PUT /locations/{guid}/weather', { params: { guid: location }, body: { provider }, headers });
  await refreshWeather();
}

export const refreshWeather = (): Promise<unknown> => refresh(KEY);
