import { useApi } from '../../lib/api.ts';
import { useWholeList } from '../../lib/use-whole-list.ts';

/** An asset (undefined: a new one) and what its form offers. */
export function useAssetPage(location: string, asset: string | undefined) {
  const params = { guid: location };
  return {
    location: useApi('GET /locations/{guid}', { params }),
    asset: useApi(
      'GET /locations/{guid}/assets/{asset}',
      asset === undefined ? null : { params: { guid: location, asset } },
    ),
    assets: useWholeList('GET /locations/{guid}/assets', { params }),
    sentries: useWholeList('GET /sentries', { query: { location } }),
    zones: useWholeList('GET /locations/{guid}/zones', { params }),
  };
}
