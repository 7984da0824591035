/** The only file that counts and stores the usage of organizations, and lists the sentries of all of them. */
import type { BusinessStatus } from '@picket/domain/tenants';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';

export interface UsageRow {
  readonly tenant: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly locations: number;
  readonly sentries: number;
  readonly reporting: number;
  readonly series: number;
  readonly readings: number;
  readonly alerts: number;
  readonly messages: number;
  readonly users: number;
  readonly activeUsers: number;
  readonly bytes: number;
  readonly clipBytes: number;
}

/** How old a size may be. */
const SIZE_OF_DAYS = 31;
const START_OF = (day: string): string => `(${day}::timestamp AT TIME ZONE 'UTC')`;
/** Whether an instant is on the day $1. */
const DURING = (column: string): string =>
  `${column} >= ${START_OF('$1::date')} AND ${column} < ${START_OF('($1::date + 1)')}`;

/**
 * What each organization used on a day, counted from what is stored. Readings are counted as rows and as packed; what was
 * deleted since cannot be counted, so a day is stored once it is over. `bytes` of the packed history are those of the day
 * that was stored last: to add it up takes longer the more there is.
 */
export async function countUsageAllTenants(sql: Sql, day: string): Promise<readonly UsageRow[]> {
  const { rows } = await sql.query<UsageRow & { [name: string]: unknown }>(
    `WITH taken AS (
       SELECT tenant_guid, series_id, count(*) AS readings FROM reading WHERE ${DURING('at')} GROUP BY 1, 2
       UNION ALL SELECT tenant_guid, series_id, count FROM reading_chunk WHERE day = $1::date),
     per AS (
       SELECT x.tenant_guid, count(DISTINCT t.series_id) AS series, count(DISTINCT x.sentry_guid) AS reporting, sum(t.readings) AS readings
         FROM taken t JOIN series x ON x.tenant_guid = t.tenant_guid AND x.id = t.series_id GROUP BY 1),
     packed AS (
       SELECT DISTINCT ON (tenant_guid) tenant_guid, bytes FROM usage_record
        WHERE day >= $1::date - ${SIZE_OF_DAYS} ORDER BY tenant_guid, day DESC)
     SELECT t.guid AS tenant, $1::text AS day, coalesce(l.count, 0)::int AS locations, coalesce(s.count, 0)::int AS sentries,
            coalesce(per.reporting, 0)::int AS reporting, coalesce(per.series, 0)::int AS series,
            coalesce(per.readings, 0)::float8 AS readings, coalesce(a.count, 0)::int AS alerts, coalesce(m.count, 0)::int AS messages,
            coalesce(u.count, 0)::int AS users, coalesce(u.active, 0)::int AS "activeUsers",
            coalesce(packed.bytes, 0)::float8 AS bytes, coalesce(c.bytes, 0)::float8 AS "clipBytes"
       FROM tenant t LEFT JOIN per ON per.tenant_guid = t.guid LEFT JOIN packed ON packed.tenant_guid = t.guid
       LEFT JOIN (SELECT tenant_guid, count(*) FROM location GROUP BY 1) l ON l.tenant_guid = t.guid
       LEFT JOIN (SELECT tenant_guid, count(*) FROM sentry WHERE removed_at IS NULL GROUP BY 1) s ON s.tenant_guid = t.guid
       LEFT JOIN (SELECT tenant_guid, count(*) FROM alert WHERE NOT withdrawn AND ${DURING('created_at')} GROUP BY 1) a ON a.tenant_guid = t.guid
       LEFT JOIN (SELECT tenant_guid, count(*) FROM message WHERE ${DURING('created_at')} GROUP BY 1) m ON m.tenant_guid = t.guid
       LEFT JOIN (SELECT tenant_guid, count(*), count(*) FILTER (WHERE last_seen_at >= ${START_OF('$1::date')}) AS active
                    FROM user_account GROUP BY 1) u ON u.tenant_guid = t.guid
       LEFT JOIN (SELECT c.tenant_guid, sum(p.bytes) AS bytes FROM clip c JOIN clip_part p ON p.tenant_guid = c.tenant_guid AND p.clip_guid = c.guid
                   WHERE c.state <> 'DELETED' GROUP BY 1) c ON c.tenant_guid = t.guid`,
    [day],
  );
  return rows;
}

/** Stores counted days; a stored one is never replaced. */
export async function insertUsage(sql: Sql, rows: readonly UsageRow[]): Promise<void> {
  await sql.query(
    `INSERT INTO usage_record (tenant_guid, day, locations, sentries, reporting, series, readings, alerts, messages, users,
                               active_users, bytes, clip_bytes)
     SELECT tenant, day, locations, sentries, reporting, series, readings, alerts, messages, users, "activeUsers", bytes, "clipBytes"
       FROM jsonb_to_recordset($1::jsonb) AS x(tenant uuid, day date, locations int, sentries int, reporting int, series int,
            readings bigint, alerts int, messages int, users int, "activeUsers" int, bytes bigint, "clipBytes" bigint)
     ON CONFLICT (tenant_guid, day) DO NOTHING`,
    [JSON.stringify(rows)],
  );
}

/** Whether the day is stored for every organization. */
export async function hasUsage(sql: Sql, day: string): Promise<boolean> {
  const { rows } = await sql.query(
    `SELECT 1 FROM tenant t WHERE t.guid NOT IN (SELECT u.tenant_guid FROM usage_record u WHERE u.day = $1::date) LIMIT 1`,
    [day],
  );
  return rows.length === 0;
}

