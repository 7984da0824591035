/** Writes clips and their parts while they are uploaded. */
import type { Sql } from '../../../platform/db/database.ts';
import type { ClipPart, PartRow } from '../storage/clip-row.ts';

export interface NewClip {
  readonly guid: string;
  readonly location: string;
  readonly sentry: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly codec: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  readonly chunkHashes: Buffer;
  readonly key: Buffer;
  readonly masked: boolean;
  readonly timeLapse: boolean;
  readonly clockOffsetMs: number;
}

/** false: the sentry has announced the same video already. */
export async function insertClip(sql: Sql, tenant: string, clip: NewClip, at: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    `INSERT INTO clip (tenant_guid, guid, location_guid, sentry_guid, started_at, ended_at, state, codec, bytes, sha256, chunk_hashes,
                       key, masked, time_lapse, clock_offset_ms, created_at)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6, 'UPLOADING', $7, $8, $9, $10, $11, $12, $13, $14, $15)
     ON CONFLICT (tenant_guid, sentry_guid, sha256) DO NOTHING`,
    [
      tenant,
      clip.guid,
      clip.location,
      clip.sentry,
      clip.startedAt,
      clip.endedAt,
      clip.codec,
      clip.bytes,
      clip.sha256,
      clip.chunkHashes,
      clip.key,
      clip.masked,
      clip.timeLapse,
      clip.clockOffsetMs,
      at,
    ],
  );
  return rowCount === 1;
}

export interface NewPart {
  readonly part: ClipPart;
  readonly bytes: number;
  readonly sha256: Buffer;
}

export async function insertPart(sql: Sql, tenant: string, clip: string, part: NewPart): Promise<void> {
  await sql.query(
    `INSERT INTO clip_part (tenant_guid, clip_guid, part, bytes, sha256) VALUES ($1::uuid, $2::uuid, $3, $4, $5)
     ON CONFLICT (tenant_guid, clip_guid, part) DO NOTHING`,
    [tenant, clip, part.part, part.bytes, part.sha256],
  );
}

export async function findPart(sql: Sql, tenant: string, clip: string, part: ClipPart): Promise<PartRow | null> {
  const { rows } = await sql.query<PartRow>(
    `SELECT part, bytes, sha256, "offset", is_complete AS "isComplete" FROM clip_part
      WHERE tenant_guid = $1::uuid AND clip_guid = $2::uuid AND part = $3`,
    [tenant, clip, part],
  );
  return rows[0] ?? null;
}

/** What is stored and synced of a part; false: another upload moved it meanwhile, or it is not uploaded any more. */
export async function moveOffset(
  sql: Sql,
  tenant: string,
  clip: string,
  part: ClipPart,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE clip_part p SET "offset" = $5 FROM clip c
      WHERE p.tenant_guid = $1::uuid AND p.clip_guid = $2::uuid AND p.part = $3 AND p."offset" = $4 AND NOT p.is_complete
        AND c.tenant_guid = p.tenant_guid AND c.guid = p.clip_guid AND c.state <> 'DELETED'`,
    [tenant, clip, part, from, to],
  );
  return rowCount === 1;
}

export async function setPartComplete(sql: Sql, tenant: string, clip: string, part: ClipPart): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE clip_part SET is_complete = true
      WHERE tenant_guid = $1::uuid AND clip_guid = $2::uuid AND part = $3 AND "offset" = bytes AND NOT is_complete`,
    [tenant, clip, part],
  );
  return rowCount === 1;
}

/** false: it is ready already, or deleted. */
export async function setClipReady(
  sql: Sql,
  tenant: string,
  guid: string,
  video: { readonly codec: string; readonly width: number; readonly height: number },
  at: Date,
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE clip SET state = 'READY', codec = $3, width = $4, height = $5, ready_at = $6
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND state = 'UPLOADING'`,
    [tenant, guid, video.codec, video.width, video.height, at],
  );
  return rowCount === 1;
}

/** Of a clip that is not ready: nothing remains. */
export async function deleteUnfinishedClip(sql: Sql, tenant: string, guid: string): Promise<boolean> {
  const { rowCount } = await sql.query(
    `DELETE FROM clip WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND state = 'UPLOADING'`,
    [tenant, guid],
  );
  return rowCount === 1;
}

export async function countUploads(sql: Sql, tenant: string, sentry: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM clip WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND state = 'UPLOADING'`,
    [tenant, sentry],
  );
  return rows[0]?.count ?? 0;
}

/** Clips whose video is stored as a whole and not verified, and those that were announced before `before` and are not uploaded. */
export async function listUnfinishedAllTenants(
  sql: Sql,
  before: Date,
): Promise<readonly { readonly tenant: string; readonly guid: string; readonly isWhole: boolean }[]> {
  const { rows } = await sql.query<{ tenant: string; guid: string; isWhole: boolean }>(
    `SELECT c.tenant_guid AS tenant, c.guid, p."offset" = p.bytes AS "isWhole"
       FROM clip c JOIN clip_part p ON p.tenant_guid = c.tenant_guid AND p.clip_guid = c.guid AND p.part = 'video'
      WHERE c.state = 'UPLOADING' AND (p."offset" = p.bytes OR c.created_at < $1)
      ORDER BY c.created_at LIMIT 100`,
    [before],
  );
  return rows;
}
