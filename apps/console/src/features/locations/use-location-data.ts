import { useApi } from '../../lib/api.ts';

/** The location of a page. */
export const useLocationData = (guid: string) => useApi('GET /locations/{guid}', { params: { guid } });
