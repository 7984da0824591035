import { contextOf } from '../../platform/http/context.ts';
import type { AddRoute } from '../../platform/http/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OnAlertsChanged } from '../alerts/index.ts';
import { getWeather } from './get-weather.ts';
import { setWeatherProvider } from './set-weather-provider.ts';

export function weatherRoutes(
  add: AddRoute,
  platform: Platform,
  { onAlertsChanged }: { readonly onAlertsChanged: OnAlertsChanged },
): void {
  add('GET /locations/{guid}/weather', async ({ actor, params, check }) => {
    const weather = await getWeather(contextOf(platform, actor), params.guid);
    check(weather);
    return weather;
  });
  add('PUT /locations/{guid}/weather', ({ actor, params, body, check }) =>
    setWeatherProvider(contextOf(platform, actor), params.guid, body, onAlertsChanged, check),
  );
}
