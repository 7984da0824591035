/**
 * Makes suppressed deliveries due again: what is suppressed is decided again as soon as something changed.
 *
 * Those that are due are written as well, as they are: one that is composed just then is locked, by a transaction that may have read
 * what was before the change. The statement waits for it, and finds what it suppressed.
 */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';

/** Something about these alerts changed: their suppressed deliveries, and those grouped under them, are decided again. */
export async function requeueDeliveries(
  sql: Sql,
  tenants: readonly string[],
  alerts: readonly string[],
  at: Millis,
): Promise<void> {
  await sql.query(
    `UPDATE delivery SET due_at = least(due_at, $2::timestamptz)
      WHERE tenant_guid = ANY($3::uuid[]) AND state IN ('DUE', 'SUPPRESSED')
        AND (alert_guid = ANY($1::uuid[])
             OR (reason = 'GROUPED' AND (tenant_guid, alert_guid) IN (
                 SELECT tenant_guid, guid FROM alert WHERE tenant_guid = ANY($3::uuid[]) AND root_guid = ANY($1::uuid[]))))`,
    [alerts, new Date(at), tenants],
  );
}

/** The same for all deliveries of an owner. */
export async function requeueOwner(sql: Sql, tenant: string, owner: string, at: Millis): Promise<void> {
  await sql.query(
    `UPDATE delivery SET due_at = least(due_at, $3::timestamptz)
      WHERE owner_guid = $2::uuid AND tenant_guid = $1::uuid AND state IN ('DUE', 'SUPPRESSED')`,
    [tenant, owner, new Date(at)],
  );
}

/** The same for all deliveries about a location. */
export async function requeueLocation(sql: Sql, tenant: string, location: string, at: Millis): Promise<void> {
  await sql.query(
    `UPDATE delivery SET due_at = least(due_at, $3::timestamptz)
      WHERE tenant_guid = $1::uuid AND state IN ('DUE', 'SUPPRESSED')
        AND alert_guid IN (SELECT guid FROM alert WHERE location_guid = $2::uuid AND tenant_guid = $1::uuid)`,
    [tenant, location, new Date(at)],
  );
}

/** Makes deliveries due that waited for their predecessor, which is settled now. */
export async function releaseSuccessors(sql: Sql, tenant: string, destination: string, at: Millis): Promise<void> {
  await sql.query(
    `UPDATE delivery d SET due_at = $2::timestamptz
      WHERE d.tenant_guid = $3::uuid AND d.destination_guid = $1::uuid AND d.state = 'SUPPRESSED' AND d.reason = 'WAITING_FOR_PREDECESSOR' AND d.due_at > $2::timestamptz
        AND CASE WHEN d.change = 'UPDATED'
            THEN NOT EXISTS (SELECT 1 FROM delivery o WHERE o.tenant_guid = $3::uuid AND o.alert_guid = d.alert_guid AND o.destination_guid = d.destination_guid
                              AND (o.state = 'COMPOSED' OR (o.change IN ('RAISED', 'OCCURRED') AND o.state IN ('DUE', 'SUPPRESSED'))))
            ELSE (EXISTS (SELECT 1 FROM delivery o WHERE o.tenant_guid = $3::uuid AND o.alert_guid = d.alert_guid AND o.destination_guid = d.destination_guid
                      AND o.change = 'RAISED' AND o.occurrence = d.occurrence AND o.state IN ('SENT', 'FAILED', 'SKIPPED'))
             OR (d.occurrence > 1 AND NOT EXISTS (SELECT 1 FROM delivery o WHERE o.tenant_guid = $3::uuid AND o.alert_guid = d.alert_guid
                                             AND o.destination_guid = d.destination_guid AND o.state = 'COMPOSED'))) END`,
    [destination, new Date(at), tenant],
  );
}