export async function listUsageSince(sql: Sql, day: string): Promise<readonly UsageRow[]> {
  const { rows } = await sql.query<UsageRow & { [name: string]: unknown }>(
    `SELECT tenant_guid AS tenant, day::text AS day, locations, sentries, reporting, series, readings::float8 AS readings,
            alerts, messages, users, active_users AS "activeUsers", bytes::float8 AS bytes,
            clip_bytes::float8 AS "clipBytes"
       FROM usage_record WHERE day >= $1::date ORDER BY day`,
    [day],
  );
  return rows;
}

export interface TenantSummary {
  readonly guid: string;
  readonly name: string;
  readonly businessStatus: BusinessStatus;
  readonly demo: boolean;
  readonly suspended: boolean;
  readonly contact: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
}

export async function listTenantsAllTenants(sql: Sql): Promise<readonly TenantSummary[]> {
  const { rows } = await sql.query<TenantSummary & { [name: string]: unknown }>(
    `SELECT t.guid, t.name, t.business_status AS "businessStatus", t.demo, t.suspended, t.created_at AS "createdAt",
            c.email AS contact, s."lastSeenAt"
       FROM tenant t LEFT JOIN (
              SELECT DISTINCT ON (u.tenant_guid) u.tenant_guid, u.email
                FROM user_account u JOIN permission p ON p.tenant_guid = u.tenant_guid AND p.user_guid = u.guid
               WHERE p.role = 'ADMIN' AND p.location_guid IS NULL ORDER BY u.tenant_guid, u.created_at, u.guid) c ON c.tenant_guid = t.guid
       LEFT JOIN (SELECT tenant_guid, max(last_seen_at) AS "lastSeenAt" FROM user_account GROUP BY 1) s ON s.tenant_guid = t.guid
      ORDER BY t.name_key`,
  );
  return rows;
}

export interface FleetFilter {
  /** LIKE pattern over names and serial numbers. */
  readonly pattern: string | null;
  readonly silentBefore: Millis | null;
  readonly softwareVersion: string | null;
}

export interface FleetRow {
  readonly guid: string;
  readonly name: string;
  readonly nameKey: string;
  readonly tenant: string;
  readonly tenantName: string;
  readonly businessStatus: BusinessStatus;
  readonly location: string;
  readonly model: string | null;
  readonly serialNumber: string | null;
  readonly softwareVersion: string | null;
  readonly activatedAt: Date | null;
  readonly lastSeenAt: Date | null;
  readonly intervalSeconds: number;
  readonly openAlerts: number;
}

/** Sentries in use of all organizations, by name; `after`: the last one of the page before. */
export async function listFleetAllTenants(
  sql: Sql,
  { pattern, silentBefore, softwareVersion }: FleetFilter,
  after: { readonly nameKey: string; readonly guid: string } | null,
  limit: number,
): Promise<readonly FleetRow[]> {
  const { rows } = await sql.query<FleetRow & { [name: string]: unknown }>(
    `SELECT s.guid, s.name, s.name_key AS "nameKey", t.guid AS tenant, t.name AS "tenantName",
            t.business_status AS "businessStatus", l.name AS location, s.model, s.serial_number AS "serialNumber",
            s.software_version AS "softwareVersion", s.activated_at AS "activatedAt", m.last_received_at AS "lastSeenAt",
            s.report_interval_seconds AS "intervalSeconds",
            (SELECT count(*) FROM alert a WHERE a.tenant_guid = s.tenant_guid AND a.sentry_guid = s.guid AND a.state = 'OPEN')::int AS "openAlerts"
       FROM sentry s JOIN tenant t ON t.guid = s.tenant_guid JOIN location l ON l.tenant_guid = s.tenant_guid AND l.guid = s.location_guid
       LEFT JOIN monitor_state m ON m.tenant_guid = s.tenant_guid AND m.sentry_guid = s.guid
      WHERE s.removed_at IS NULL
        AND ($1::text IS NULL OR s.name_key LIKE $1 OR lower(s.serial_number) LIKE $1 OR t.name_key LIKE $1 OR l.name_key LIKE $1)
        AND ($2::timestamptz IS NULL OR (s.activated_at IS NOT NULL AND m.last_received_at < $2::timestamptz))
        AND ($3::text IS NULL OR s.software_version = $3)
        AND ($4::text IS NULL OR (s.name_key, s.guid) > ($4::text, $5::uuid))
      ORDER BY s.name_key, s.guid LIMIT $6::int`,
    [
      pattern,
      silentBefore === null ? null : new Date(silentBefore),
      softwareVersion,
      after?.nameKey ?? null,
      after?.guid ?? null,
      limit,
    ],
  );
  return rows;
}

export async function countVersionsAllTenants(
  sql: Sql,
): Promise<{ readonly softwareVersion: string; readonly model: string; readonly count: number }[]> {
  const { rows } = await sql.query<{ softwareVersion: string; model: string; count: number }>(
    `SELECT software_version AS "softwareVersion", coalesce(model, '') AS model, count(*)::int AS count FROM sentry
      WHERE removed_at IS NULL AND software_version IS NOT NULL GROUP BY 1, 2 ORDER BY count(*) DESC, 1, 2 LIMIT 100`,
  );
  return rows;
}

/** Size and version of the database. */
export async function getDatabaseInfo(sql: Sql): Promise<{ readonly bytes: number; readonly version: string }> {
  const { rows } = await sql.query<{ bytes: number; version: string }>(
    `SELECT pg_database_size(current_database())::float8 AS bytes, current_setting('server_version') AS version`,
  );
  return rows[0] ?? { bytes: 0, version: '' };
}
