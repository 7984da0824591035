import { useApi } from '../../lib/api.ts';

/** The version of Picket and the licenses of its libraries. */
export const useVersion = () => useApi('GET /version', {}, { revalidateOnFocus: false });
