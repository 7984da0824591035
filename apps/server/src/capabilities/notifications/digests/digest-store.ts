/** What a summary says of alerts, who wants one, and which were made. */
import { EDIT_KINDS } from '@picket/domain/alert-kinds';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';

/** Organizations in which somebody wants summaries. */
export async function tenantsWithDigests(sql: Sql): Promise<readonly string[]> {
  const { rows } = await sql.query<{ tenant: string }>(
    `SELECT DISTINCT tenant_guid AS tenant FROM notification_preference WHERE preferences->'digest' <> 'null'::jsonb`,
  );
  return rows.map(({ tenant }) => tenant);
}

export async function isDigestDelivered(sql: Sql, tenant: string, owner: string, due: Millis): Promise<boolean> {
  const { rows } = await sql.query(
    'SELECT 1 FROM digest_delivery WHERE tenant_guid = $1::uuid AND owner_guid = $2::uuid AND due_at = $3::timestamptz',
    [tenant, owner, new Date(due)],
  );
  return rows.length > 0;
}

/** Takes a summary on; false when it was made before, or is being made. */
export async function claimDigest(sql: Sql, tenant: string, owner: string, due: Millis): Promise<boolean> {
  const { rows } = await sql.query(
    `INSERT INTO digest_delivery (tenant_guid, owner_guid, due_at)
     SELECT tenant_guid, owner_guid, $3::timestamptz FROM notification_preference WHERE tenant_guid = $1::uuid AND owner_guid = $2::uuid
     ON CONFLICT DO NOTHING RETURNING owner_guid`,
    [tenant, owner, new Date(due)],
  );
  return rows.length === 1;
}

export interface DigestLocationRow {
  readonly guid: string;
  readonly name: string;
  readonly timezone: string;
}

/** All locations of an organization, by name: who gets a digest sees some of them. */
export async function listDigestLocations(sql: Sql, tenant: string): Promise<readonly DigestLocationRow[]> {
  const { rows } = await sql.query<DigestLocationRow & { [name: string]: unknown }>(
    'SELECT guid, name, timezone FROM location WHERE tenant_guid = $1::uuid ORDER BY name_key',
    [tenant],
  );
  return rows;
}

export async function listSentryNames(
  sql: Sql,
  tenant: string,
  location: string,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql.query<{ guid: string; name: string }>(
    'SELECT guid, name FROM sentry WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid AND removed_at IS NULL',
    [tenant, location],
  );
  return new Map(rows.map(({ guid, name }) => [guid, name]));
}

export interface AlertTotals {
  readonly alerts: number;
  readonly stillOpen: number;
  /** In which at least one alert was on. */
  readonly outSeconds: number;
}

/** Alerts of a place in [from, to), and for how long at least one was on. */
export async function sumAlerts(
  sql: Sql,
  tenant: string,
  location: string,
  from: Millis,
  to: Millis,
): Promise<AlertTotals> {
  const { rows } = await sql.query<AlertTotals & { [name: string]: unknown }>(
    `WITH there AS (
       SELECT raised_at, state, started_at, least(coalesce(ended_at, $3::timestamptz), $3::timestamptz) AS ended FROM alert
        WHERE location_guid = $1::uuid AND tenant_guid = $4::uuid AND severity >= 100 AND kind <> ALL($5::text[]) AND NOT withdrawn
          AND started_at < $3::timestamptz AND coalesce(ended_at, $3::timestamptz) >= $2::timestamptz),
     spans AS (SELECT unnest(range_agg(tstzrange(greatest(started_at, $2::timestamptz), ended))) AS span FROM there
                WHERE greatest(started_at, $2::timestamptz) < ended)
     SELECT (SELECT count(*) FROM there WHERE raised_at >= $2::timestamptz AND raised_at < $3::timestamptz)::int AS alerts,
            (SELECT count(*) FROM there WHERE state = 'OPEN')::int AS "stillOpen",
            coalesce((SELECT sum(extract(epoch FROM upper(span) - lower(span))) FROM spans), 0)::float8 AS "outSeconds"`,
    [location, new Date(from), new Date(to), tenant, EDIT_KINDS],
  );
  return rows[0] ?? { alerts: 0, stillOpen: 0, outSeconds: 0 };
}
