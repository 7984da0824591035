/** How long and how much video each organization keeps, and how much it has. */
import type { WHEN_FULL } from '@picket/contracts/clips';
import type { Sql } from '../../../platform/db/database.ts';
import { HELD_CLIP } from './hold-store.ts';

export interface RetentionRow {
  keepDays: number;
  maxBytes: number;
  sentryMaxBytes: number | null;
  whenFull: (typeof WHEN_FULL)[number];
  linkSeconds: number;
  clearPictures: boolean;
  pictureWaitSeconds: number;
  lastUpdateTs: Date;
}

const GB = 1_000_000_000;
/** Until an administrator sets it. */
export const DEFAULTS: RetentionRow = {
  keepDays: 30,
  maxBytes: 50 * GB,
  sentryMaxBytes: null,
  whenFull: 'OLDEST_FIRST',
  linkSeconds: 86_400,
  clearPictures: false,
  pictureWaitSeconds: 0,
  lastUpdateTs: new Date(0),
};

export async function findVideoRetention(sql: Sql, tenant: string): Promise<RetentionRow> {
  const { rows } = await sql.query<RetentionRow>(
    `SELECT keep_days AS "keepDays", max_bytes AS "maxBytes", sentry_max_bytes AS "sentryMaxBytes", when_full AS "whenFull",
            link_seconds AS "linkSeconds", clear_pictures AS "clearPictures", picture_wait_seconds AS "pictureWaitSeconds",
            last_update_ts AS "lastUpdateTs"
       FROM video_retention WHERE tenant_guid = $1::uuid`,
    [tenant],
  );
  return rows[0] ?? DEFAULTS;
}

/** How long mail waits for a picture, for readers who chose nothing. */
export const findPictureWait = async (sql: Sql, tenant: string): Promise<number> =>
  (await findVideoRetention(sql, tenant)).pictureWaitSeconds;

/** Whether messages show pictures in which people can be recognized. */
export const showsClearPictures = async (sql: Sql, tenant: string): Promise<boolean> =>
  (await findVideoRetention(sql, tenant)).clearPictures;

export async function saveVideoRetention(sql: Sql, tenant: string, row: RetentionRow): Promise<void> {
  await sql.query(
    `INSERT INTO video_retention (tenant_guid, keep_days, max_bytes, sentry_max_bytes, when_full, link_seconds, clear_pictures,
                                  picture_wait_seconds, last_update_ts)
     VALUES ($1::uuid, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (tenant_guid) DO UPDATE SET keep_days = excluded.keep_days, max_bytes = excluded.max_bytes,
       sentry_max_bytes = excluded.sentry_max_bytes, when_full = excluded.when_full, link_seconds = excluded.link_seconds,
       clear_pictures = excluded.clear_pictures, picture_wait_seconds = excluded.picture_wait_seconds,
       last_update_ts = excluded.last_update_ts`,
    [
      tenant,
      row.keepDays,
      row.maxBytes,
      row.sentryMaxBytes,
      row.whenFull,
      row.linkSeconds,
      row.clearPictures,
      row.pictureWaitSeconds,
      row.lastUpdateTs,
    ],
  );
}

/** The bytes of each sentry that has more than `limit`, as countBytes has them. */
export async function bytesOver(sql: Sql, tenant: string, limit: number): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql.query<{ sentry: string; bytes: number }>(
    `SELECT c.sentry_guid AS sentry, sum(p.bytes)::bigint AS bytes FROM clip c
       JOIN clip_part p ON p.tenant_guid = c.tenant_guid AND p.clip_guid = c.guid
      WHERE c.tenant_guid = $1::uuid AND c.state <> 'DELETED' GROUP BY 1 HAVING sum(p.bytes) > $2`,
    [tenant, limit],
  );
  return new Map(rows.map(({ sentry, bytes }) => [sentry, bytes]));
}

/** Bytes that an organization's clips use, announced ones as a whole; of one sentry where it is given. */
export async function countBytes(sql: Sql, tenant: string, sentry: string | null): Promise<number> {
  const { rows } = await sql.query<{ bytes: number }>(
    `SELECT coalesce(sum(p.bytes), 0)::bigint AS bytes FROM clip c
       JOIN clip_part p ON p.tenant_guid = c.tenant_guid AND p.clip_guid = c.guid
      WHERE c.tenant_guid = $1::uuid AND c.state <> 'DELETED' AND ($2::uuid IS NULL OR c.sentry_guid = $2::uuid)`,
    [tenant, sentry],
  );
  return rows[0]?.bytes ?? 0;
}

export interface VideoUsage {
  readonly bytes: number;
  readonly clips: number;
  readonly heldBytes: number;
  readonly heldClips: number;
  readonly oldestAt: Date | null;
  readonly sentries: readonly {
    readonly guid: string;
    readonly name: string;
    readonly location: string;
    readonly bytes: number;
  }[];
}

/** Sentries that are named. */
const MAX_SENTRIES = 200;

