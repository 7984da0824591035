/** Deletes clips: their key first, in the transaction; the objects follow. */
import type { Sql } from '../../../platform/db/database.ts';
import type { DeletionReason } from '../storage/clip-row.ts';
import { HELD_CLIP } from '../storage/hold-store.ts';

export interface DueDeletion {
  readonly guid: string;
  readonly reason: DeletionReason;
}

export interface DestroyedClip extends RemovableClip {
  readonly sha256: Buffer;
  readonly bytes: number;
  readonly startedAt: Date;
}

/**
 * Overwrites the keys: from the commit on nothing can read these clips. Returns those whose key it was; the others are deleted already, or
 * a hold keeps them. Holds are locked out (`insertHold`): one that is set at the same time waits, and then finds the clip deleted.
 */
export async function destroyKeys(
  sql: Sql,
  tenant: string,
  clips: readonly DueDeletion[],
  { by, at }: { readonly by: string | null; readonly at: Date },
): Promise<readonly DestroyedClip[]> {
  const guids = clips.map(({ guid }) => guid);
  await sql.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 27))::text', [tenant]);
  // In one order: another process may delete some of them.
  await sql.query(
    `SELECT 1 AS one FROM clip WHERE tenant_guid = $1::uuid AND guid = ANY($2::uuid[]) ORDER BY guid FOR NO KEY UPDATE`,
    [tenant, guids],
  );
  const { rows } = await sql.query<DestroyedClip & { [name: string]: unknown }>(
    `UPDATE clip c SET state = 'DELETED', key = NULL, deleted_at = $3, deleted_reason = x.reason, deleted_by_name = $5
       FROM unnest($2::uuid[], $4::text[]) AS x(guid, reason)
      WHERE c.tenant_guid = $1::uuid AND c.guid = x.guid AND c.state <> 'DELETED' AND NOT ${HELD_CLIP('$3::timestamptz')}
      RETURNING c.tenant_guid AS tenant, c.guid, c.sha256, c.bytes, c.started_at AS "startedAt", c.created_at AS "createdAt",
                c.deleted_at AS "deletedAt", c.deleted_reason AS "deletedReason"`,
    [tenant, guids, at, clips.map(({ reason }) => reason), by],
  );
  return rows;
}

export interface RemovableClip {
  readonly tenant: string;
  readonly guid: string;
  readonly createdAt: Date;
  readonly deletedAt: Date;
  readonly deletedReason: DeletionReason;
}

/** Deleted clips whose objects are not removed yet. */
export async function listRemovableAllTenants(sql: Sql): Promise<readonly RemovableClip[]> {
  const { rows } = await sql.query<RemovableClip & { [name: string]: unknown }>(
    `SELECT tenant_guid AS tenant, guid, created_at AS "createdAt", deleted_at AS "deletedAt", deleted_reason AS "deletedReason" FROM clip WHERE state = 'DELETED' AND removed_at IS NULL
      ORDER BY deleted_at LIMIT 500`,
  );
  return rows;
}

export async function setRemoved(sql: Sql, tenant: string, guids: readonly string[], at: Date): Promise<void> {
  await sql.query(`UPDATE clip SET removed_at = $3 WHERE tenant_guid = $1::uuid AND guid = ANY($2::uuid[])`, [
    tenant,
    guids,
    at,
  ]);
}

/** Of these clips those that are there with their key, although they were deleted: the database was restored. */
export async function listRevivedAllTenants(
  sql: Sql,
  erasures: readonly { readonly tenant: string; readonly guid: string }[],
): Promise<readonly { readonly tenant: string; readonly guid: string }[]> {
  const { rows } = await sql.query<{ tenant: string; guid: string }>(
    `SELECT c.tenant_guid AS tenant, c.guid FROM clip c
       JOIN jsonb_to_recordset($1::jsonb) AS x(tenant uuid, guid uuid) ON x.tenant = c.tenant_guid AND x.guid = c.guid
      WHERE c.state <> 'DELETED'`,
    [JSON.stringify(erasures.map(({ tenant, guid }) => ({ tenant, guid })))],
  );
  return rows;
}

/** Of these guids those that no clip has, or only one whose objects are removed. */
export async function listUnknownAllTenants(sql: Sql, guids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql.query<{ guid: string }>(
    'SELECT guid FROM clip WHERE guid = ANY($1::uuid[]) AND removed_at IS NULL',
    [guids],
  );
  const known = new Set(rows.map(({ guid }) => guid));
  return guids.filter((guid) => !known.has(guid));
}
