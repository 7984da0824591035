/** Reads, and locks, which alerts are being recorded. */
import type { Sql } from '../../../platform/db/database.ts';

/** The alerts of a location that are open, and of which video is recorded or expected. */
export async function listOpenRecordings(sql: Sql, tenant: string, location: string): Promise<readonly string[]> {
  const { rows } = await sql.query<{ alert: string }>(
    `SELECT a.guid AS alert FROM alert a JOIN alert_video v ON v.tenant_guid = a.tenant_guid AND v.alert_guid = a.guid
      WHERE a.tenant_guid = $1::uuid AND a.location_guid = $2::uuid AND a.state IN ('OPEN', 'RECOVERED')
        AND v.record_until IS NULL AND v.state IN ('EXPECTED', 'UPLOADING', 'READY')
      ORDER BY a.guid`,
    [tenant, location],
  );
  return rows.map(({ alert }) => alert);
}

/** Locks the video of an alert; false: its end is known by now. */
export async function lockOpenRecording(sql: Sql, tenant: string, alert: string): Promise<boolean> {
  const { rows } = await sql.query(
    `SELECT 1 FROM alert_video WHERE tenant_guid = $1::uuid AND alert_guid = $2::uuid AND record_until IS NULL FOR UPDATE`,
    [tenant, alert],
  );
  return rows.length === 1;
}
