/** Reads and writes integrations. */
import type { BrokerProtocol, IntegrationKind, IntegrationProblem } from '@picket/contracts/integrations';
import type { LeftOutReason } from '@picket/devices/announced';
import type { Sql } from '../../platform/db/database.ts';

export interface IntegrationRow {
  readonly guid: string;
  readonly tenant: string;
  readonly kind: IntegrationKind;
  readonly name: string;
  readonly gateway: string;
  readonly location: string;
  readonly settings: Buffer;
  readonly enabled: boolean;
  readonly leftOut: number;
  readonly connectedAt: Date | null;
  readonly lastMessageAt: Date | null;
  readonly problem: IntegrationProblem | null;
  readonly protocol: BrokerProtocol | null;
  readonly createdAt: Date;
  /** When somebody last changed it, or made it. */
  readonly lastUpdateTs: Date;
  readonly revision: number;
  readonly devices: number;
  readonly adopted: number;
  /** The sentry whose device reads it; null: this server does. */
  readonly reader: string | null;
}

type Row = IntegrationRow & { [name: string]: unknown };

const SELECT = `SELECT i.guid, i.tenant_guid AS tenant, i.kind, i.name, i.gateway_guid AS gateway, s.location_guid AS location, i.settings, i.enabled,
  i.left_out AS "leftOut", i.connected_at AS "connectedAt", i.last_message_at AS "lastMessageAt", i.problem, i.protocol,
  i.created_at AS "createdAt", coalesce(i.last_update_ts, i.created_at) AS "lastUpdateTs", i.revision, i.reader_guid AS reader,
  count(d.guid)::int AS devices, count(d.sentry_guid)::int AS adopted
  FROM integration i JOIN sentry s ON s.tenant_guid = i.tenant_guid AND s.guid = i.gateway_guid
  LEFT JOIN discovered_device d ON d.tenant_guid = i.tenant_guid AND d.integration_guid = i.guid`;

export async function listIntegrationRows(sql: Sql, tenant: string): Promise<readonly IntegrationRow[]> {
  const { rows } = await sql.query<Row>(
    `${SELECT} WHERE i.tenant_guid = $1::uuid GROUP BY i.tenant_guid, i.guid, s.location_guid ORDER BY i.created_at, i.guid`,
    [tenant],
  );
  return rows;
}

export async function findIntegration(sql: Sql, tenant: string, guid: string): Promise<IntegrationRow | null> {
  const { rows } = await sql.query<Row>(
    `${SELECT} WHERE i.tenant_guid = $1::uuid AND i.guid = $2::uuid GROUP BY i.tenant_guid, i.guid, s.location_guid`,
    [tenant, guid],
  );
  return rows[0] ?? null;
}

export async function insertIntegration(
  sql: Sql,
  tenant: string,
  row: Pick<IntegrationRow, 'guid' | 'kind' | 'name' | 'gateway' | 'settings' | 'createdAt' | 'reader'>,
): Promise<void> {
  await sql.query(
    `INSERT INTO integration (tenant_guid, guid, kind, name, gateway_guid, settings, created_at, reader_guid)
     VALUES ($1::uuid, $2::uuid, $7, $3, $4::uuid, $5::bytea, $6::timestamptz, $8::uuid)`,
    [tenant, row.guid, row.name, row.gateway, row.settings, row.createdAt, row.kind, row.reader],
  );
}

export async function updateIntegration(
  sql: Sql,
  tenant: string,
  guid: string,
  {
    name,
    settings,
    enabled,
    reader,
    lastUpdateTs,
  }: Pick<IntegrationRow, 'name' | 'settings' | 'enabled' | 'reader' | 'lastUpdateTs'>,
): Promise<void> {
  await sql.query(
    `UPDATE integration SET name = $3, settings = $4::bytea, enabled = $5::boolean, reader_guid = $6::uuid,
            connected_at = CASE WHEN $5::boolean AND reader_guid IS NOT DISTINCT FROM $6::uuid THEN connected_at END,
            problem = CASE WHEN $5::boolean AND reader_guid IS NOT DISTINCT FROM $6::uuid THEN problem END,
            protocol = CASE WHEN $5::boolean AND reader_guid IS NOT DISTINCT FROM $6::uuid THEN protocol END,
            subscriptions = CASE WHEN reader_guid IS NOT DISTINCT FROM $6::uuid THEN subscriptions END,
            source_gone_since = CASE WHEN $5::boolean AND reader_guid IS NOT DISTINCT FROM $6::uuid THEN source_gone_since END,
            last_update_ts = $7::timestamptz, revision = revision + 1 WHERE tenant_guid = $1::uuid AND guid = $2::uuid`,
    [tenant, guid, name, settings, enabled, reader, lastUpdateTs],
  );
}

