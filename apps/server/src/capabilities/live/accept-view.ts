/** Opens the WebSocket of a view with its ticket: a secret, which says whose the view is. */
import { AppError } from '../../platform/errors.ts';
import { hashSecret } from '../../platform/keys/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { signalConfig } from '../cameras/index.ts';
import { auditView, endView } from './end-view.ts';
import { listLeasesAllTenants } from './lease-store.ts';
import type { LiveHub } from './live-hub.ts';
import { type LiveViewRow, redeemTicket } from './live-view-store.ts';
import { endReasonOf } from './may-watch.ts';
import { assertRoom } from './view-room.ts';

/** Before the upgrade: uses the ticket, and checks again what may have changed since it was issued. */
export async function acceptView(
  platform: Platform,
  guid: string,
  ticket: string,
  hub: LiveHub,
  address: string,
): Promise<LiveViewRow> {
  assertRoom(hub);
  const view = await platform.db.inTx(async (tx) => {
    const now = platform.clock.now();
    const redeemed = await redeemTicket(tx.sql, guid, hashSecret(ticket), now);
    if (redeemed === null)
      throw new AppError('unauthenticated', { message: 'This ticket is unknown, used or expired' });
    await signalConfig(tx.sql, redeemed.tenant, { location: redeemed.location, sentry: redeemed.sentry }, now);
    await auditView(platform, tx, redeemed, 'LIVE_VIEW_STARTED', {}, address);
    return redeemed;
  });
  const leases = await listLeasesAllTenants(platform.db.console, [guid], platform.clock.now());
  const reason = endReasonOf(leases.get(guid));
  if (reason !== null) {
    await endView(platform, view.tenant, guid, reason);
    throw new AppError(reason === 'CAMERA_OFF' ? 'cameraOff' : 'unauthenticated');
  }
  platform.pubSub.notify();
  return view;
}
