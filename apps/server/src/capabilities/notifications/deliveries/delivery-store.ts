/** Deliveries: one destination is to be notified of one change of one alert. */
import type { SuppressionReason } from '@picket/contracts/notifications';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import type { ChangedAlert, ExistingDelivery, NewDelivery } from './plan-deliveries.ts';

/** Alerts of these organizations as they are now, in the order in which they were raised. */
export async function findChangedAlerts(
  sql: Sql,
  tenants: readonly string[],
  guids: readonly string[],
): Promise<readonly Omit<ChangedAlert, 'isNew'>[]> {
  const { rows } = await sql.query<Omit<ChangedAlert, 'isNew'> & { [name: string]: unknown }>(
    `SELECT guid, tenant_guid AS tenant, location_guid AS location, kind, severity, state = 'OPEN' AS "isOpen", withdrawn
       FROM alert WHERE tenant_guid = ANY($1::uuid[]) AND guid = ANY($2::uuid[]) ORDER BY raised_at, guid`,
    [tenants, guids],
  );
  return rows;
}

/** All deliveries of these alerts. */
export async function listDeliveries(
  sql: Sql,
  tenants: readonly string[],
  alerts: readonly string[],
): Promise<readonly ExistingDelivery[]> {
  const { rows } = await sql.query<ExistingDelivery & { [name: string]: unknown }>(
    `SELECT guid, alert_guid AS alert, owner_guid AS owner, destination_guid AS destination, channel, change, occurrence, state,
            reason FROM delivery WHERE tenant_guid = ANY($1::uuid[]) AND alert_guid = ANY($2::uuid[])`,
    [tenants, alerts],
  );
  return rows;
}

/** Adds deliveries; one that is there already stays as it is. */
export async function insertDeliveries(sql: Sql, rows: readonly NewDelivery[], at: Millis): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(
    `INSERT INTO delivery (guid, tenant_guid, alert_guid, owner_guid, destination_guid, channel, change, occurrence, state, reason,
                           due_at, created_at, settled_at)
     SELECT guid, tenant, alert, owner, destination, channel, change, occurrence, state, reason, $2::timestamptz, $2::timestamptz,
            CASE WHEN state = 'SKIPPED' THEN $2::timestamptz END
       FROM jsonb_to_recordset($1::jsonb) AS x(guid uuid, tenant uuid, alert uuid, owner uuid, destination uuid, channel text,
            change text, occurrence smallint, state text, reason text)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows.map((row) => ({ ...row, guid: newGuid() }))), new Date(at)],
  );
}

/** Cancels deliveries that still wait; returns how many: the others were sent meanwhile. */
export async function cancelDeliveries(
  sql: Sql,
  tenants: readonly string[],
  guids: readonly string[],
  reason: SuppressionReason,
  at: Millis,
): Promise<number> {
  if (guids.length === 0) return 0;
  const { rows } = await sql.query(
    `UPDATE delivery SET state = 'SKIPPED', reason = $2, settled_at = $3::timestamptz
      WHERE tenant_guid = ANY($4::uuid[]) AND guid = ANY($1::uuid[]) AND state IN ('DUE', 'SUPPRESSED') RETURNING guid`,
    [guids, reason, new Date(at), tenants],
  );
  return rows.length;
}

/** Makes canceled deliveries due again. */
export async function reinstateDeliveries(
  sql: Sql,
  tenants: readonly string[],
  guids: readonly string[],
  at: Millis,
): Promise<void> {
  if (guids.length === 0) return;
  await sql.query(
    `UPDATE delivery SET state = 'DUE', reason = NULL, settled_at = NULL, due_at = $2::timestamptz
      WHERE tenant_guid = ANY($3::uuid[]) AND guid = ANY($1::uuid[])`,
    [guids, new Date(at), tenants],
  );
}

/** Deletes what is settled, of alerts that are over. */
export async function deleteDeliveriesBefore(sql: Sql, before: Date): Promise<void> {
  await sql.query(
    `DELETE FROM delivery d USING alert a WHERE a.tenant_guid = d.tenant_guid AND a.guid = d.alert_guid AND d.created_at < $1::timestamptz
        AND d.state IN ('SENT', 'FAILED', 'SKIPPED') AND a.state <> 'OPEN'`,
    [before],
  );
}