export async function readUsage(sql: Sql, tenant: string, now: Date): Promise<VideoUsage> {
  const { rows } = await sql.query<Omit<VideoUsage, 'sentries'>>(
    `SELECT coalesce(sum(x.bytes), 0)::bigint AS bytes, count(*)::int AS clips,
            coalesce(sum(x.bytes) FILTER (WHERE x.held), 0)::bigint AS "heldBytes", count(*) FILTER (WHERE x.held)::int AS "heldClips",
            min(x.started_at) AS "oldestAt"
       FROM (SELECT c.started_at, ${HELD_CLIP('$2::timestamptz')} AS held,
                    (SELECT coalesce(sum(p.bytes), 0) FROM clip_part p WHERE p.tenant_guid = c.tenant_guid AND p.clip_guid = c.guid) AS bytes
               FROM clip c WHERE c.tenant_guid = $1::uuid AND c.state <> 'DELETED') x`,
    [tenant, now],
  );
  const sentries = await sql.query<VideoUsage['sentries'][number] & { [name: string]: unknown }>(
    `SELECT c.sentry_guid AS guid, coalesce(s.name, '') AS name, coalesce(l.name, '') AS location, sum(p.bytes)::bigint AS bytes
       FROM clip c JOIN clip_part p ON p.tenant_guid = c.tenant_guid AND p.clip_guid = c.guid
       LEFT JOIN sentry s ON s.tenant_guid = c.tenant_guid AND s.guid = c.sentry_guid
       LEFT JOIN location l ON l.tenant_guid = c.tenant_guid AND l.guid = c.location_guid
      WHERE c.tenant_guid = $1::uuid AND c.state <> 'DELETED' GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1 LIMIT $2`,
    [tenant, MAX_SENTRIES],
  );
  const [total] = rows;
  if (total === undefined) throw new Error('an aggregate without GROUP BY has one row');
  return { ...total, sentries: sentries.rows };
}

/** The organizations that have clips, and those with a retention of their own. */
export async function tenantsWithClips(sql: Sql): Promise<readonly string[]> {
  const { rows } = await sql.query<{ tenant: string }>(
    `SELECT DISTINCT tenant_guid AS tenant FROM clip WHERE state <> 'DELETED'`,
  );
  return rows.map(({ tenant }) => tenant);
}

export interface DueClip {
  readonly guid: string;
  readonly sentry: string;
  readonly bytes: number;
}

/** Of all parts of the clip `c`. */
const BYTES_OF_CLIP = `(SELECT coalesce(sum(p.bytes), 0)::bigint FROM clip_part p WHERE p.tenant_guid = c.tenant_guid AND p.clip_guid = c.guid)`;

/** Clips that are older than `before` and that no hold keeps, the oldest first. All of them go: nothing else of them matters. */
export async function listOver(
  sql: Sql,
  tenant: string,
  before: Date,
  now: Date,
  limit: number,
): Promise<readonly DueClip[]> {
  const { rows } = await sql.query<DueClip & { [name: string]: unknown }>(
    `SELECT c.guid, c.sentry_guid AS sentry, ${BYTES_OF_CLIP} AS bytes FROM clip c
      WHERE c.tenant_guid = $1::uuid AND c.state = 'READY' AND c.ended_at < $2 AND NOT ${HELD_CLIP('$3::timestamptz')}
      ORDER BY c.ended_at, c.guid LIMIT $4`,
    [tenant, before, now, limit],
  );
  return rows;
}

/**
 * Clips from `since` on that may be deleted where there are too many, in the order in which they are: false alarms first, then those of
 * alerts that were muted meanwhile, then the oldest. Held ones are left out. A clip of several alerts is a false alarm if all of them are.
 * `sentries`: whose clips; null: those of all.
 */
export async function listDeletable(
  sql: Sql,
  tenant: string,
  sentries: readonly string[] | null,
  { since, now, limit }: { readonly since: Date; readonly now: Date; readonly limit: number },
): Promise<readonly DueClip[]> {
  const { rows } = await sql.query<DueClip & { [name: string]: unknown }>(
    `SELECT c.guid, c.sentry_guid AS sentry, ${BYTES_OF_CLIP} AS bytes
       FROM clip c CROSS JOIN LATERAL (
            SELECT coalesce(bool_and(a.verdict IS NOT DISTINCT FROM 'FALSE_ALARM'), false) AS is_false, coalesce(bool_and(a.muted), false) AS is_muted
              FROM alert_clip x JOIN alert a ON a.tenant_guid = x.tenant_guid AND a.guid = x.alert_guid
             WHERE x.tenant_guid = c.tenant_guid AND x.clip_guid = c.guid) v
      WHERE c.tenant_guid = $1::uuid AND c.state = 'READY' AND c.ended_at >= $2 AND NOT ${HELD_CLIP('$3::timestamptz')}
        AND ($5::uuid[] IS NULL OR c.sentry_guid = ANY($5::uuid[]))
      ORDER BY v.is_false DESC, v.is_muted DESC, c.started_at, c.guid LIMIT $4`,
    [tenant, since, now, limit, sentries],
  );
  return rows;
}

export async function nameOfTenant(sql: Sql, tenant: string): Promise<string | null> {
  const { rows } = await sql.query<{ name: string }>(`SELECT name FROM tenant WHERE guid = $1::uuid`, [tenant]);
  return rows[0]?.name ?? null;
}
