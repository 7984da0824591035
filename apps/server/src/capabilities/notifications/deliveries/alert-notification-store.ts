/** Deliveries of an alert, for its page. */
import type { AlertDeliveryOut } from '@picket/contracts/types';
import { DELETED_RECIPIENT } from '@picket/domain/actors';
import { formatInstant } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';

interface Row {
  guid: string;
  owner: string;
  to: string | null;
  channel: AlertDeliveryOut['channel'] | null;
  destination: string | null;
  change: AlertDeliveryOut['change'];
  occurrence: number;
  state: AlertDeliveryOut['state'];
  reason: AlertDeliveryOut['reason'] | null;
  suppressedFor: AlertDeliveryOut['reason'] | null;
  created: Date;
  due: Date;
  settled: Date | null;
  message: string | null;
  attempts: { at: string; delivered: boolean | null; response: string | null }[] | null;
  [name: string]: unknown;
}

const instant = (value: Date): string => formatInstant(value.getTime());

/**
 * Deliveries of an alert with every attempt, in the order they were made. What a receiver answered may say more than a
 * viewer is to know: administrators see it, and its recipient.
 */
export async function listAlertDeliveries(
  sql: Sql,
  tenant: string,
  alert: string,
  viewer: { readonly guid: string; readonly isAdmin: boolean },
): Promise<readonly AlertDeliveryOut[]> {
  const { rows } = await sql.query<Row>(
    `SELECT d.guid, d.owner_guid AS owner, coalesce(u.display_name, u.email, s.name, m.owner_name) AS "to", d.channel,
            CASE WHEN d.channel = 'EMAIL' THEN NULL ELSE nullif(x.name, '') END AS destination, d.change, d.occurrence, d.state, d.reason,
            d.suppressed_for AS "suppressedFor", d.created_at AS created, d.due_at AS due, d.settled_at AS settled, d.message_guid AS message,
            (SELECT jsonb_agg(jsonb_build_object('at', t.started_at, 'delivered', t.delivered, 'response', t.answer) ORDER BY t.ordinal)
               FROM (SELECT * FROM delivery_attempt t
                      WHERE t.tenant_guid = d.tenant_guid AND t.message_guid = d.message_guid ORDER BY ordinal DESC LIMIT 30) t) AS attempts
       FROM delivery d LEFT JOIN user_account u ON u.tenant_guid = d.tenant_guid AND u.guid = d.owner_guid
       LEFT JOIN destination s ON s.tenant_guid = d.tenant_guid AND s.guid = d.owner_guid
       LEFT JOIN destination x ON x.tenant_guid = d.tenant_guid AND x.guid = d.destination_guid
       LEFT JOIN message m ON m.tenant_guid = d.tenant_guid AND m.guid = d.message_guid
      WHERE d.alert_guid = $2::uuid AND d.tenant_guid = $1::uuid ORDER BY d.created_at, 2, d.guid LIMIT 2000`,
    [tenant, alert],
  );
  return rows.map((row) => ({
    guid: row.guid,
    to: row.to ?? DELETED_RECIPIENT,
    ...(row.channel === null ? {} : { channel: row.channel }),
    ...(row.destination === null ? {} : { destination: row.destination }),
    change: row.change,
    occurrence: row.occurrence,
    state: row.state,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.suppressedFor === null ? {} : { suppressedFor: row.suppressedFor }),
    at: instant(row.created),
    ...(row.state === 'SUPPRESSED' ? { until: instant(row.due) } : {}),
    ...(row.settled === null ? {} : { settledAt: instant(row.settled) }),
    ...(row.message === null ? {} : { message: row.message }),
    attempts: (row.attempts ?? []).map(({ at, delivered, response }) => ({
      at: formatInstant(Date.parse(at)),
      ...(delivered === null ? {} : { delivered }),
      ...(response === null || !(viewer.isAdmin || viewer.guid === row.owner) ? {} : { response }),
    })),
  }));
}
