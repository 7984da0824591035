/** Compares alerts with deliveries. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';

export interface MissedDelivery {
  readonly tenant: string;
  readonly alert: string;
  readonly change: 'RAISED' | 'CLEARED';
}

/** Nobody of a suspended organization is notified, nor of one in which nobody has signed up. */
const HAS_RECIPIENTS = `NOT t.suspended AND EXISTS (
  SELECT 1 FROM user_account u WHERE u.tenant_guid = t.guid AND (u.password_hash IS NOT NULL OR u.oidc_subject IS NOT NULL))`;

/**
 * Deliveries that should be there and are not: of alerts written since `since` that nobody has a row of though they are of
 * some weight, and cleared alerts of which a recipient was notified when they were raised. The last minutes are left to the regular work.
 */
export async function findMissedDeliveries(
  sql: Sql,
  since: Millis,
  before: Millis,
): Promise<readonly MissedDelivery[]> {
  const { rows } = await sql.query<MissedDelivery & { [name: string]: unknown }>(
    `SELECT a.tenant_guid AS tenant, a.guid AS alert, 'RAISED' AS change FROM alert a JOIN tenant t ON t.guid = a.tenant_guid
      WHERE ${HAS_RECIPIENTS} AND a.created_at >= $1::timestamptz AND a.created_at < $2::timestamptz AND a.state = 'OPEN' AND a.severity >= 100
        AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.tenant_guid = a.tenant_guid AND d.alert_guid = a.guid)
     UNION ALL
     SELECT DISTINCT d.tenant_guid, d.alert_guid, 'CLEARED' FROM delivery d JOIN alert a ON a.tenant_guid = d.tenant_guid AND a.guid = d.alert_guid
       JOIN tenant t ON t.guid = d.tenant_guid
      WHERE ${HAS_RECIPIENTS} AND d.change = 'RAISED' AND d.state IN ('DUE', 'SUPPRESSED', 'COMPOSED', 'SENT') AND d.created_at >= $1::timestamptz
        AND a.state <> 'OPEN' AND a.last_update_ts < $2::timestamptz
        AND NOT EXISTS (SELECT 1 FROM delivery o WHERE o.tenant_guid = d.tenant_guid AND o.alert_guid = d.alert_guid AND o.destination_guid = d.destination_guid
                         AND o.change = 'CLEARED' AND o.occurrence = d.occurrence)`,
    [new Date(since), new Date(before)],
  );
  return rows;
}
