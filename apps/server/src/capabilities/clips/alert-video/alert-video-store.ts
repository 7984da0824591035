/** What became of the video of each alert that asks for one, and which clips show it. */
import type { ALERT_VIDEO_STATES, MISSING_REASONS } from '@picket/contracts/clips';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';

export type VideoState = (typeof ALERT_VIDEO_STATES)[number];
export type MissingReason = (typeof MISSING_REASONS)[number];

export interface AlertVideoRow {
  state: VideoState;
  reason: MissingReason | null;
}

export async function findAlertVideo(sql: Sql, tenant: string, alert: string): Promise<AlertVideoRow | null> {
  const { rows } = await sql.query<AlertVideoRow>(
    `SELECT state, reason FROM alert_video WHERE tenant_guid = $1::uuid AND alert_guid = $2::uuid`,
    [tenant, alert],
  );
  return rows[0] ?? null;
}

export interface NewAlertVideo {
  readonly alert: string;
  readonly sentry: string;
  readonly state: VideoState;
  readonly reason: MissingReason | null;
  readonly recordFrom: Date;
  readonly recordUntil: Date | null;
  readonly expectedUntil: Date;
}

/** false: there is one already. */
export async function insertAlertVideo(sql: Sql, tenant: string, video: NewAlertVideo, at: Date): Promise<boolean> {
  const { rows } = await sql.query(
    `INSERT INTO alert_video (tenant_guid, alert_guid, sentry_guid, state, reason, record_from, record_until, expected_until, last_update_ts)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6, $7, $8, $9) ON CONFLICT (tenant_guid, alert_guid) DO NOTHING RETURNING alert_guid`,
    [
      tenant,
      video.alert,
      video.sentry,
      video.state,
      video.reason,
      video.recordFrom,
      video.recordUntil,
      video.expectedUntil,
      at,
    ],
  );
  return rows.length === 1;
}

export interface VideoAlertRow {
  tenant: string;
  alert: string;
  sentry: string;
  location: string;
  isOpen: boolean;
  startedAt: Date;
  raisedAt: Date;
  endedAt: Date | null;
  state: VideoState | null;
  recordFrom: Date | null;
  recordUntil: Date | null;
}

/** Of these alerts of these organizations those whose violation asks for video and that are not muted, with what became of it so far. */
export async function listVideoAlerts(
  sql: Sql,
  tenants: readonly string[],
  alerts: readonly string[],
): Promise<readonly VideoAlertRow[]> {
  const { rows } = await sql.query<VideoAlertRow>(
    `SELECT a.tenant_guid AS tenant, a.guid AS alert, a.sentry_guid AS sentry, a.location_guid AS location, a.state = 'OPEN' AS "isOpen",
            a.started_at AS "startedAt", a.raised_at AS "raisedAt", a.ended_at AS "endedAt", v.state, v.record_from AS "recordFrom",
            v.record_until AS "recordUntil"
       FROM alert a LEFT JOIN alert_video v ON v.tenant_guid = a.tenant_guid AND v.alert_guid = a.guid AND v.tenant_guid = ANY($2::uuid[])
      WHERE a.tenant_guid = ANY($2::uuid[]) AND a.guid = ANY($1::uuid[]) AND a.records_video AND NOT a.muted AND NOT a.withdrawn AND a.sentry_guid IS NOT NULL
        AND a.location_guid IS NOT NULL
      ORDER BY a.sentry_guid, a.guid`,
    [alerts, tenants],
  );
  return rows;
}

/** The sentry that an alert's video is of; null: it has none. */
export async function findRecordingSentry(sql: Sql, tenant: string, alert: string): Promise<string | null> {
  const { rows } = await sql.query<{ sentry: string }>(
    'SELECT sentry_guid AS sentry FROM alert_video WHERE tenant_guid = $1::uuid AND alert_guid = $2::uuid',
    [tenant, alert],
  );
  return rows[0]?.sentry ?? null;
}

export async function setRecordUntil(sql: Sql, tenant: string, alert: string, until: Date, at: Date): Promise<void> {
  await sql.query(
    `UPDATE alert_video SET record_until = $3, last_update_ts = $4 WHERE tenant_guid = $1::uuid AND alert_guid = $2::uuid`,
    [tenant, alert, until, at],
  );
}

/**
 * Locks the videos that a clip of this sentry belongs to, and returns their alerts: those that are named, or else those that it overlaps.
 * Alerts without video, and those whose video is OFF or was deleted, take no clip.
 */
export async function lockVideosOf(
  sql: Sql,
  tenant: string,
  sentry: string,
  { alerts, from, to }: { readonly alerts: readonly string[]; readonly from: Date; readonly to: Date },
): Promise<readonly string[]> {
  const { rows } = await sql.query<{ alert: string }>(
    `SELECT alert_guid AS alert FROM alert_video
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND state IN ('EXPECTED', 'UPLOADING', 'READY', 'MISSING')
        AND CASE WHEN cardinality($3::uuid[]) > 0 THEN alert_guid = ANY($3::uuid[])
                 ELSE record_from <= $5 AND coalesce(record_until, 'infinity') >= $4 END
      ORDER BY alert_guid FOR UPDATE`,
    [tenant, sentry, alerts, from, to],
  );
  return rows.map(({ alert }) => alert);
}

