/** The sentries that can read integrations in networks of their own. */
import { useApi } from '../../lib/api.ts';

/** One that was started just now appears without an event. */
const POLL_INTERVAL_MS = 4000;

export const useGateways = () => useApi('GET /gateways', {}, { refreshInterval: POLL_INTERVAL_MS });
