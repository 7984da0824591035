import type { SentryOut } from '@picket/contracts/types';
import { useLastSeenAt } from '../../lib/live-readings.ts';
import { useNow } from '../../lib/now.ts';

const OFFLINE_AFTER_MS = 120_000;
/** An adopted device may sleep: it is late once it misses its expected interval by half. */
const LATE_FACTOR = 1.5;

const offlineAfter = ({ kind, reportIntervalSeconds }: SentryOut): number =>
  kind === 'ADOPTED' ? Math.max(OFFLINE_AFTER_MS, reportIntervalSeconds * 1000 * LATE_FACTOR) : OFFLINE_AFTER_MS;

/** Of an adopted device that has not reported yet, since its adoption. */
const silentSince = ({ kind, activatedAt }: SentryOut, lastSeenAt: number | null): number | null =>
  lastSeenAt ?? (kind === 'ADOPTED' && activatedAt !== undefined ? Date.parse(activatedAt) : null);

/** When a sentry was last seen, and whether that is recent. */
export function useConnectivity(sentry: SentryOut): { readonly lastSeenAt: number | null; readonly isOnline: boolean } {
  const now = useNow();
  const lastSeenAt = useLastSeenAt(
    sentry.guid,
    sentry.lastReceivedAt === undefined ? null : Date.parse(sentry.lastReceivedAt),
  );
  const since = silentSince(sentry, lastSeenAt);
  return { lastSeenAt, isOnline: since !== null && now - since <= offlineAfter(sentry) };
}
