/** The locations with their open alerts, for the pages that show many of them. */
import { useApi } from '../../lib/api.ts';
import { useOpenAlerts } from '../alerts/index.ts';
import { overviewItems } from './overview-order.ts';

const REFRESH_MS = 60_000;

export function useOverview(refreshInterval = REFRESH_MS) {
  const cards = useApi('GET /views/locations', {}, { refreshInterval });
  const { alerts, alarmingSeries, isLoaded, isUnknown } = useOpenAlerts();
  const { data, error, mutate } = cards;
  const items = data === undefined ? [] : overviewItems(data.items, alerts);
  return {
    items,
    alerts,
    /** Series with an open alert. */
    alarmingSeries,
    /** Cards and alerts have arrived; both or neither, so that nothing shifts. */
    isLoaded: data !== undefined && isLoaded,
    /** No request for alerts has succeeded: an empty list does not mean that there are none. */
    areAlertsUnknown: isUnknown,
    problem: data === undefined ? error : undefined,
    retry: () => void mutate(),
  };
}

export type Overview = ReturnType<typeof useOverview>;
