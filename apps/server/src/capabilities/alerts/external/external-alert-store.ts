/** Inserts, updates and clears external alerts. */
import { isEdit, type UnevaluatedAlertKind } from '@picket/domain/alert-kinds';
import type { Problem } from '@picket/domain/problems';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { laterThan } from '../../../platform/db/later-than.ts';

/** Clears an alert; false if it is not open. */
export async function clearExternalAlertRow(
  sql: Sql,
  tenant: string,
  guid: string,
  endedAt: Millis,
  at: Millis,
): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE alert SET state = 'CLEARED', ended_at = greatest($3::timestamptz, started_at), cleared_at = greatest($3::timestamptz, raised_at),
            last_update_ts = greatest($4::timestamptz, ${laterThan('last_update_ts')})
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND state = 'OPEN' RETURNING guid`,
    [tenant, guid, new Date(endedAt), new Date(at)],
  );
  return rows.length === 1;
}

export async function updateExternalAlertMessage(
  sql: Sql,
  tenant: string,
  guid: string,
  message: string,
  at: Millis,
): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE alert SET message = $3, last_update_ts = greatest($4::timestamptz, ${laterThan('last_update_ts')})
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND state = 'OPEN' RETURNING guid`,
    [tenant, guid, message, new Date(at)],
  );
  return rows.length === 1;
}

export interface ExternalAlertRow {
  readonly tenant: string;
  /** null: the whole organization. */
  readonly location: string | null;
  readonly guid: string;
  readonly sentry: string | null;
  readonly kind: UnevaluatedAlertKind;
  readonly severity: number;
  readonly message: string;
  readonly at: Millis;
  /** Check name of a system alert. */
  readonly subject?: string;
  /** Of a system alert: what its message says, as facts. */
  readonly problem?: Problem;
  readonly policy?: { readonly guid: string; readonly name: string } | undefined;
}

/**
 * Inserts an alert that no policy evaluation raised and no reading clears: from a person, a device, an edit, a service. An edit is cleared
 * at once. Returns false where it is there already.
 */
export async function insertExternalAlert(
  sql: Sql,
  tenant: string,
  alert: Omit<ExternalAlertRow, 'tenant'>,
  recordedAt: Millis,
): Promise<boolean> {
  const isOver = isEdit(alert.kind);
  const { rows } = await sql.query(
    `INSERT INTO alert (guid, tenant_guid, location_guid, sentry_guid, kind, severity, state, message, started_at,
                        raised_at, created_at, last_update_ts, ended_at, cleared_at, policy_guid, policy_name, subject, problem)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6::int, $10, $7, $8::timestamptz, $8::timestamptz,
             $9::timestamptz, $9::timestamptz, $11::timestamptz, $11::timestamptz, $12::uuid, $13, $14, $15::jsonb)
     ON CONFLICT (tenant_guid, guid) DO NOTHING RETURNING guid`,
    [
      alert.guid,
      tenant,
      alert.location,
      alert.sentry,
      alert.kind,
      alert.severity,
      alert.message,
      new Date(alert.at),
      new Date(recordedAt),
      isOver ? 'CLEARED' : 'OPEN',
      isOver ? new Date(alert.at) : null,
      alert.policy?.guid ?? null,
      alert.policy?.name ?? null,
      alert.subject ?? null,
      alert.problem === undefined ? null : JSON.stringify(alert.problem),
    ],
  );
  return rows.length === 1;
}

interface NewestDeviceAlert {
  readonly guid: string;
  readonly isOpen: boolean;
  readonly createdAt: Millis;
}

/** The newest alert that a device raised itself with exactly this content, in any state. */
export async function findNewestDeviceAlert(
  sql: Sql,
  tenant: string,
  {
    sentry,
    severity,
    message,
    at,
  }: Pick<ExternalAlertRow, 'severity' | 'message' | 'at'> & { readonly sentry: string },
): Promise<NewestDeviceAlert | null> {
  const { rows } = await sql.query<{ guid: string; isOpen: boolean; createdAt: Date }>(
    `SELECT guid, state = 'OPEN' AS "isOpen", created_at AS "createdAt" FROM alert
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND kind = 'ALERT' AND severity = $3::int AND message = $4
        AND raised_at = $5::timestamptz
      ORDER BY created_at DESC, guid LIMIT 1`,
    [tenant, sentry, severity, message, new Date(at)],
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.getTime() }))[0] ?? null;
}
