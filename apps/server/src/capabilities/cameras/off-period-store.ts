/** Reads and writes when the cameras of a location are off. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import type { OffPeriod } from './plan-off-periods.ts';

/** Whether the cameras of a location were, or are, off at an instant. They are off until they were set. */
export async function isCameraOffAt(sql: Sql, tenant: string, location: string, at: Millis): Promise<boolean> {
  const { rows } = await sql.query(
    `SELECT 1 AS one FROM camera_setting s
      WHERE s.tenant_guid = $1::uuid AND s.location_guid = $2::uuid
        AND NOT EXISTS (SELECT 1 FROM camera_off_period p
                         WHERE p.tenant_guid = s.tenant_guid AND p.location_guid = s.location_guid
                           AND p.starts_at <= $3::timestamptz AND (p.ends_at IS NULL OR p.ends_at > $3::timestamptz))`,
    [tenant, location, new Date(at)],
  );
  return rows.length === 0;
}

/** The periods that overlap [from, to), oldest first. Before they were first set the cameras were off. */
export async function listOffPeriods(
  sql: Sql,
  tenant: string,
  location: string,
  { from, to }: { readonly from: Millis; readonly to: Millis },
): Promise<readonly OffPeriod[]> {
  const { rows } = await sql.query<{ from: Date; to: Date | null }>(
    `SELECT starts_at AS "from", ends_at AS "to" FROM camera_off_period
      WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid
        AND starts_at < $4::timestamptz AND (ends_at IS NULL OR ends_at > $3::timestamptz)
     UNION ALL
     SELECT $3::timestamptz, NULL
      WHERE NOT EXISTS (SELECT 1 FROM camera_setting WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid)
     ORDER BY 1`,
    [tenant, location, new Date(from), new Date(to)],
  );
  return rows.map((row) => ({ from: row.from.getTime(), to: row.to?.getTime() ?? null }));
}

/** The period that holds at `at` and those after it. */
export async function listPlannedPeriods(
  sql: Sql,
  tenant: string,
  location: string,
  at: Millis,
): Promise<readonly OffPeriod[]> {
  const { rows } = await sql.query<{ from: Date; to: Date | null }>(
    `SELECT starts_at AS "from", ends_at AS "to" FROM camera_off_period
      WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid AND (ends_at IS NULL OR ends_at > $3::timestamptz)
      ORDER BY starts_at`,
    [tenant, location, new Date(at)],
  );
  return rows.map((row) => ({ from: row.from.getTime(), to: row.to?.getTime() ?? null }));
}

/** Replaces what is planned from `now` on; what is over stays as it was. */
export async function replacePlannedPeriods(
  sql: Sql,
  tenant: string,
  location: string,
  periods: readonly OffPeriod[],
  now: Millis,
): Promise<void> {
  const at = new Date(now);
  await sql.query(
    `DELETE FROM camera_off_period WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid AND starts_at >= $3::timestamptz`,
    [tenant, location, at],
  );
  const { rows: holding } = await sql.query(
    `UPDATE camera_off_period SET ends_at = $4::timestamptz
      WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid AND starts_at < $3::timestamptz
        AND (ends_at IS NULL OR ends_at > $3::timestamptz)
     RETURNING 1 AS one`,
    [tenant, location, at, endOfHolding(periods, now)],
  );
  // The period that holds now has begun before: it goes on.
  for (const { from, to } of periods.filter((period) => holding.length === 0 || period.from > now))
    await insertOffPeriod(sql, tenant, location, { from, to });
}

/** When the period that holds is over now; null: it is without an end. */
function endOfHolding([first]: readonly OffPeriod[], now: Millis): Date | null {
  if (first === undefined || first.from > now) return new Date(now);
  return first.to === null ? null : new Date(first.to);
}

export async function insertOffPeriod(
  sql: Sql,
  tenant: string,
  location: string,
  { from, to }: OffPeriod,
): Promise<void> {
  await sql.query(
    `INSERT INTO camera_off_period (tenant_guid, location_guid, starts_at, ends_at)
     VALUES ($1::uuid, $2::uuid, $3::timestamptz, $4::timestamptz) ON CONFLICT DO NOTHING`,
    [tenant, location, new Date(from), to === null ? null : new Date(to)],
  );
}

export interface OffBoundary {
  readonly tenant: string;
  readonly location: string;
}

/** The locations whose cameras went on or off within (after, until]. */
export async function listPassedBoundariesAllTenants(
  sql: Sql,
  after: Millis,
  until: Millis,
): Promise<readonly OffBoundary[]> {
  const { rows } = await sql.query<OffBoundary & { [name: string]: unknown }>(
    `SELECT DISTINCT tenant_guid AS tenant, location_guid AS location FROM camera_off_period
      WHERE (starts_at > $1::timestamptz AND starts_at <= $2::timestamptz)
         OR (ends_at > $1::timestamptz AND ends_at <= $2::timestamptz)`,
    [new Date(after), new Date(until)],
  );
  return rows;
}
