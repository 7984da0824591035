/** The notifications' end of the pipeline: every change of an alert becomes deliveries, in the transaction that wrote it. */
import { tenantsOf } from '../../../platform/db/placement.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OnAlertsChanged } from '../../alerts/index.ts';
import { isMailConfigured } from '../../mail/index.ts';
import { listRecipients } from '../recipients/recipient-store.ts';
import {
  cancelDeliveries,
  findChangedAlerts,
  insertDeliveries,
  listDeliveries,
  reinstateDeliveries,
} from './delivery-store.ts';
import { type DeliveryPlan, planDeliveries } from './plan-deliveries.ts';
import { recordVideoUpdates } from './record-video-updates.ts';
import { requeueDeliveries } from './requeue-store.ts';

export const createDeliveryRecorder =
  (platform: Pick<Platform, 'clock' | 'settings'>): OnAlertsChanged =>
  async (sql, changed) => {
    if (changed.length === 0) return;
    const now = platform.clock.now();
    const raised = new Set(changed.filter(({ change }) => change === 'RAISED').map(({ alert }) => alert));
    const guids = [...new Set(changed.map(({ alert }) => alert))];
    const tenants = tenantsOf(changed);
    const alerts = await findChangedAlerts(sql, tenants, guids);
    const updated = guids.filter((guid) => !raised.has(guid));
    const notified = tenantsOf(alerts.filter(({ guid }) => raised.has(guid)));
    const recipients = notified.length === 0 ? new Map() : await listRecipients(sql, notified);
    const plan = async (): Promise<readonly DeliveryPlan[]> => {
      const known = Map.groupBy(await listDeliveries(sql, tenants, guids), ({ alert }) => alert);
      return alerts.map((alert) =>
        planDeliveries(
          { ...alert, isNew: raised.has(alert.guid) },
          known.get(alert.guid) ?? [],
          recipients.get(alert.tenant) ?? [],
          isMailConfigured(platform),
        ),
      );
    };
    let due = await plan();
    const canceled = due.flatMap((one) => one.canceled);
    // A CLEARED that was sent meanwhile cannot be canceled: then another occurrence begins.
    if ((await cancelDeliveries(sql, tenants, canceled, 'REOPENED', now)) < canceled.length) due = await plan();
    await insertDeliveries(
      sql,
      due.flatMap(({ added }) => added),
      now,
    );
    await reinstateDeliveries(
      sql,
      tenants,
      due.flatMap(({ reinstated }) => reinstated),
      now,
    );
    await recordVideoUpdates(sql, changed, now);
    if (updated.length > 0) await requeueDeliveries(sql, tenants, updated, now);
  };
