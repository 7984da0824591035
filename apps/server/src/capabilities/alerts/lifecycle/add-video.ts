/** Video of an alert has arrived: it becomes an alert with video. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { type OnAlertsChanged, videoChangesIn } from '../alert-ports.ts';
import { insertStep } from '../timeline/alert-step-store.ts';
import { setKindWithVideo } from './alert-video-kind-store.ts';

/** What the step of the timeline says. */
export interface AddedVideo {
  readonly clip: string;
  readonly seconds: number;
}

/** In the transaction in which the clip becomes ready. */
export async function addVideo(
  sql: Sql,
  tenant: string,
  alerts: readonly string[],
  { clip, seconds }: AddedVideo,
  at: Millis,
  changed: OnAlertsChanged,
): Promise<void> {
  if (alerts.length === 0) return;
  await setKindWithVideo(sql, tenant, alerts, at);
  for (const alert of alerts)
    await insertStep(sql, tenant, alert, { at, code: 'VIDEO_ADDED', detail: { clip, seconds } });
  await changed(sql, videoChangesIn(tenant, alerts, 'READY'));
}
