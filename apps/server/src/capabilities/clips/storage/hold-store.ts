/** Holds: what keeps clips from being deleted while they are needed as evidence. */
import type { Sql } from '../../../platform/db/database.ts';

/** A hold `h` that is in force at an instant. */
const IS_IN_FORCE = (now: string): string => `h.lifted_at IS NULL AND (h.expires_at IS NULL OR h.expires_at > ${now})`;

/** A hold `h` that is about the clip `c`. */
const COVERS_CLIP = `(h.clip_guid = c.guid
   OR EXISTS (SELECT 1 FROM alert_clip hx WHERE hx.tenant_guid = c.tenant_guid AND hx.clip_guid = c.guid AND hx.alert_guid = h.alert_guid)
   OR (h.location_guid = c.location_guid AND (h.starts_at IS NULL OR c.ended_at >= h.starts_at) AND (h.ends_at IS NULL OR c.started_at <= h.ends_at)))`;

/** Whether a hold keeps the clip `c` at an instant, which is a parameter of the statement. */
export const HELD_CLIP = (now: string): string =>
  `EXISTS (SELECT 1 FROM clip_hold h WHERE h.tenant_guid = c.tenant_guid AND ${IS_IN_FORCE(now)} AND ${COVERS_CLIP})`;

export interface HoldRow {
  guid: string;
  clip: string | null;
  alert: string | null;
  location: string | null;
  startsAt: Date | null;
  endsAt: Date | null;
  reason: string;
  by: string;
  at: Date;
  expiresAt: Date | null;
}

const COLUMNS = `h.guid, h.clip_guid AS clip, h.alert_guid AS alert, h.location_guid AS location, h.starts_at AS "startsAt", h.ends_at AS "endsAt",
  h.reason, h.created_by_name AS by, h.created_at AS at, h.expires_at AS "expiresAt"`;

/**
 * Deletions of clips of the organization that have begun end first, and others wait: else neither would see the other one. false: what it is
 * about is not of the organization, or was deleted; nothing is written.
 */
export async function insertHold(sql: Sql, tenant: string, hold: HoldRow): Promise<boolean> {
  await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 27))::text', [tenant]);
  const { rowCount } = await sql.query(
    `INSERT INTO clip_hold (tenant_guid, guid, clip_guid, alert_guid, location_guid, starts_at, ends_at, reason, created_by_name, created_at, expires_at)
     SELECT $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::uuid, $6::timestamptz, $7::timestamptz, $8, $9, $10::timestamptz, $11::timestamptz
      WHERE EXISTS (SELECT 1 FROM clip WHERE tenant_guid = $1::uuid AND guid = $3::uuid AND state <> 'DELETED')
         OR EXISTS (SELECT 1 FROM alert WHERE tenant_guid = $1::uuid AND guid = $4::uuid)
         OR EXISTS (SELECT 1 FROM location WHERE tenant_guid = $1::uuid AND guid = $5::uuid)`,
    [
      tenant,
      hold.guid,
      hold.clip,
      hold.alert,
      hold.location,
      hold.startsAt,
      hold.endsAt,
      hold.reason,
      hold.by,
      hold.at,
      hold.expiresAt,
    ],
  );
  return rowCount === 1;
}

/** null: there is none, or it was lifted or has expired. */
export async function findHold(sql: Sql, tenant: string, guid: string, now: Date): Promise<HoldRow | null> {
  const { rows } = await sql.query<HoldRow>(
    `SELECT ${COLUMNS} FROM clip_hold h WHERE h.tenant_guid = $1::uuid AND h.guid = $2::uuid AND ${IS_IN_FORCE('$3::timestamptz')}`,
    [tenant, guid, now],
  );
  return rows[0] ?? null;
}

/** All that stand, newest first. */
export async function listHolds(sql: Sql, tenant: string, now: Date): Promise<readonly HoldRow[]> {
  const { rows } = await sql.query<HoldRow>(
    `SELECT ${COLUMNS} FROM clip_hold h WHERE h.tenant_guid = $1::uuid AND ${IS_IN_FORCE('$2::timestamptz')} ORDER BY h.created_at DESC LIMIT 1000`,
    [tenant, now],
  );
  return rows;
}

/** Those that keep each of these clips. */
export async function listHoldsOfClips(
  sql: Sql,
  tenant: string,
  clips: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, readonly HoldRow[]>> {
  const { rows } = await sql.query<HoldRow & { held: string }>(
    `SELECT c.guid AS held, ${COLUMNS} FROM clip c JOIN clip_hold h ON h.tenant_guid = c.tenant_guid AND ${IS_IN_FORCE('$3::timestamptz')} AND ${COVERS_CLIP}
      WHERE c.tenant_guid = $1::uuid AND c.guid = ANY($2::uuid[]) ORDER BY h.created_at`,
    [tenant, clips, now],
  );
  return Map.groupBy(rows, ({ held }) => held);
}

export async function setHoldLifted(sql: Sql, tenant: string, guid: string, by: string, at: Date): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE clip_hold SET lifted_at = $4, lifted_by_name = $3 WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND lifted_at IS NULL`,
    [tenant, guid, by, at],
  );
  return rowCount === 1;
}

/** Whether a hold stands in the organization, or about a location of it: of its clips, their alerts, or itself. */
export async function hasHold(sql: Sql, tenant: string, location: string | null, now: Date): Promise<boolean> {
  const { rows } = await sql.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM clip_hold h WHERE h.tenant_guid = $1::uuid AND ${IS_IN_FORCE('$3::timestamptz')}
        AND ($2::uuid IS NULL OR h.location_guid = $2::uuid
             OR EXISTS (SELECT 1 FROM clip c WHERE c.tenant_guid = h.tenant_guid AND c.location_guid = $2::uuid AND ${COVERS_CLIP})
             OR EXISTS (SELECT 1 FROM alert a WHERE a.tenant_guid = h.tenant_guid AND a.guid = h.alert_guid AND a.location_guid = $2::uuid))) AS found`,
    [tenant, location, now],
  );
  return rows[0]?.found ?? false;
}
