/** Reads and writes acknowledgements that expire and snoozes that end. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { laterThan } from '../../../platform/db/later-than.ts';

/** Extends the acknowledgement of an alert after somebody acted on it; one that lasts longer already stays. */
export async function extendAcknowledgement(sql: Sql, tenant: string, guid: string, until: Millis): Promise<void> {
  await sql.query(
    `UPDATE alert SET acknowledged_until = greatest(acknowledged_until, $3::timestamptz)
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND acknowledged_until IS NOT NULL`,
    [tenant, guid, new Date(until)],
  );
}

/** Snoozes an open alert; false if it is not open. */
export async function setSnoozed(
  sql: Sql,
  tenant: string,
  guid: string,
  { until, byName, at }: { readonly until: Millis; readonly byName: string; readonly at: Millis },
): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE alert SET snoozed_until = $3::timestamptz, snoozed_by_name = $4,
            last_update_ts = greatest($5::timestamptz, ${laterThan('last_update_ts')})
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND state = 'OPEN' RETURNING guid`,
    [tenant, guid, new Date(until), byName, new Date(at)],
  );
  return rows.length === 1;
}

export interface Expiration {
  readonly guid: string;
  readonly tenant: string;
  readonly code: 'ACKNOWLEDGEMENT_EXPIRED' | 'SNOOZE_ENDED';
  readonly byName: string | null;
}

/** The organization of each open alert whose acknowledgement has expired or whose snooze is over, the first to end first; nothing is locked. */
export async function listExpiredAllTenants(
  sql: Sql,
  now: Millis,
  limit: number,
): Promise<readonly { readonly tenant: string }[]> {
  const { rows } = await sql.query<{ tenant: string }>(
    `SELECT tenant_guid AS tenant FROM alert
      WHERE state = 'OPEN' AND (acknowledged_until <= $1::timestamptz OR snoozed_until <= $1::timestamptz)
      ORDER BY least(acknowledged_until, snoozed_until) LIMIT $2::int`,
    [new Date(now), limit],
  );
  return rows;
}

/** Ends expired acknowledgements and snoozes of open alerts of these organizations; returns them. */
export async function endExpired(
  sql: Sql,
  tenants: readonly string[],
  now: Millis,
  limit: number,
): Promise<readonly Expiration[]> {
  const expired = await sql.query<Omit<Expiration, 'code'> & { [name: string]: unknown }>(
    `WITH due AS (SELECT tenant_guid, guid, acknowledged_by_name FROM alert
                   WHERE tenant_guid = ANY($3::uuid[]) AND acknowledged_until <= $1::timestamptz AND state = 'OPEN'
                   ORDER BY acknowledged_until LIMIT $2::int FOR UPDATE SKIP LOCKED)
     UPDATE alert a SET acknowledged_at = NULL, acknowledged_by = NULL, acknowledged_by_name = NULL, acknowledged_until = NULL,
            last_update_ts = greatest($1::timestamptz, ${laterThan('last_update_ts')})
       FROM due WHERE a.tenant_guid = ANY($3::uuid[]) AND a.tenant_guid = due.tenant_guid AND a.guid = due.guid
     RETURNING a.guid, a.tenant_guid AS tenant, due.acknowledged_by_name AS "byName"`,
    [new Date(now), limit, tenants],
  );
  const ended = await sql.query<Omit<Expiration, 'code'> & { [name: string]: unknown }>(
    `WITH due AS (SELECT tenant_guid, guid, snoozed_by_name FROM alert
                   WHERE tenant_guid = ANY($3::uuid[]) AND snoozed_until <= $1::timestamptz AND state = 'OPEN'
                   ORDER BY snoozed_until LIMIT $2::int FOR UPDATE SKIP LOCKED)
     UPDATE alert a SET snoozed_until = NULL, snoozed_by_name = NULL,
            last_update_ts = greatest($1::timestamptz, ${laterThan('last_update_ts')})
       FROM due WHERE a.tenant_guid = ANY($3::uuid[]) AND a.tenant_guid = due.tenant_guid AND a.guid = due.guid
     RETURNING a.guid, a.tenant_guid AS tenant, due.snoozed_by_name AS "byName"`,
    [new Date(now), limit, tenants],
  );
  return [
    ...expired.rows.map((row) => ({ ...row, code: 'ACKNOWLEDGEMENT_EXPIRED' as const })),
    ...ended.rows.map((row) => ({ ...row, code: 'SNOOZE_ENDED' as const })),
  ];
}

/** Acknowledges an unacknowledged alert; expires at `until` unless somebody acts on it. False if it was acknowledged already. */
export async function setAcknowledged(
  sql: Sql,
  tenant: string,
  guid: string,
  by: { readonly guid: string | null; readonly name: string },
  { at, until }: { readonly at: Millis; readonly until: Millis },
): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE alert SET acknowledged_by = $3::uuid, acknowledged_by_name = $4, acknowledged_at = $5::timestamptz,
            acknowledged_until = $6::timestamptz,
            last_update_ts = greatest($5::timestamptz, ${laterThan('last_update_ts')})
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND acknowledged_at IS NULL RETURNING guid`,
    [tenant, guid, by.guid, by.name, new Date(at), new Date(until)],
  );
  return rows.length === 1;
}

/** Removes the acknowledgement of an alert; false if it has none. */
export async function setUnacknowledged(sql: Sql, tenant: string, guid: string, at: Millis): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE alert SET acknowledged_by = NULL, acknowledged_by_name = NULL, acknowledged_at = NULL, acknowledged_until = NULL,
            last_update_ts = greatest($3::timestamptz, ${laterThan('last_update_ts')})
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND acknowledged_at IS NOT NULL RETURNING guid`,
    [tenant, guid, new Date(at)],
  );
  return rows.length === 1;
}

/** Resolves an open or recovered alert; false if it was neither. */
export async function setResolved(
  sql: Sql,
  tenant: string,
  guid: string,
  byName: string,
  at: Millis,
): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE alert SET state = 'RESOLVED', resolved_by_name = $3, resolved_at = $4::timestamptz,
            ended_at = coalesce(ended_at, $4::timestamptz), cleared_at = coalesce(cleared_at, $4::timestamptz),
            last_update_ts = greatest($4::timestamptz, ${laterThan('last_update_ts')})
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND state IN ('OPEN', 'RECOVERED') RETURNING guid`,
    [tenant, guid, byName, new Date(at)],
  );
  return rows.length === 1;
}
