import { useApi } from '../../lib/api.ts';

/** The locations where a broker may stand, or a device be adopted: an administrator's, all of them. */
export const useAdoptionLocations = () => useApi('GET /locations', { query: { limit: 500 } });
