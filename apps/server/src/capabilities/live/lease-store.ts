/** What a view depends on, as it is in the database now: one statement for all views that a process holds. */
import { LIVE_END_REASONS } from '@picket/contracts/live';
import { ROLES } from '@picket/domain/permissions';
import type { Millis } from '@picket/domain/time';
import { z } from 'zod';
import type { Sql } from '../../platform/db/database.ts';

const StoredLease = z.object({
  guid: z.string(),
  location: z.string(),
  /** null: it has not ended. */
  endReason: z.enum(LIVE_END_REASONS).nullable(),
  /** The session is valid, and so are its organization and the sentry. */
  isValid: z.boolean(),
  /** null: no wall display; empty: all locations of its user. */
  displayLocations: z.array(z.string()).nullable(),
  allowsDisplays: z.boolean(),
  permissions: z.array(z.object({ role: z.enum(ROLES), location: z.string().nullable() })),
  isOff: z.boolean(),
  isMasked: z.boolean(),
});
export type Lease = z.output<typeof StoredLease>;

/** Of a view that is not there any more, nothing: its location was deleted. */
export async function listLeasesAllTenants(
  sql: Sql,
  guids: readonly string[],
  now: Millis,
): Promise<ReadonlyMap<string, Lease>> {
  const { rows } = await sql.query(
    `SELECT v.guid, v.location_guid AS location, v.end_reason AS "endReason",
            coalesce(s.expires_at > $2::timestamptz AND NOT t.suspended AND x.removed_at IS NULL, false) AS "isValid",
            CASE WHEN s.display THEN s.display_locations::text[] END AS "displayLocations",
            coalesce(c.allows_displays, false) AS "allowsDisplays",
            coalesce((SELECT json_agg(json_build_object('role', p.role, 'location', p.location_guid))
                        FROM permission p WHERE p.tenant_guid = v.tenant_guid AND p.user_guid = v.user_guid), '[]') AS permissions,
            c.location_guid IS NULL
              OR EXISTS (SELECT 1 FROM camera_off_period o
                          WHERE o.tenant_guid = v.tenant_guid AND o.location_guid = v.location_guid
                            AND o.starts_at <= $2::timestamptz AND (o.ends_at IS NULL OR o.ends_at > $2::timestamptz))
              AS "isOff",
            EXISTS (SELECT 1 FROM camera_mask m WHERE m.tenant_guid = v.tenant_guid AND m.sentry_guid = v.sentry_guid
                       AND jsonb_path_exists(m.cells, '$[*][*]')) AS "isMasked"
       FROM live_view v JOIN tenant t ON t.guid = v.tenant_guid
       LEFT JOIN session s ON s.tenant_guid = v.tenant_guid AND s.guid = v.session_guid
       LEFT JOIN sentry x ON x.tenant_guid = v.tenant_guid AND x.guid = v.sentry_guid
       LEFT JOIN camera_setting c ON c.tenant_guid = v.tenant_guid AND c.location_guid = v.location_guid
      WHERE v.guid = ANY($1::uuid[])`,
    [guids, new Date(now)],
  );
  return new Map(rows.map((row) => StoredLease.parse(row)).map((lease) => [lease.guid, lease]));
}
