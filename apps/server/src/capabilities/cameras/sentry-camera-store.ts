/** Reads and writes cameras as devices report them, their masks, and their calibration. */
import { Calibration } from '@picket/contracts/cameras';
import type { CameraReport } from '@picket/contracts/signals';
import { z } from 'zod';
import type { Sql } from '../../platform/db/database.ts';

const StoredCamera = z.object({
  sentry: z.string(),
  name: z.string(),
  hasCamera: z.boolean(),
  supportsMasks: z.boolean(),
  codec: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  ringSeconds: z.number().nullable(),
  reportedAt: z.date().nullable(),
  calibration: Calibration.nullable(),
  /** When the calibration was last changed. */
  calibratedAt: z.date().nullable(),
  isMasked: z.boolean(),
});
export type CameraRow = z.output<typeof StoredCamera>;

/** The cameras of a location's sentries, by name; of a sentry without a report, what is known. `sentry`: of this one only. */
export async function listCameras(
  sql: Sql,
  tenant: string,
  location: string,
  sentry: string | null = null,
): Promise<readonly CameraRow[]> {
  const { rows } = await sql.query(
    `SELECT s.guid AS sentry, s.name, coalesce(c.has_camera, false) AS "hasCamera",
            coalesce(c.supports_masks, false) AS "supportsMasks", c.codec, c.width, c.height,
            c.ring_seconds AS "ringSeconds", c.reported_at AS "reportedAt", c.calibration, c.calibrated_at AS "calibratedAt",
            EXISTS (SELECT 1 FROM camera_mask m WHERE m.tenant_guid = $1::uuid AND m.sentry_guid = s.guid
                       AND jsonb_path_exists(m.cells, '$[*][*]')) AS "isMasked"
       FROM sentry s LEFT JOIN sentry_camera c ON c.tenant_guid = s.tenant_guid AND c.sentry_guid = s.guid
      WHERE s.tenant_guid = $1::uuid AND s.location_guid = $2::uuid AND s.removed_at IS NULL
        AND ($3::uuid IS NULL OR s.guid = $3::uuid)
      ORDER BY s.name_key, s.guid`,
    [tenant, location, sentry],
  );
  return rows.map((row) => StoredCamera.parse(row));
}

/** Of a device that does not say what it keeps. */
const DEFAULT_RING_SECONDS = 600;

/** The seconds of video that a device keeps; null: it has not reported a camera. */
export async function findRingSeconds(sql: Sql, tenant: string, sentry: string): Promise<number | null> {
  const { rows } = await sql.query<{ seconds: number }>(
    `SELECT coalesce(ring_seconds, $3)::int AS seconds FROM sentry_camera
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND has_camera`,
    [tenant, sentry, DEFAULT_RING_SECONDS],
  );
  return rows[0]?.seconds ?? null;
}

/** Whether the device of a sentry has reported a camera. */
export async function hasCamera(sql: Sql, tenant: string, sentry: string): Promise<boolean> {
  const { rows } = await sql.query(
    'SELECT 1 AS one FROM sentry_camera WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND has_camera',
    [tenant, sentry],
  );
  return rows.length === 1;
}

/** Whether cells of the camera's picture are masked. */
export async function isMasked(sql: Sql, tenant: string, sentry: string): Promise<boolean> {
  const { rows } = await sql.query(
    `SELECT 1 AS one FROM camera_mask
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND jsonb_path_exists(cells, '$[*][*]')`,
    [tenant, sentry],
  );
  return rows.length === 1;
}

export async function saveCameraReport(
  sql: Sql,
  tenant: string,
  sentry: string,
  report: z.output<typeof CameraReport>,
  at: Date,
): Promise<void> {
  await sql.query(
    `INSERT INTO sentry_camera (tenant_guid, sentry_guid, has_camera, supports_masks, codec, width, height, ring_seconds,
                                reported_at)
     VALUES ($1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8, $9::timestamptz)
     ON CONFLICT (tenant_guid, sentry_guid) DO UPDATE
        SET has_camera = excluded.has_camera, supports_masks = excluded.supports_masks, codec = excluded.codec,
            width = excluded.width, height = excluded.height, ring_seconds = excluded.ring_seconds,
            reported_at = excluded.reported_at`,
    [
      tenant,
      sentry,
      report.hasCamera,
      report.supportsMasks,
      report.codec ?? null,
      report.width ?? null,
      report.height ?? null,
      report.ringSeconds ?? null,
      at,
    ],
  );
}

/** null: the thermal picture and the camera's picture are the same. False: the sentry has no camera. */
export async function saveCalibration(
  sql: Sql,
  tenant: string,
  sentry: string,
  calibration: z.output<typeof Calibration> | null,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE sentry_camera SET calibration = $3::jsonb, calibrated_at = $4::timestamptz
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND has_camera RETURNING 1 AS one`,
    [tenant, sentry, calibration === null ? null : JSON.stringify(calibration), at],
  );
  return rows.length === 1;
}
