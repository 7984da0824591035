import type { SentryOut } from '@picket/contracts/types';
import { useLastSeenAt } from '../../lib/live-readings.ts';
import { useNow } from '../../lib/now.ts';
import { isOnlineAt } from './connectivity.ts';

/** When a sentry was last seen, and whether that is recent. */
export function useConnectivity(sentry: SentryOut): { readonly lastSeenAt: number | null; readonly isOnline: boolean } {
  const now = useNow();
  const lastSeenAt = useLastSeenAt(
    sentry.guid,
    sentry.lastReceivedAt === undefined ? null : Date.parse(sentry.lastReceivedAt),
  );
  return { lastSeenAt, isOnline: isOnlineAt(sentry, lastSeenAt, now) };
}
