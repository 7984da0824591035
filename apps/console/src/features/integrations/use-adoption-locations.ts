import { useWholeList } from '../../lib/use-whole-list.ts';

/** The locations where a broker may stand, or a device be adopted: an administrator's, all of them. */
export const useAdoptionLocations = () => useWholeList('GET /locations');
