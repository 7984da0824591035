import { useApi } from '../../lib/api.ts';

const POLL_INTERVAL_MS = 30_000;

/** The sentries of a location, and their latest readings. */
export const useDevices = (location: string) => ({
  sentries: useApi('GET /sentries', { query: { location, limit: 500 } }, { refreshInterval: POLL_INTERVAL_MS }),
  latest: useApi('GET /locations/{guid}/latest', { params: { guid: location } }),
});
