/** Muted alerts: which, until when, and the time zone of their location. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { laterThan } from '../../../platform/db/later-than.ts';

export interface MutedAlert {
  readonly guid: string;
  readonly tenant: string;
  readonly sentry: string;
  readonly policy: string;
  readonly timezone: string;
  /** It is over, and evaluation ends it no more. */
  readonly isRecovered: boolean;
}

/** One that has recovered waits for a person as an open one does. */
const IS_TO_UNMUTE = `a.muted AND a.state IN ('OPEN', 'RECOVERED') AND a.unmute_at <= $1::timestamptz AND a.sentry_guid IS NOT NULL
        AND a.policy_guid IS NOT NULL`;

/** The organizations with muted alerts that wait for a person, and whose do-not-disturb interval should have ended, the first to end first; nothing is locked. */
export async function listTenantsToUnmuteAllTenants(
  sql: Sql,
  now: Millis,
  limit: number,
): Promise<readonly { readonly tenant: string }[]> {
  const { rows } = await sql.query<{ tenant: string }>(
    `SELECT a.tenant_guid AS tenant FROM alert a WHERE ${IS_TO_UNMUTE}
      GROUP BY a.tenant_guid ORDER BY min(a.unmute_at) LIMIT $2::int`,
    [new Date(now), limit],
  );
  return rows;
}

/** Locks muted alerts of an organization that wait for a person, and whose do-not-disturb interval should have ended. */
export async function lockAlertsToUnmute(
  sql: Sql,
  tenant: string,
  now: Millis,
  limit: number,
): Promise<readonly MutedAlert[]> {
  const { rows } = await sql.query<MutedAlert & { [name: string]: unknown }>(
    `SELECT a.guid, a.tenant_guid AS tenant, a.sentry_guid AS sentry, a.policy_guid AS policy, l.timezone, a.state = 'RECOVERED' AS "isRecovered"
       FROM alert a JOIN location l ON l.tenant_guid = a.tenant_guid AND l.guid = a.location_guid
      WHERE a.tenant_guid = $3::uuid AND l.tenant_guid = $3::uuid AND ${IS_TO_UNMUTE}
      ORDER BY a.unmute_at LIMIT $2::int FOR UPDATE OF a SKIP LOCKED`,
    [new Date(now), limit, tenant],
  );
  return rows;
}

/** `until` null unmutes the alert: people are notified from now on. */
export async function setMuted(
  sql: Sql,
  tenant: string,
  guid: string,
  until: Millis | null,
  now: Millis,
): Promise<void> {
  await sql.query(
    `UPDATE alert SET muted = $2::timestamptz IS NOT NULL, unmute_at = $2::timestamptz,
            last_update_ts = greatest($3::timestamptz, ${laterThan('last_update_ts')})
      WHERE guid = $1::uuid AND tenant_guid = $4::uuid`,
    [guid, until === null ? null : new Date(until + 1), new Date(now), tenant],
  );
}

/**
 * After an edit: makes the next run check again whether muted alerts of a tenant stay muted. Those without a time had recovered before this
 * was done for them, and nobody is notified of them.
 */
export async function recheckMutedAlerts(sql: Sql, tenant: string, now: Millis): Promise<void> {
  await sql.query(
    `UPDATE alert SET unmute_at = least(unmute_at, $2::timestamptz)
      WHERE tenant_guid = $1::uuid AND muted AND state IN ('OPEN', 'RECOVERED') AND (state = 'OPEN' OR unmute_at IS NOT NULL)`,
    [tenant, new Date(now)],
  );
}

/** Time zones of locations of these organizations, by guid. */
export async function getTimezones(
  sql: Sql,
  tenants: readonly string[],
  locations: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql.query<{ guid: string; timezone: string }>(
    'SELECT guid, timezone FROM location WHERE tenant_guid = ANY($1::uuid[]) AND guid = ANY($2::uuid[])',
    [tenants, locations],
  );
  return new Map(rows.map(({ guid, timezone }) => [guid, timezone]));
}
