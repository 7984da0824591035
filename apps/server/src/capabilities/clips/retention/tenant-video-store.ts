/** The video of all organizations: what each has, and what it may keep. */
import type { Sql } from '../../../platform/db/database.ts';
import { HELD_CLIP } from '../storage/hold-store.ts';
import { DEFAULTS } from '../storage/video-retention-store.ts';

export interface TenantVideoRow {
  tenant: string;
  name: string;
  nameKey: string;
  keepDays: number;
  maxBytes: number;
  bytes: number;
  clips: number;
  heldBytes: number;
  heldClips: number;
  oldestAt: Date | null;
}

/** By name, those after the key `after`. */
export async function listVideoOfTenantsAllTenants(
  sql: Sql,
  after: string | null,
  limit: number,
  now: Date,
): Promise<readonly TenantVideoRow[]> {
  const { rows } = await sql.query<TenantVideoRow & { [name: string]: unknown }>(
    `SELECT t.guid AS tenant, t.name, t.name_key AS "nameKey", coalesce(r.keep_days, $4::int) AS "keepDays",
            coalesce(r.max_bytes, $5::bigint)::bigint AS "maxBytes", u.bytes, u.clips, u."heldBytes", u."heldClips", u."oldestAt"
       FROM tenant t LEFT JOIN video_retention r ON r.tenant_guid = t.guid
       CROSS JOIN LATERAL (
            SELECT coalesce(sum(x.bytes), 0)::bigint AS bytes, count(*)::int AS clips,
                   coalesce(sum(x.bytes) FILTER (WHERE x.held), 0)::bigint AS "heldBytes", count(*) FILTER (WHERE x.held)::int AS "heldClips",
                   min(x.started_at) AS "oldestAt"
              FROM (SELECT c.started_at, ${HELD_CLIP('$3::timestamptz')} AS held,
                           (SELECT coalesce(sum(p.bytes), 0) FROM clip_part p WHERE p.tenant_guid = c.tenant_guid AND p.clip_guid = c.guid) AS bytes
                      FROM clip c WHERE c.tenant_guid = t.guid AND c.state <> 'DELETED') x) u
      WHERE $1::text IS NULL OR t.name_key > $1 ORDER BY t.name_key LIMIT $2`,
    [after, limit, now, DEFAULTS.keepDays, DEFAULTS.maxBytes],
  );
  return rows;
}
