/** What the page of operations loads. */
import { useEffect, useState } from 'react';
import { refresh, useApi } from '../../lib/api.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useAdminOverview } from './use-admin-overview.ts';
import { useHeartbeat } from './use-heartbeat.ts';

const IDLE_POLL_MS = 30_000;
const BACKUP_POLL_MS = 1000;

const ANNOUNCEMENTS = 'GET /announcements';
const DOWNTIMES = 'GET /downtimes';
const ANNOUNCEMENT_PAGE = { query: { limit: 10 } };
const DOWNTIME_PAGE = { query: { limit: 100 } };

export const useAnnouncements = () => usePages(ANNOUNCEMENTS, ANNOUNCEMENT_PAGE);
export const refreshAnnouncements = (): Promise<unknown> => refresh(ANNOUNCEMENTS);

export const useDowntimes = () => useApi(DOWNTIMES, DOWNTIME_PAGE);
export const refreshDowntimes = (): Promise<unknown> => Promise.all([refresh(DOWNTIMES), refresh('GET /downtime')]);

/** The state of the service, asked for more often while a backup or a check of recovery is made. */
function useServiceState() {
  const [isBusy, setBusy] = useState(false);
  const refreshInterval = isBusy ? BACKUP_POLL_MS : IDLE_POLL_MS;
  const state = useApi('GET /operations', {}, { refreshInterval, dedupingInterval: BACKUP_POLL_MS / 2 });
  const isRunning = state.data?.backups.running !== undefined || state.data?.recoveryChecks?.running === true;
  useEffect(() => setBusy(isRunning), [isRunning]);
  return state;
}

/** All sections of the page: they appear together, so that nothing shifts. */
export function useOperations() {
  const state = useServiceState();
  const heartbeat = useHeartbeat();
  const overview = useAdminOverview();
  const parts = [
    state,
    heartbeat,
    overview,
    useDowntimes(),
    useApi(ANNOUNCEMENTS, ANNOUNCEMENT_PAGE),
    useApi('GET /feedback', { query: { limit: 20 } }),
  ];
  const isLoading = parts.some(({ data, error }) => data === undefined && error === undefined);
  return { state, heartbeat, overview, isLoading };
}
