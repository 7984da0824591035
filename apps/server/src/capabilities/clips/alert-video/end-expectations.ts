/** Video that does not come: after a day without it, or because the sentry says that there is none. */
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { videoChangesIn, videoChangesOf } from '../../alerts/index.ts';
import type { ClipPorts } from '../clip-ports.ts';
import {
  expireVideosAllTenants,
  findRecordingSentry,
  lockVideosOf,
  type MissingReason,
  setVideoState,
} from './alert-video-store.ts';

/** Returns how many. */
export async function expireVideos({ db, clock, pubSub }: Platform, ports: ClipPorts): Promise<number> {
  const count = await db.inSqlTx(async (sql) => {
    const alerts = await expireVideosAllTenants(sql, new Date(clock.now()));
    await ports.onAlertsChanged(sql, videoChangesOf(alerts, 'NONE'));
    return alerts.length;
  });
  if (count > 0) pubSub.notify();
  return count;
}

/**
 * The sentry has no video for a recording that it was asked for, as a gateway for one of a device that it reads; a recording has the guid of
 * its alert.
 */
export async function recordNoClip(
  { db, clock, pubSub }: Platform,
  ports: ClipPorts,
  { tenant, guid }: Pick<SentryActor, 'tenant' | 'guid'>,
  recording: string,
  reason: 'OFF' | Extract<MissingReason, 'NO_CAMERA' | 'OLDER_THAN_RING' | 'FAILED'>,
): Promise<void> {
  const change = reason === 'OFF' ? ({ state: 'OFF', reason: null } as const) : ({ state: 'MISSING', reason } as const);
  await db.inSqlTx(async (sql) => {
    const at = new Date(clock.now());
    const recorded = await findRecordingSentry(sql, tenant, recording);
    const reader = recorded === null || recorded === guid ? null : await ports.cameras.readerOf(sql, tenant, recorded);
    const sentry = recorded !== null && reader?.gateway === guid ? recorded : guid;
    const alerts = await lockVideosOf(sql, tenant, sentry, { alerts: [recording], from: at, to: at });
    const changed = await setVideoState(sql, tenant, alerts, { from: ['EXPECTED', 'UPLOADING'], ...change }, at);
    await ports.onAlertsChanged(sql, videoChangesIn(tenant, changed, 'NONE'));
  });
  pubSub.notify();
}
