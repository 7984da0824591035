/**
 * A sentry that was away records by itself. Its clips may be announced before the readings arrive that raise their alerts, and are linked
 * to these as soon as they are raised.
 */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { addVideo } from '../../alerts/index.ts';
import { lockEarlierClips } from './alert-clip-store.ts';
import { linkClip, type NewAlertVideo, setReady, setUploading } from './alert-video-store.ts';

/** In the transaction that raised the alert. */
export async function linkEarlierClips(
  sql: Sql,
  tenant: string,
  { alert, sentry, location, recordFrom, recordUntil }: NewAlertVideo & { readonly location: string },
  now: Millis,
): Promise<void> {
  const at = new Date(now);
  const clips = await lockEarlierClips(sql, tenant, sentry, { location, from: recordFrom, to: recordUntil });
  if (clips.length === 0) return;
  for (const { guid } of clips) await linkClip(sql, tenant, guid, [alert]);
  const ready = clips.filter(({ isReady }) => isReady);
  if (ready.length === 0) return setUploading(sql, tenant, [alert], at);
  await setReady(sql, tenant, [alert], at);
  for (const { guid, startedAt, endedAt } of ready) {
    const seconds = Math.round((endedAt.getTime() - startedAt.getTime()) / 1000);
    // Who is notified of the alert is notified after this, with its video: there is no one to update.
    await addVideo(sql, tenant, [alert], { clip: guid, seconds }, now, () => Promise.resolve());
  }
}
