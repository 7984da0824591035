import { useApi } from '../../lib/api.ts';

/** The location of a page. */
export const useLocationData = (guid: string) => useApi('GET /locations/{guid}', { params: { guid } });

/** The names of the other locations; undefined as `guid`: of all. */
export const useOtherNames = (guid?: string): readonly string[] =>
  (useApi('GET /locations', { query: { limit: 500 } }).data?.items ?? [])
    .filter((one) => one.guid !== guid)
    .map(({ name }) => name);
