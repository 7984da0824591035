import type { AlertOut } from '@picket/contracts/types';
import { useWholeList } from '../../lib/use-whole-list.ts';
import { alarmingSeriesOf } from './alarming-series.ts';
import { OPEN_ALERTS } from './open-alerts-input.ts';

/** The open alerts the person may see, the newest first: loaded once, updated by events. `isOn` false: loads nothing. */
export function useOpenAlerts(
  location?: string,
  isOn = true,
): {
  readonly alerts: readonly AlertOut[];
  readonly alarmingSeries: ReadonlySet<string>;
  /** The first request has succeeded or failed. */
  readonly isLoaded: boolean;
  /** No request has succeeded: an empty list does not mean that there are no alerts. */
  readonly isUnknown: boolean;
} {
  const { data, error } = useWholeList('GET /alerts', isOn ? OPEN_ALERTS : null, { refreshInterval: 60_000 });
  const alerts = (data?.items ?? []).filter((alert) => location === undefined || alert.location?.guid === location);
  return {
    alerts,
    alarmingSeries: alarmingSeriesOf(alerts),
    isLoaded: data !== undefined || error !== undefined,
    isUnknown: data === undefined,
  };
}
