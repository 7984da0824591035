/** Reads and writes which server process receives the live picture of a sentry. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';

export interface UplinkRow {
  readonly session: string;
  readonly process: string;
  /** Where other processes get the picture; empty: the device was asked and has not connected yet. */
  readonly address: string;
  readonly seenAt: Date;
}

export async function findUplink(sql: Sql, tenant: string, sentry: string): Promise<UplinkRow | null> {
  const { rows } = await sql.query<UplinkRow & { [name: string]: unknown }>(
    `SELECT session_guid AS session, process_guid AS process, address, seen_at AS "seenAt" FROM live_uplink
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid`,
    [tenant, sentry],
  );
  return rows[0] ?? null;
}

export interface Period {
  readonly from: Millis;
  readonly to: Millis;
}

/** A new uplink that the device is to be asked for; false: another process has one, or has asked, and was seen during `fresh`. */
export async function claimUplink(
  sql: Sql,
  tenant: string,
  sentry: string,
  { session, process }: Pick<UplinkRow, 'session' | 'process'>,
  now: Millis,
  fresh: Period,
): Promise<boolean> {
  const { rows } = await sql.query(
    `INSERT INTO live_uplink (tenant_guid, sentry_guid, session_guid, process_guid, address, seen_at)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4::uuid, '', $5::timestamptz)
     ON CONFLICT (tenant_guid, sentry_guid) DO UPDATE
        SET session_guid = excluded.session_guid, process_guid = excluded.process_guid, address = '', seen_at = excluded.seen_at
      WHERE live_uplink.seen_at NOT BETWEEN $6::timestamptz AND $7::timestamptz
     RETURNING 1 AS one`,
    [tenant, sentry, session, process, new Date(now), new Date(fresh.from), new Date(fresh.to)],
  );
  return rows.length === 1;
}

/** The device has connected here; false: it was not asked for this session, or was asked for another one since. */
export async function takeUplink(
  sql: Sql,
  tenant: string,
  sentry: string,
  { session, process, address }: Omit<UplinkRow, 'seenAt'>,
  now: Millis,
): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE live_uplink SET process_guid = $4::uuid, address = $5, seen_at = $6::timestamptz
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND session_guid = $3::uuid RETURNING 1 AS one`,
    [tenant, sentry, session, process, address, new Date(now)],
  );
  return rows.length === 1;
}

/** False: another process, or another session, has replaced it. */
export async function touchUplink(
  sql: Sql,
  tenant: string,
  sentry: string,
  { session, process }: Pick<UplinkRow, 'session' | 'process'>,
  now: Millis,
): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE live_uplink SET seen_at = $5::timestamptz
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND session_guid = $3::uuid AND process_guid = $4::uuid
     RETURNING 1 AS one`,
    [tenant, sentry, session, process, new Date(now)],
  );
  return rows.length === 1;
}

/** Returns whether it was this process that had it, or had asked for it. */
export async function deleteUplink(
  sql: Sql,
  tenant: string,
  sentry: string,
  { session, process }: Pick<UplinkRow, 'session' | 'process'>,
): Promise<boolean> {
  const { rows } = await sql.query(
    `DELETE FROM live_uplink
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND session_guid = $3::uuid AND process_guid = $4::uuid
     RETURNING 1 AS one`,
    [tenant, sentry, session, process],
  );
  return rows.length === 1;
}
