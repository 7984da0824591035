/** Maintenance windows of locations. */
import type { MaintenanceWindowOut } from '@picket/contracts/types';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';

/** Until when each of these locations is under maintenance at `at`; windows that touch count as one. `locations` null: all. */
export async function activeMaintenance(
  sql: Sql,
  tenant: string,
  locations: readonly string[] | null,
  at: Millis,
): Promise<ReadonlyMap<string, Millis>> {
  if (locations?.length === 0) return new Map();
  const { rows } = await sql.query<{ location: string; until: Date }>(
    `SELECT location_guid AS location, max(ends_at) AS until FROM maintenance_window
      WHERE tenant_guid = $1::uuid AND ($2::uuid[] IS NULL OR location_guid = ANY($2::uuid[]))
        AND starts_at <= $3::timestamptz AND ends_at > $3::timestamptz GROUP BY 1`,
    [tenant, locations, new Date(at)],
  );
  return new Map(rows.map(({ location, until }) => [location, until.getTime()]));
}

export interface NewWindow {
  readonly guid: string;
  readonly location: string;
  readonly startsAt: Millis;
  readonly endsAt: Millis;
  readonly reason: string;
  readonly byName: string;
}

/** False if the organization has no such location (any more). */
export async function insertWindow(sql: Sql, tenant: string, window: NewWindow, at: Millis): Promise<boolean> {
  const { rows } = await sql.query(
    `INSERT INTO maintenance_window (guid, tenant_guid, location_guid, starts_at, ends_at, reason, created_by_name, created_at)
     SELECT $1::uuid, tenant_guid, guid, $4::timestamptz, $5::timestamptz, $6, $7, $8::timestamptz
       FROM location WHERE tenant_guid = $2::uuid AND guid = $3::uuid RETURNING guid`,
    [
      window.guid,
      tenant,
      window.location,
      new Date(window.startsAt),
      new Date(window.endsAt),
      window.reason,
      window.byName,
      new Date(at),
    ],
  );
  return rows.length === 1;
}

interface WindowRow {
  guid: string;
  starts: Date;
  ends: Date;
  reason: string;
  by: string;
  suppressed: number;
  [name: string]: unknown;
}

/** Windows of a location that are not over, the earliest first. */
export async function listWindows(
  sql: Sql,
  tenant: string,
  location: string,
  now: Millis,
  after: { readonly at: string; readonly guid: string } | null,
  limit: number,
): Promise<readonly MaintenanceWindowOut[]> {
  const { rows } = await sql.query<WindowRow>(
    `SELECT w.guid, w.starts_at AS starts, w.ends_at AS ends, w.reason, w.created_by_name AS by,
            (SELECT count(DISTINCT d.alert_guid) FROM delivery d
               JOIN alert a ON a.tenant_guid = d.tenant_guid AND a.guid = d.alert_guid
              WHERE a.tenant_guid = w.tenant_guid AND a.location_guid = w.location_guid AND d.suppressed_for = 'MAINTENANCE' AND d.suppressed_at >= w.starts_at
                AND d.suppressed_at < w.ends_at)::int AS suppressed
       FROM maintenance_window w
      WHERE w.location_guid = $2::uuid AND w.tenant_guid = $1::uuid AND w.ends_at > $3::timestamptz
        AND ($4::timestamptz IS NULL OR (w.starts_at, w.guid) > ($4::timestamptz, $5::uuid))
      ORDER BY w.starts_at, w.guid LIMIT $6::int`,
    [tenant, location, new Date(now), after?.at ?? null, after?.guid ?? null, limit],
  );
  return rows.map(({ guid, starts, ends, reason, by, suppressed }) => ({
    guid,
    startsAt: formatInstant(starts.getTime()),
    endsAt: formatInstant(ends.getTime()),
    reason,
    createdBy: by,
    suppressedAlerts: suppressed,
  }));
}

/** Ends a window now; one that has not begun is gone. False where there is none. */
export async function endWindow(
  sql: Sql,
  tenant: string,
  location: string,
  guid: string,
  now: Millis,
): Promise<boolean> {
  const gone = await sql.query(
    `DELETE FROM maintenance_window
      WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid AND guid = $3::uuid AND starts_at >= $4::timestamptz
     RETURNING guid`,
    [tenant, location, guid, new Date(now)],
  );
  if (gone.rows.length === 1) return true;
  const { rows } = await sql.query(
    `UPDATE maintenance_window SET ends_at = $4::timestamptz
      WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid AND guid = $3::uuid AND ends_at > $4::timestamptz
     RETURNING guid`,
    [tenant, location, guid, new Date(now)],
  );
  return rows.length === 1;
}
