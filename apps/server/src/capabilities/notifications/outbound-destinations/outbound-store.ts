/** Hosts inside that destinations of an organization may lead to. */

import type { Sql } from '../../../platform/db/database.ts';
import type { OutboundEntry } from '../../../platform/outbound/outbound-allowlist.ts';

export interface OutboundRow extends OutboundEntry {
  readonly guid: string;
  readonly createdBy: string;
  readonly createdAt: Date;
}

type Row = OutboundRow & { [name: string]: unknown };

const SELECT = `SELECT guid, host, port, for_everyone AS "forEveryone", created_by_name AS "createdBy", created_at AS "createdAt"
  FROM outbound_destination`;

/** All of an organization, oldest first. */
export async function listOutboundRows(sql: Sql, tenant: string): Promise<readonly OutboundRow[]> {
  const { rows } = await sql.query<Row>(`${SELECT} WHERE tenant_guid = $1::uuid ORDER BY created_at, guid`, [tenant]);
  return rows;
}

/** False where that host and port is allowed already. */
export async function insertOutbound(sql: Sql, tenant: string, row: OutboundRow): Promise<boolean> {
  const { rows } = await sql.query(
    `INSERT INTO outbound_destination (tenant_guid, guid, host, port, for_everyone, created_by_name, created_at)
     VALUES ($1::uuid, $2::uuid, $3, $4::int, $5::boolean, $6, $7::timestamptz)
     ON CONFLICT (tenant_guid, host, port) DO NOTHING RETURNING guid`,
    [tenant, row.guid, row.host, row.port, row.forEveryone, row.createdBy, row.createdAt],
  );
  return rows.length === 1;
}

/** What was removed, or null where there is no such entry. */
export async function deleteOutbound(sql: Sql, tenant: string, guid: string): Promise<OutboundRow | null> {
  const { rows } = await sql.query<Row>(
    `DELETE FROM outbound_destination WHERE tenant_guid = $1::uuid AND guid = $2::uuid
      RETURNING guid, host, port, for_everyone AS "forEveryone", created_by_name AS "createdBy", created_at AS "createdAt"`,
    [tenant, guid],
  );
  return rows[0] ?? null;
}

/** What an organization is called; null where there is none. Locks it: nobody deletes it, or adds entries to it, meanwhile. */
export async function lockTenant(sql: Sql, tenant: string): Promise<string | null> {
  const { rows } = await sql.query<{ name: string }>('SELECT name FROM tenant WHERE guid = $1::uuid FOR UPDATE', [
    tenant,
  ]);
  return rows[0]?.name ?? null;
}

export async function isTenant(sql: Sql, tenant: string): Promise<boolean> {
  const { rows } = await sql.query('SELECT 1 FROM tenant WHERE guid = $1::uuid', [tenant]);
  return rows.length === 1;
}

/** Whether somebody administers their organization as a whole. */
export async function isAdministrator(sql: Sql, tenant: string, user: string): Promise<boolean> {
  const { rows } = await sql.query(
    `SELECT 1 FROM user_account u JOIN permission p ON p.tenant_guid = u.tenant_guid AND p.user_guid = u.guid
      WHERE u.tenant_guid = $1::uuid AND u.guid = $2::uuid AND p.role = 'ADMIN' AND p.location_guid IS NULL`,
    [tenant, user],
  );
  return rows.length > 0;
}
