/**
 * A sentry that was away records by itself. Its clips may be announced before the readings arrive that raise their alerts, and are linked
 * to these as soon as they are raised.
 */
import { MAX_CLIPS_PER_ALERT } from '@picket/contracts/clips';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { addVideo } from '../../alerts/index.ts';
import { type EarlierClip, lockEarlierClips } from './alert-clip-store.ts';
import { linkClip, type NewAlertVideo, setReady, setUploading } from './alert-video-store.ts';

/** Between two clips of one recording, which are cut between pictures. */
const MAX_GAP: Millis = 1000;

/** Whether the clips show all of what is to be recorded: the sentry is asked for nothing else then. */
function isCovered(clips: readonly EarlierClip[], from: Date, until: Date | null): boolean {
  if (until === null) return false;
  let end = from.getTime() - MAX_GAP;
  for (const { startedAt, endedAt } of clips)
    if (startedAt.getTime() <= end + MAX_GAP) end = Math.max(end, endedAt.getTime());
  return end >= until.getTime();
}

/** As many clips as an alert may have, the oldest first. While it is open there is room for what is recorded until it ends. */
function chosenClips(clips: readonly EarlierClip[], until: Date | null): readonly EarlierClip[] {
  const max = until === null ? MAX_CLIPS_PER_ALERT - 1 : MAX_CLIPS_PER_ALERT;
  return clips
    .filter(({ isTimeLapse }) => !isTimeLapse)
    .toSorted((one, other) => one.startedAt.getTime() - other.startedAt.getTime())
    .slice(0, max);
}

/** In the transaction that raised the alert. Returns whether they show all of it. */
export async function linkEarlierClips(
  sql: Sql,
  tenant: string,
  { alert, sentry, location, recordFrom, recordUntil }: NewAlertVideo & { readonly location: string },
  now: Millis,
): Promise<boolean> {
  const at = new Date(now);
  const found = await lockEarlierClips(sql, tenant, sentry, { location, from: recordFrom, to: recordUntil });
  if (found.length === 0) return false;
  const chosen = chosenClips(found, recordUntil);
  const clips = [...chosen, ...found.filter(({ isTimeLapse }) => isTimeLapse)];
  const isWhole = isCovered(chosen, recordFrom, recordUntil);
  for (const { guid } of clips) await linkClip(sql, tenant, guid, [alert]);
  const ready = clips.filter(({ isReady }) => isReady);
  if (ready.length === 0) {
    await setUploading(sql, tenant, [alert], at);
    return isWhole;
  }
  await setReady(sql, tenant, [alert], at);
  for (const { guid, startedAt, endedAt } of ready) {
    const seconds = Math.round((endedAt.getTime() - startedAt.getTime()) / 1000);
    // Who is notified of the alert is notified after this, with its video: there is no one to update.
    await addVideo(sql, tenant, [alert], { clip: guid, seconds }, now, () => Promise.resolve());
  }
  return isWhole;
}