export async function deleteIntegration(sql: Sql, tenant: string, guid: string): Promise<void> {
  await sql.query('DELETE FROM integration WHERE tenant_guid = $1::uuid AND guid = $2::uuid', [tenant, guid]);
}

/** Its connection reads again what is adopted. */
export async function reviseIntegration(sql: Sql, tenant: string, guid: string): Promise<void> {
  await sql.query('UPDATE integration SET revision = revision + 1 WHERE tenant_guid = $1::uuid AND guid = $2::uuid', [
    tenant,
    guid,
  ]);
}

/** What was left out of an announcement, and why. */
export interface LeftOutAnnouncement {
  readonly topic: string;
  readonly reason: LeftOutReason;
  readonly count: number;
  readonly at: string;
}

/** Newest first. */
export async function listLeftOut(sql: Sql, tenant: string, guid: string): Promise<readonly LeftOutAnnouncement[]> {
  const { rows } = await sql.query<{ leftOut: readonly LeftOutAnnouncement[] }>(
    `SELECT left_out_announcements AS "leftOut" FROM integration WHERE tenant_guid = $1::uuid AND guid = $2::uuid`,
    [tenant, guid],
  );
  return rows[0]?.leftOut ?? [];
}

export interface ConnectionState {
  readonly connectedAt: Date | null;
  readonly lastMessageAt: Date | null;
  readonly problem: IntegrationProblem | null;
  /** Of a broker that is connected. */
  readonly protocol: BrokerProtocol | null;
  readonly leftOut: number;
  readonly leftOutAnnouncements: readonly LeftOutAnnouncement[];
}

export async function saveConnectionState(
  sql: Sql,
  tenant: string,
  guid: string,
  { connectedAt, lastMessageAt, problem, protocol, leftOut, leftOutAnnouncements }: ConnectionState,
): Promise<void> {
  await sql.query(
    `UPDATE integration SET connected_at = $3::timestamptz, last_message_at = coalesce($4::timestamptz, last_message_at),
            problem = $5, protocol = $8, left_out = $6::int, left_out_announcements = $7::jsonb WHERE tenant_guid = $1::uuid AND guid = $2::uuid`,
    [tenant, guid, connectedAt, lastMessageAt, problem, leftOut, JSON.stringify(leftOutAnnouncements), protocol],
  );
}

/** Since when its gateway cannot read it; null: it can. Returns whether that is a change. */
export async function setSourceGone(sql: Sql, tenant: string, guid: string, at: Date | null): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE integration SET source_gone_since = $3::timestamptz WHERE tenant_guid = $1::uuid AND guid = $2::uuid
        AND (source_gone_since IS NULL) <> ($3::timestamptz IS NULL) RETURNING guid`,
    [tenant, guid, at],
  );
  return rows.length === 1;
}

export type ConnectedRow = Pick<
  IntegrationRow,
  'guid' | 'tenant' | 'gateway' | 'settings' | 'revision' | 'adopted' | 'reader'
> & {
  /** When the device that reads it reported last; null: never, or this server reads it. */
  readonly readerSeenAt: Date | null;
  /** The sentry whose device read it was removed. */
  readonly isReaderGone: boolean;
};

/** All integrations that are to be connected, of all organizations. */
export async function listIntegrationsAllTenants(sql: Sql): Promise<readonly ConnectedRow[]> {
  const { rows } = await sql.query<ConnectedRow & { [name: string]: unknown }>(
    `SELECT i.guid, i.tenant_guid AS tenant, i.gateway_guid AS gateway, i.settings, i.revision, i.reader_guid AS reader,
            m.last_received_at AS "readerSeenAt", (i.reader_guid IS NOT NULL AND r.guid IS NULL) AS "isReaderGone",
            (SELECT count(*)::int FROM discovered_device d JOIN sentry a ON a.tenant_guid = d.tenant_guid AND a.guid = d.sentry_guid
              WHERE d.tenant_guid = i.tenant_guid AND d.integration_guid = i.guid AND a.removed_at IS NULL) AS adopted
       FROM integration i JOIN tenant t ON t.guid = i.tenant_guid JOIN sentry s ON s.tenant_guid = i.tenant_guid AND s.guid = i.gateway_guid
       LEFT JOIN sentry r ON r.tenant_guid = i.tenant_guid AND r.guid = i.reader_guid AND r.removed_at IS NULL
       LEFT JOIN monitor_state m ON m.tenant_guid = r.tenant_guid AND m.sentry_guid = r.guid
      WHERE i.enabled AND NOT t.suspended AND s.removed_at IS NULL ORDER BY i.guid`,
  );
  return rows;
}
