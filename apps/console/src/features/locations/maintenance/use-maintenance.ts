/** The maintenance windows of a location. */
import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import { api, forgetCached, refresh, useApi } from '../../../lib/api.ts';

const KEY = 'GET /locations/{guid}/maintenance';
const POLL_INTERVAL_MS = 30_000;

export type MaintenanceWindow = ResponseOf<typeof KEY>['items'][number];

export const useMaintenance = (location: string) =>
  useApi(KEY, { params: { guid: location }, query: { limit: 200 } }, { refreshInterval: POLL_INTERVAL_MS });

/** Cards and pages of locations say that maintenance is on. */
const refreshShown = (): Promise<unknown> =>
  Promise.all([refresh(KEY), refresh('GET /views/locations'), forgetCached('GET /views/locations/{guid}')]);

/** Ends a window that has begun; cancels one that has not. */
export async function endMaintenance(location: string, window: string): Promise<void> {
  await api('DELETE /locations/{guid}/maintenance/{window}', { params: { guid: location, window } });
  await refreshShown();
}

export async function planMaintenance(
  location: string,
  body: BodyOf<'POST /locations/{guid}/maintenance'>,
): Promise<void> {
  await api('POST /locations/{guid}/maintenance', { params: { guid: location }, body });
  await refreshShown();
}
