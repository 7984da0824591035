import { useApi } from '../../lib/api.ts';

/** An asset (undefined: a new one) and what its form offers. */
export function useAssetPage(location: string, asset: string | undefined) {
  const params = { guid: location };
  const all = { params, query: { limit: 500 } };
  return {
    location: useApi('GET /locations/{guid}', { params }),
    asset: useApi(
      'GET /locations/{guid}/assets/{asset}',
      asset === undefined ? null : { params: { guid: location, asset } },
    ),
    assets: useApi('GET /locations/{guid}/assets', all),
    sentries: useApi('GET /sentries', { query: { location, limit: 500 } }),
    zones: useApi('GET /locations/{guid}/zones', all),
  };
}
