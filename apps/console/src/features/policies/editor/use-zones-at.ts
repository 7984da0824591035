import type { ZoneOut } from '@picket/contracts/types';
import { useWholeList } from '../../../lib/use-whole-list.ts';
import type { SentryOption } from '../use-sentry-options.ts';

/** The zones at the location of a sentry; none for null. */
export function useZonesAt(sentryOption: SentryOption | null): readonly ZoneOut[] {
  const { data } = useWholeList(
    'GET /locations/{guid}/zones',
    sentryOption === null ? null : { params: { guid: sentryOption.location.guid } },
  );
  return data?.items ?? [];
}
