/** Reads and writes whether the cameras of a location may show and record. */
import { CAMERA_MODES } from '@picket/contracts/cameras';
import { DoNotDisturb } from '@picket/contracts/policies';
import { z } from 'zod';
import type { Sql } from '../../platform/db/database.ts';

const StoredSetting = z.object({
  mode: z.enum(CAMERA_MODES),
  schedule: DoNotDisturb.nullable(),
  offInDoNotDisturb: z.boolean(),
  allowsDisplays: z.boolean(),
  revision: z.number(),
  changedByName: z.string().nullable(),
  lastUpdateTs: z.date(),
});
export type CameraSettingRow = z.output<typeof StoredSetting>;

const COLUMNS = `mode, schedule, off_in_do_not_disturb AS "offInDoNotDisturb", allows_displays AS "allowsDisplays",
  revision, changed_by_name AS "changedByName", last_update_ts AS "lastUpdateTs"`;

export async function findCameraSetting(sql: Sql, tenant: string, location: string): Promise<CameraSettingRow | null> {
  const { rows } = await sql.query(
    `SELECT ${COLUMNS} FROM camera_setting WHERE tenant_guid = $1::uuid AND location_guid = $2::uuid`,
    [tenant, location],
  );
  return rows[0] === undefined ? null : StoredSetting.parse(rows[0]);
}

/** The same; until the transaction ends it is not changed. */
export async function lockCameraSetting(sql: Sql, tenant: string, location: string): Promise<CameraSettingRow | null> {
  await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 24))::text', [location]);
  return findCameraSetting(sql, tenant, location);
}

export type CameraSettingData = Omit<CameraSettingRow, 'revision'>;

/** Throws if the organization has no such location. */
export async function saveCameraSetting(
  sql: Sql,
  tenant: string,
  location: string,
  { mode, schedule, offInDoNotDisturb, allowsDisplays, changedByName, lastUpdateTs }: CameraSettingData,
): Promise<void> {
  await sql.query(
    `INSERT INTO camera_setting (tenant_guid, location_guid, mode, schedule, off_in_do_not_disturb, allows_displays,
                                 changed_by_name, last_update_ts)
     VALUES ($1::uuid, $2::uuid, $3, $4::jsonb, $5, $6, $7, $8::timestamptz)
     ON CONFLICT (tenant_guid, location_guid) DO UPDATE
        SET mode = excluded.mode, schedule = excluded.schedule, off_in_do_not_disturb = excluded.off_in_do_not_disturb,
            allows_displays = excluded.allows_displays, revision = camera_setting.revision + 1,
            changed_by_name = excluded.changed_by_name, last_update_ts = excluded.last_update_ts`,
    [
      tenant,
      location,
      mode,
      schedule === null ? null : JSON.stringify(schedule),
      offInDoNotDisturb,
      allowsDisplays,
      changedByName,
      lastUpdateTs,
    ],
  );
}

/** The locations whose cameras are off by a schedule. */
export async function listScheduledLocationsAllTenants(
  sql: Sql,
): Promise<readonly { readonly tenant: string; readonly location: string }[]> {
  const { rows } = await sql.query<{ tenant: string; location: string }>(
    `SELECT tenant_guid AS tenant, location_guid AS location FROM camera_setting
      WHERE mode = 'SCHEDULE' OR (mode <> 'OFF' AND off_in_do_not_disturb) ORDER BY location_guid`,
  );
  return rows;
}

/** null: there is no such location. */
export async function findTimezone(sql: Sql, tenant: string, location: string): Promise<string | null> {
  const { rows } = await sql.query<{ timezone: string }>(
    'SELECT timezone FROM location WHERE tenant_guid = $1::uuid AND guid = $2::uuid',
    [tenant, location],
  );
  return rows[0]?.timezone ?? null;
}

/** Whether cameras are on in new locations of the organization. */
export async function isForDemonstration(sql: Sql, tenant: string): Promise<boolean> {
  const { rows } = await sql.query<{ demo: boolean }>('SELECT demo FROM tenant WHERE guid = $1::uuid', [tenant]);
  return rows[0]?.demo === true;
}
