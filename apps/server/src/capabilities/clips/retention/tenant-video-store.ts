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
  const { rows: tenants } = await sql.query<{ guid: string; name: string; nameKey: string }>(
    `SELECT guid, name, name_key AS "nameKey" FROM tenant WHERE $1::text IS NULL OR name_key > $1 ORDER BY name_key LIMIT $2`,
    [after, limit],
  );
  const guids = tenants.map(({ guid }) => guid);
  const allowed = new Map((await listAllowed(sql, guids)).map(({ tenant, ...row }) => [tenant, row]));
  const used = new Map((await countVideo(sql, guids, now)).map(({ tenant, ...row }) => [tenant, row]));
  return tenants.map(({ guid, name, nameKey }) => ({
    ...{ tenant: guid, name, nameKey },
    keepDays: allowed.get(guid)?.keepDays ?? DEFAULTS.keepDays,
    maxBytes: allowed.get(guid)?.maxBytes ?? DEFAULTS.maxBytes,
    ...(used.get(guid) ?? NOTHING),
  }));
}

const NOTHING = { bytes: 0, clips: 0, heldBytes: 0, heldClips: 0, oldestAt: null } as const;

type AllowedRow = Pick<TenantVideoRow, 'tenant' | 'keepDays' | 'maxBytes'>;

/** Of those that have set it. */
async function listAllowed(sql: Sql, tenants: readonly string[]): Promise<readonly AllowedRow[]> {
  const { rows } = await sql.query<AllowedRow & { [name: string]: unknown }>(
    `SELECT tenant_guid AS tenant, keep_days AS "keepDays", max_bytes AS "maxBytes" FROM video_retention
      WHERE tenant_guid = ANY($1::uuid[])`,
    [tenants],
  );
  return rows;
}

type UsedRow = Omit<TenantVideoRow, 'name' | 'nameKey' | 'keepDays' | 'maxBytes'>;

/** Of those that have clips. */
async function countVideo(sql: Sql, tenants: readonly string[], now: Date): Promise<readonly UsedRow[]> {
  const { rows } = await sql.query<UsedRow & { [name: string]: unknown }>(
    `SELECT x.tenant, coalesce(sum(x.bytes), 0)::bigint AS bytes, count(*)::int AS clips,
            coalesce(sum(x.bytes) FILTER (WHERE x.held), 0)::bigint AS "heldBytes", count(*) FILTER (WHERE x.held)::int AS "heldClips",
            min(x.started_at) AS "oldestAt"
       FROM (SELECT c.tenant_guid AS tenant, c.started_at, ${HELD_CLIP('$2::timestamptz')} AS held,
                    (SELECT coalesce(sum(p.bytes), 0) FROM clip_part p WHERE p.tenant_guid = c.tenant_guid AND p.clip_guid = c.guid) AS bytes
               FROM clip c WHERE c.tenant_guid = ANY($1::uuid[]) AND c.state <> 'DELETED') x
      GROUP BY 1`,
    [tenants, now],
  );
  return rows;
}
