/** What clips ask about cameras: whether there is one, when those of a location were off, what is masked. */
import type { Sql } from '../platform/db/database.ts';

/** What a sentry keeps that does not say. */
const RING_SECONDS = 600;

export async function findRingSeconds(sql: Sql, tenant: string, sentry: string): Promise<number | null> {
  const { rows } = await sql.query<{ seconds: number }>(
    `SELECT coalesce(ring_seconds, $3)::int AS seconds FROM sentry_camera
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND has_camera`,
    [tenant, sentry, RING_SECONDS],
  );
  return rows[0]?.seconds ?? null;
}

export async function hasMask(sql: Sql, tenant: string, sentry: string): Promise<boolean> {
  const { rows } = await sql.query<{ masked: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM camera_mask m CROSS JOIN LATERAL jsonb_array_elements(m.cells) AS r(columns)
                     WHERE m.tenant_guid = $1::uuid AND m.sentry_guid = $2::uuid AND jsonb_array_length(r.columns) > 0) AS masked`,
    [tenant, sentry],
  );
  return rows[0]?.masked ?? false;
}

export async function listCameraOffPeriods(
  sql: Sql,
  tenant: string,
  location: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly { readonly from: Date; readonly to: Date | null }[]> {
  const { rows } = await sql.query<{ from: Date; to: Date | null }>(
    `SELECT starts_at AS "from", ends_at AS "to" FROM camera_off_period
      WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid AND starts_at <= $4 AND coalesce(ends_at, 'infinity') >= $3
      ORDER BY starts_at`,
    [tenant, location, from, to],
  );
  return rows;
}
