/**
 * A clip that a sentry recorded by itself is announced again once an alert is known that it belongs to: the sentry was asked to record for
 * that alert meanwhile, and has what was asked for.
 */
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { addVideo, changesIn } from '../../alerts/index.ts';
import { linkClip, lockVideosOf, setReady, setUploading } from '../alert-video/alert-video-store.ts';
import type { ClipRow } from '../storage/clip-row.ts';
import { listAlertsOfClips, lockClip } from '../storage/clip-store.ts';
import type { UploadParts } from './receive-part.ts';

/** Of these alerts those that have video of the sentry, and are not linked yet. */
export async function linkNamedAlerts(
  ctx: Ctx<SentryActor>,
  { ports }: UploadParts,
  { tenant, guid, sentry, startedAt, endedAt }: ClipRow,
  named: readonly string[],
): Promise<void> {
  if (named.length === 0) return;
  const linked = new Set(await listAlertsOfClips(ctx.db.console, tenant, [guid]));
  if (named.every((alert) => linked.has(alert))) return;
  await ctx.db.inSqlTx(async (sql) => {
    // The clip before the videos, as where it becomes ready.
    const state = await lockClip(sql, tenant, guid);
    if (state === null || state === 'DELETED') return;
    const videos = await lockVideosOf(sql, tenant, sentry, { alerts: named, from: startedAt, to: endedAt });
    const alerts = await linkClip(sql, tenant, guid, videos);
    const now = ctx.clock.now();
    const at = new Date(now);
    if (state === 'READY') {
      const seconds = Math.round((endedAt.getTime() - startedAt.getTime()) / 1000);
      await setReady(sql, tenant, alerts, at);
      await addVideo(sql, tenant, alerts, { clip: guid, seconds }, now, ports.onAlertsChanged);
    } else {
      await setUploading(sql, tenant, alerts, at);
      await ports.onAlertsChanged(sql, changesIn(tenant, alerts, 'UPDATED'));
    }
  });
  ctx.pubSub.notify();
}
