import { useApi } from '../../lib/api.ts';

const POLL_INTERVAL_MS = 5000;

/** A sentry, and the network of its device. */
export const useDeviceNetwork = (guid: string) => ({
  sentry: useApi('GET /sentries/{guid}', { params: { guid } }),
  network: useApi('GET /sentries/{guid}/network', { params: { guid } }, { refreshInterval: POLL_INTERVAL_MS }),
});
