import { type AddRoute, contextOf, type Platform } from '../../platform/index.ts';
import type { OnAlertsChanged } from '../alerts/index.ts';
import { getWeather, setWeatherProvider } from './weather-settings.ts';

export function weatherRoutes(
  add: AddRoute,
  platform: Platform,
  { onAlertsChanged }: { readonly onAlertsChanged: OnAlertsChanged },
): void {
  add('GET /locations/{guid}/weather', ({ actor, params }) => getWeather(contextOf(platform, actor), params.guid));
  add('PUT /locations/{guid}/weather', ({ actor, params, body }) =>
    setWeatherProvider(contextOf(platform, actor), params.guid, body, onAlertsChanged),
  );
}
