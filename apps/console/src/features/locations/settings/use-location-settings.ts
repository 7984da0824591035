import { useApi } from '../../../lib/api.ts';
import { useWholeList } from '../../../lib/use-whole-list.ts';

/** What the cards of the settings say about a location. */
export function useLocationSettings(guid: string) {
  const params = { guid };
  const sentries = useWholeList('GET /sentries', { query: { location: guid } });
  const assets = useWholeList('GET /locations/{guid}/assets', { params });
  const zones = useWholeList('GET /locations/{guid}/zones', { params });
  const windows = useApi('GET /locations/{guid}/maintenance', { params, query: { limit: 200 } });
  const weather = useApi('GET /locations/{guid}/weather', { params });
  const all = [sentries, assets, zones, windows, weather];
  return {
    sentries: sentries.data?.items,
    assets: assets.data?.items,
    zones: zones.data?.items,
    windows: windows.data?.items,
    weather: weather.data,
    /** Each request has succeeded or failed. */
    isLoaded: all.every(({ data, error }) => data !== undefined || error !== undefined),
  };
}

export type LocationSettings = Omit<ReturnType<typeof useLocationSettings>, 'isLoaded'>;
