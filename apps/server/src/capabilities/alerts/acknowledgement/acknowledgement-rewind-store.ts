/** Acknowledgements and snoozes that were given at an instant that lies ahead since the clock went back. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { laterThan } from '../../../platform/db/later-than.ts';

/** The organizations that have some; nothing is locked. */
export async function listGivenAheadAllTenants(sql: Sql, now: Millis): Promise<readonly { readonly tenant: string }[]> {
  const { rows } = await sql.query<{ tenant: string }>(
    `SELECT DISTINCT a.tenant_guid AS tenant FROM alert a
      WHERE a.state = 'OPEN'
        AND ((a.acknowledged_until > $1::timestamptz AND a.acknowledged_at > $1::timestamptz)
             OR (a.snoozed_until > $1::timestamptz AND EXISTS (
                 SELECT 1 FROM alert_step s WHERE s.tenant_guid = a.tenant_guid AND s.alert_guid = a.guid
                    AND s.code = 'SNOOZED' AND s.at > $1::timestamptz)))`,
    [new Date(now)],
  );
  return rows;
}

/** Such acknowledgements of these organizations last from `now` as long as they were given for. */
export async function rewindAcknowledged(sql: Sql, tenants: readonly string[], now: Millis): Promise<void> {
  await sql.query(
    `UPDATE alert SET acknowledged_at = $1::timestamptz,
            acknowledged_until = ($1::timestamptz AT TIME ZONE 'UTC' + (acknowledged_until - acknowledged_at)) AT TIME ZONE 'UTC',
            last_update_ts = greatest($1::timestamptz, ${laterThan('last_update_ts')})
      WHERE tenant_guid = ANY($2::uuid[]) AND state = 'OPEN' AND acknowledged_at > $1::timestamptz`,
    [new Date(now), tenants],
  );
}

interface SnoozeAhead {
  readonly tenant: string;
  readonly guid: string;
  readonly until: Date;
  /** When it was given, and until when, as its step says. */
  readonly at: Date;
  readonly givenUntil: string | null;
}

/** Locks snoozed alerts of these organizations that were last snoozed after `now`. */
export async function lockSnoozesAhead(
  sql: Sql,
  tenants: readonly string[],
  now: Millis,
): Promise<readonly SnoozeAhead[]> {
  const { rows } = await sql.query<SnoozeAhead & { [name: string]: unknown }>(
    `SELECT a.tenant_guid AS tenant, a.guid, a.snoozed_until AS until, s.at, s.detail->>'until' AS "givenUntil"
       FROM alert a CROSS JOIN LATERAL (
         SELECT t.at, t.detail FROM alert_step t
          WHERE t.tenant_guid = ANY($2::uuid[]) AND t.tenant_guid = a.tenant_guid AND t.alert_guid = a.guid AND t.code = 'SNOOZED'
          ORDER BY t.id DESC LIMIT 1) s
      WHERE a.tenant_guid = ANY($2::uuid[]) AND a.state = 'OPEN' AND a.snoozed_until > $1::timestamptz AND s.at > $1::timestamptz
      ORDER BY a.guid FOR UPDATE OF a`,
    [new Date(now), tenants],
  );
  return rows;
}

/** Moves the end of a snooze. */
export async function moveSnooze(sql: Sql, tenant: string, guid: string, until: Millis, now: Millis): Promise<void> {
  await sql.query(
    `UPDATE alert SET snoozed_until = $3::timestamptz, last_update_ts = greatest($4::timestamptz, ${laterThan('last_update_ts')})
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND snoozed_until IS NOT NULL`,
    [tenant, guid, new Date(until), new Date(now)],
  );
}
