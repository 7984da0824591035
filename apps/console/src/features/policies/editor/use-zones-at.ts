import type { ZoneOut } from '@picket/contracts/types';
import { useApi } from '../../../lib/api.ts';
import type { SentryOption } from '../use-sentry-options.ts';

/** The zones at the location of a sentry; none for null. */
export function useZonesAt(sentryOption: SentryOption | null): readonly ZoneOut[] {
  const { data } = useApi(
    'GET /locations/{guid}/zones',
    sentryOption === null ? null : { params: { guid: sentryOption.location.guid }, query: { limit: 500 } },
  );
  return data?.items ?? [];
}
