/** Ends a view: recorded, audited, and the device asked for its configuration, which says how many people watch. */
import type { Tx } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { auditAs } from '../audit/index.ts';
import { signalConfig } from '../cameras/index.ts';
import {
  endLiveView,
  type LiveEndReason,
  type LiveViewRow,
  listAbandonedViewsAllTenants,
  listOpenViews,
  rewindLiveViewsAllTenants,
} from './live-view-store.ts';
import { signOff } from './sign-off.ts';

type RecordingPlatform = Pick<Platform, 'db' | 'clock' | 'keys' | 'pubSub'>;

/** Does nothing where it had ended before. */
export async function endView(
  platform: RecordingPlatform,
  tenant: string,
  guid: string,
  reason: LiveEndReason,
): Promise<void> {
  await platform.db.inTx(async (tx) => {
    const now = platform.clock.now();
    const ended = await endLiveView(tx.sql, tenant, guid, reason, now);
    if (ended === null || ended.seconds === null) return;
    if (ended.peer !== null) await signOff(tx.sql, ended, ended.peer, now);
    await signalConfig(tx.sql, tenant, { location: ended.location, sentry: ended.sentry }, now);
    await auditView(platform, tx, ended, 'LIVE_VIEW_ENDED', { reason, seconds: Math.round(ended.seconds) });
  });
  platform.pubSub.notify();
}

/** Ends all views of a sentry, at whichever processes: its device sends no picture. */
export async function endViewsOfSentry(
  platform: RecordingPlatform,
  tenant: string,
  sentry: string,
  reason: LiveEndReason,
): Promise<void> {
  for (const guid of await listOpenViews(platform.db.ofTenant(tenant).console, tenant, sentry))
    await endView(platform, tenant, guid, reason);
}

export const auditView = (
  platform: RecordingPlatform,
  tx: Tx,
  { tenant, user, userName, sentry, sentryName }: LiveViewRow,
  action: 'LIVE_VIEW_STARTED' | 'LIVE_VIEW_ENDED',
  after: Readonly<Record<string, unknown>>,
  address: string | null = null,
): Promise<void> =>
  auditAs(
    platform,
    tx,
    tenant,
    { kind: 'USER', guid: user, name: userName, address },
    {
      action,
      target: { kind: 'sentry', guid: sentry, name: sentryName },
      after,
    },
  );

/** Without a sign of the process that holds it for this long, a view has ended. */
const ABANDONED_AFTER = 60_000;

/** Ends the views of processes that do not live any more, and those that were never opened. */
export async function endAbandonedViews(platform: RecordingPlatform): Promise<void> {
  const now = platform.clock.now();
  await rewindLiveViewsAllTenants(platform.db.console, now);
  for (const { tenant, guid } of await listAbandonedViewsAllTenants(platform.db.console, now - ABANDONED_AFTER, now))
    await endView(platform, tenant, guid, 'SERVER_STOPPED');
}
