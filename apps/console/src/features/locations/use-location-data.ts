import { useApi, useCached } from '../../lib/api.ts';
import { useWholeList } from '../../lib/use-whole-list.ts';

/** The location of a page. Where its first page was shown before, it is known already; this is requested beside it. */
export function useLocationData(guid: string) {
  const params = { guid };
  const location = useCached('GET /views/locations/{guid}', { params })?.location;
  return useApi('GET /locations/{guid}', { params }, location === undefined ? {} : { fallbackData: location });
}

/** The names of the other locations; undefined as `guid`: of all. */
export const useOtherNames = (guid?: string): readonly string[] =>
  (useWholeList('GET /locations').data?.items ?? []).filter((one) => one.guid !== guid).map(({ name }) => name);
