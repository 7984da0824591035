/** The clips of alerts. */
import { MAX_CLIP_SECONDS } from '@picket/contracts/clips';
import type { Sql } from '../../../platform/db/database.ts';

/** How many clips of an alert have been ready, those that were deleted since included. */
export async function countClipsMadeReady(sql: Sql, tenant: string, alert: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM alert_clip x JOIN clip c ON c.tenant_guid = x.tenant_guid AND c.guid = x.clip_guid
      WHERE x.tenant_guid = $1::uuid AND x.alert_guid = $2::uuid AND c.ready_at IS NOT NULL`,
    [tenant, alert],
  );
  return rows[0]?.count ?? 0;
}

export interface EarlierClip {
  guid: string;
  isReady: boolean;
  isTimeLapse: boolean;
  startedAt: Date;
  endedAt: Date;
}

/** More than a sentry records by itself within one alert. */
const MAX_EARLIER = 20;
/** Longer than a clip may be, key frames included: with the location, what it bounds is found without reading all clips of a sentry. */
const MAX_SECONDS = MAX_CLIP_SECONDS + 60;

/**
 * Locks the clips of a sentry at a location that overlap the span and were announced before any of their alerts was raised, and returns
 * them. One that was announced for an alert, or while one was open, is that one's alone.
 */
export async function lockEarlierClips(
  sql: Sql,
  tenant: string,
  sentry: string,
  { location, from, to }: { readonly location: string; readonly from: Date; readonly to: Date | null },
): Promise<readonly EarlierClip[]> {
  const { rows } = await sql.query<EarlierClip>(
    `SELECT c.guid, c.state = 'READY' AS "isReady", c.time_lapse AS "isTimeLapse", c.started_at AS "startedAt", c.ended_at AS "endedAt" FROM clip c
      WHERE c.tenant_guid = $1::uuid AND c.sentry_guid = $2::uuid AND c.state IN ('UPLOADING', 'READY')
        AND c.location_guid = $6::uuid AND c.started_at >= $3::timestamptz - $7::int * interval '1 second'
        AND c.ended_at >= $3::timestamptz AND c.started_at <= coalesce($4::timestamptz, 'infinity')
        AND NOT EXISTS (SELECT 1 FROM alert_clip x JOIN alert a ON a.tenant_guid = x.tenant_guid AND a.guid = x.alert_guid
                         WHERE x.tenant_guid = c.tenant_guid AND x.clip_guid = c.guid AND a.created_at <= c.created_at)
      ORDER BY c.guid LIMIT $5::int FOR NO KEY UPDATE OF c`,
    [tenant, sentry, from, to, MAX_EARLIER, location, MAX_SECONDS],
  );
  return rows;
}
