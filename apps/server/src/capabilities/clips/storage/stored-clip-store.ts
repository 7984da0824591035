/** Clips of all organizations with what their objects are found and read by. */
import type { Sql } from '../../../platform/db/database.ts';
import { HELD_CLIP } from './hold-store.ts';

interface ReadyClip {
  readonly tenant: string;
  readonly guid: string;
  readonly createdAt: Date;
  readonly key: Buffer;
}

/** In the order of their guids, those after `after`. */
export async function listReadyClipsAllTenants(
  sql: Sql,
  after: string | null,
  limit: number,
): Promise<readonly ReadyClip[]> {
  const { rows } = await sql.query<ReadyClip & { [name: string]: unknown }>(
    `SELECT tenant_guid AS tenant, guid, created_at AS "createdAt", key FROM clip
      WHERE state = 'READY' AND key IS NOT NULL AND ($1::uuid IS NULL OR guid > $1::uuid) ORDER BY guid LIMIT $2`,
    [after, limit],
  );
  return rows;
}

/** Of these guids those that no clip has. */
export async function listUnknownObjectsAllTenants(sql: Sql, guids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql.query<{ guid: string }>('SELECT guid FROM clip WHERE guid = ANY($1::uuid[])', [guids]);
  const known = new Set(rows.map(({ guid }) => guid));
  return guids.filter((guid) => !known.has(guid));
}

/** Clips that a hold keeps at `now`. */
export async function listHeldClipsAllTenants(
  sql: Sql,
  now: Date,
): Promise<readonly Pick<ReadyClip, 'tenant' | 'guid' | 'createdAt'>[]> {
  const { rows } = await sql.query<Omit<ReadyClip, 'key'> & { [name: string]: unknown }>(
    `SELECT c.tenant_guid AS tenant, c.guid, c.created_at AS "createdAt" FROM clip c
      WHERE c.state = 'READY' AND ${HELD_CLIP('$1::timestamptz')} ORDER BY c.guid`,
    [now],
  );
  return rows;
}
