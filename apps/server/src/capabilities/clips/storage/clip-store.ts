/** Reads one clip and its parts. */
import type { Sql } from '../../../platform/db/database.ts';
import type { ClipRow, ClipState, PartRow } from './clip-row.ts';

/** The columns of `ClipRow`, of the table `c`. */
export const CLIP_COLUMNS = `c.tenant_guid AS tenant, c.guid, c.location_guid AS location, c.sentry_guid AS sentry, c.started_at AS "startedAt",
  c.ended_at AS "endedAt", c.state, c.codec, c.width, c.height, c.sha256, c.chunk_hashes AS "chunkHashes", c.bytes, c.key,
  c.link_epoch AS "linkEpoch", c.masked, c.time_lapse AS "timeLapse", c.clock_offset_ms AS "clockOffsetMs", c.created_at AS "createdAt", c.ready_at AS "readyAt", c.deleted_at AS "deletedAt",
  c.deleted_reason AS "deletedReason", c.deleted_by_name AS "deletedByName",
  coalesce((SELECT p."offset" FROM clip_part p WHERE p.tenant_guid = c.tenant_guid AND p.clip_guid = c.guid AND p.part = 'video'), 0)::bigint AS "uploadedBytes"`;

export async function findClip(sql: Sql, tenant: string, guid: string): Promise<ClipRow | null> {
  const { rows } = await sql.query<ClipRow>(
    `SELECT ${CLIP_COLUMNS} FROM clip c WHERE c.tenant_guid = $1::uuid AND c.guid = $2::uuid`,
    [tenant, guid],
  );
  return rows[0] ?? null;
}

/** Until the end of the transaction its state stays as it is. null: there is no such clip. */
export async function lockClip(sql: Sql, tenant: string, guid: string): Promise<ClipState | null> {
  const { rows } = await sql.query<{ state: ClipState }>(
    'SELECT state FROM clip WHERE tenant_guid = $1::uuid AND guid = $2::uuid FOR NO KEY UPDATE',
    [tenant, guid],
  );
  return rows[0]?.state ?? null;
}

/**
 * A clip by its guid alone: whose it is, and whether that organization is suspended, follows from the row. For links, whose signature is
 * checked before.
 */
export async function findClipAllTenants(
  sql: Sql,
  guid: string,
): Promise<(ClipRow & { readonly suspended: boolean }) | null> {
  const { rows } = await sql.query<ClipRow & { readonly suspended: boolean }>(
    `SELECT ${CLIP_COLUMNS}, t.suspended FROM clip c JOIN tenant t ON t.guid = c.tenant_guid WHERE c.guid = $1::uuid`,
    [guid],
  );
  return rows[0] ?? null;
}

export async function findClipBySha256(
  sql: Sql,
  tenant: string,
  sentry: string,
  sha256: Buffer,
): Promise<ClipRow | null> {
  const { rows } = await sql.query<ClipRow>(
    `SELECT ${CLIP_COLUMNS} FROM clip c WHERE c.tenant_guid = $1::uuid AND c.sentry_guid = $2::uuid AND c.sha256 = $3`,
    [tenant, sentry, sha256],
  );
  return rows[0] ?? null;
}

export async function listParts(sql: Sql, tenant: string, clip: string): Promise<readonly PartRow[]> {
  const { rows } = await sql.query<PartRow>(
    `SELECT part, bytes, sha256, "offset", is_complete AS "isComplete" FROM clip_part
      WHERE tenant_guid = $1::uuid AND clip_guid = $2::uuid ORDER BY part`,
    [tenant, clip],
  );
  return rows;
}

export async function listAlertsOfClips(
  sql: Sql,
  tenant: string,
  clips: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql.query<{ alert: string }>(
    `SELECT DISTINCT alert_guid AS alert FROM alert_clip WHERE tenant_guid = $1::uuid AND clip_guid = ANY($2::uuid[]) ORDER BY alert_guid`,
    [tenant, clips],
  );
  return rows.map(({ alert }) => alert);
}
