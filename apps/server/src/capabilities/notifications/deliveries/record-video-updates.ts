/** The video of an alert has arrived, or will not come: those who were notified of the alert are notified of it, and no one else. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { tenantsOf } from '../../../platform/db/placement.ts';
import type { AlertChanged } from '../../alerts/index.ts';
import { countClipsMadeReady, showsClearPictures } from '../../clips/index.ts';
import { findChangedAlerts, insertDeliveries, listDeliveries } from './delivery-store.ts';
import { planVideoUpdates } from './plan-video-updates.ts';

/** In the transaction of the change: each clip is one delivery for a destination. */
export async function recordVideoUpdates(sql: Sql, changed: readonly AlertChanged[], now: Millis): Promise<void> {
  const outcomes = new Map(
    changed.flatMap(({ alert, video }) => (video === undefined ? [] : [[alert, video] as const])),
  );
  if (outcomes.size === 0) return;
  const guids = [...outcomes.keys()];
  const tenants = tenantsOf(changed);
  const alerts = await findChangedAlerts(sql, tenants, guids);
  const known = Map.groupBy(await listDeliveries(sql, tenants, guids), ({ alert }) => alert);
  for (const { guid, tenant } of alerts) {
    const clips = outcomes.get(guid) === 'READY' ? await countClipsMadeReady(sql, tenant, guid) : 0;
    const hasPicture = clips > 0 && (await showsClearPictures(sql, tenant));
    await insertDeliveries(sql, planVideoUpdates({ guid, tenant, clips, hasPicture }, known.get(guid) ?? []), now);
  }
}