/** How many clips, or else time lapses, each of these alerts of the sentry has. */
export async function countClipsOfAlerts(
  sql: Sql,
  tenant: string,
  sentry: string,
  alerts: readonly string[],
  isTimeLapse: boolean,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql.query<{ alert: string; count: number }>(
    `SELECT a.guid AS alert, (SELECT count(*)::int FROM alert_clip x JOIN clip c ON c.tenant_guid = x.tenant_guid AND c.guid = x.clip_guid
                               WHERE x.tenant_guid = a.tenant_guid AND x.alert_guid = a.guid AND c.state <> 'DELETED' AND c.time_lapse = $4) AS count
       FROM alert a WHERE a.tenant_guid = $1::uuid AND a.sentry_guid = $2::uuid AND a.guid = ANY($3::uuid[])`,
    [tenant, sentry, alerts, isTimeLapse],
  );
  return new Map(rows.map(({ alert, count }) => [alert, count]));
}

/** Returns the alerts that the clip was not linked to before. */
export async function linkClip(
  sql: Sql,
  tenant: string,
  clip: string,
  alerts: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql.query<{ alert: string }>(
    `INSERT INTO alert_clip (tenant_guid, alert_guid, clip_guid) SELECT $1::uuid, alert, $2::uuid FROM unnest($3::uuid[]) AS x(alert)
     ON CONFLICT DO NOTHING RETURNING alert_guid AS alert`,
    [tenant, clip, alerts],
  );
  return rows.map(({ alert }) => alert);
}

const DAY = '24 hours';

/** A clip was announced: there is a day more for its bytes. */
export async function setUploading(sql: Sql, tenant: string, alerts: readonly string[], at: Date): Promise<void> {
  await sql.query(
    `UPDATE alert_video SET state = CASE WHEN state = 'READY' THEN state ELSE 'UPLOADING' END, reason = NULL,
            expected_until = greatest(expected_until, $3::timestamptz + $4::interval), last_update_ts = $3
      WHERE tenant_guid = $1::uuid AND alert_guid = ANY($2::uuid[])`,
    [tenant, alerts, at, DAY],
  );
}

export async function setReady(sql: Sql, tenant: string, alerts: readonly string[], at: Date): Promise<void> {
  await sql.query(
    `UPDATE alert_video SET state = 'READY', reason = NULL, last_update_ts = $3
      WHERE tenant_guid = $1::uuid AND alert_guid = ANY($2::uuid[])`,
    [tenant, alerts, at],
  );
}

export interface StateChange {
  readonly from: readonly VideoState[];
  readonly state: VideoState;
  readonly reason: MissingReason | null;
}

/** Changes the videos of these alerts that are in one of `from` and have no ready clip; returns the alerts it changed. */
export async function setVideoState(
  sql: Sql,
  tenant: string,
  alerts: readonly string[],
  { from, state, reason }: StateChange,
  at: Date,
): Promise<readonly string[]> {
  const { rows } = await sql.query<{ alert: string }>(
    `UPDATE alert_video v SET state = $4, reason = $5, last_update_ts = $6
      WHERE v.tenant_guid = $1::uuid AND v.alert_guid = ANY($2::uuid[]) AND v.state = ANY($3::text[])
        AND NOT EXISTS (SELECT 1 FROM alert_clip x JOIN clip c ON c.tenant_guid = x.tenant_guid AND c.guid = x.clip_guid
                         WHERE x.tenant_guid = v.tenant_guid AND x.alert_guid = v.alert_guid AND c.state = 'READY')
      RETURNING v.alert_guid AS alert`,
    [tenant, alerts, from, state, reason, at],
  );
  return rows.map(({ alert }) => alert);
}

/** The video was refused for want of room: said if nothing arrives. */
export async function noteQuota(
  sql: Sql,
  tenant: string,
  sentry: string,
  span: { readonly from: Date; readonly to: Date },
): Promise<void> {
  await sql.query(
    `UPDATE alert_video SET reason = 'QUOTA' WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND state = 'EXPECTED'
        AND record_from <= $4 AND coalesce(record_until, 'infinity') >= $3`,
    [tenant, sentry, span.from, span.to],
  );
}

/** A sentry that has not reported for so long is why its video is missing. */
const OFFLINE_BEFORE: Millis = 3_600_000;

/** Videos that are expected no longer are MISSING, with the reason; returns their alerts. */
export async function expireVideosAllTenants(
  sql: Sql,
  now: Date,
): Promise<readonly { readonly tenant: string; readonly guid: string }[]> {
  const { rows } = await sql.query<{ tenant: string; guid: string }>(
    `UPDATE alert_video v SET state = 'MISSING', last_update_ts = $1,
            reason = coalesce(v.reason, CASE WHEN v.state = 'EXPECTED' AND coalesce((SELECT m.last_received_at FROM monitor_state m
                       WHERE m.tenant_guid = v.tenant_guid AND m.sentry_guid = v.sentry_guid), '-infinity') < $2::timestamptz THEN 'SENTRY_OFFLINE' ELSE 'NOT_UPLOADED' END)
      WHERE v.state IN ('EXPECTED', 'UPLOADING') AND v.expected_until <= $1 RETURNING v.tenant_guid AS tenant, v.alert_guid AS guid`,
    [now, new Date(now.getTime() - OFFLINE_BEFORE)],
  );
  return rows;
}
