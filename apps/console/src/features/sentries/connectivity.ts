/** Whether a sentry counts as online. Pure. */
import type { SentryOut } from '@picket/contracts/types';
import { onlineHold } from '@picket/domain/time';

type Reporting = Pick<SentryOut, 'kind' | 'activatedAt' | 'reportIntervalSeconds'>;

/** Of an adopted device that has not reported yet, since its adoption. */
const silentSince = ({ kind, activatedAt }: Reporting, lastSeenAt: number | null): number | null =>
  lastSeenAt ?? (kind === 'ADOPTED' && activatedAt !== undefined ? Date.parse(activatedAt) : null);

export function isOnlineAt(sentry: Reporting, lastSeenAt: number | null, now: number): boolean {
  const since = silentSince(sentry, lastSeenAt);
  return since !== null && now - since <= onlineHold(sentry.reportIntervalSeconds);
}
