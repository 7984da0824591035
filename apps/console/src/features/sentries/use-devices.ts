import { useApi } from '../../lib/api.ts';
import { useWholeList } from '../../lib/use-whole-list.ts';

const POLL_INTERVAL_MS = 30_000;

/** The sentries of a location, and their latest readings. */
export const useDevices = (location: string) => ({
  sentries: useWholeList('GET /sentries', { query: { location } }, { refreshInterval: POLL_INTERVAL_MS }),
  latest: useApi('GET /locations/{guid}/latest', { params: { guid: location } }),
});
