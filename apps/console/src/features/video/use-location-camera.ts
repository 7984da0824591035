import { useApi } from '../../lib/api.ts';

const POLL_INTERVAL_MS = 60_000;

/** The cameras of a location, and whether they may show and record. */
export const useLocationCamera = (guid: string) =>
  useApi('GET /locations/{guid}/camera', { params: { guid } }, { refreshInterval: POLL_INTERVAL_MS });
