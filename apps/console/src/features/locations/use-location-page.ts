import type { LocationPageOut } from '@picket/contracts/types';
import { type ApiError, useApi } from '../../lib/api.ts';

/** Events say what is new of readings, alerts, sentries and policies; graphs of the last day go on by themselves. */
const POLL_INTERVAL_MS = 60_000;

/** What the page of a location shows at first: where it is, what is measured there, what is watched for, what is open. */
export function useLocationPage(guid: string): {
  readonly page: LocationPageOut | undefined;
  readonly error: ApiError | undefined;
  readonly retry: () => void;
} {
  const { data, error, mutate } = useApi(
    'GET /views/locations/{guid}',
    { params: { guid } },
    // What another location measures is never shown as that of this one.
    { refreshInterval: POLL_INTERVAL_MS, keepPreviousData: false },
  );
  return { page: data, error, retry: () => void mutate() };
}
