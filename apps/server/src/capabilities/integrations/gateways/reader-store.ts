/** Reads and writes which gateway reads which integration. */
import type { BrokerTopics } from '@picket/contracts/gateways';
import type { Sql } from '../../../platform/db/database.ts';

export interface GatewayRow {
  readonly guid: string;
  readonly name: string;
  readonly location: string;
  readonly lastReceivedAt: Date | null;
  readonly integrations: number;
}

/** The sentries whose devices are gateways, by name. */
export async function listGatewayRows(sql: Sql, tenant: string): Promise<readonly GatewayRow[]> {
  const { rows } = await sql.query<GatewayRow & { [name: string]: unknown }>(
    `SELECT s.guid, s.name, s.location_guid AS location, m.last_received_at AS "lastReceivedAt",
            (SELECT count(*)::int FROM integration i WHERE i.tenant_guid = $1::uuid AND i.reader_guid = s.guid) AS integrations
       FROM sentry s LEFT JOIN monitor_state m ON m.tenant_guid = s.tenant_guid AND m.sentry_guid = s.guid
      WHERE s.tenant_guid = $1::uuid AND s.is_gateway AND s.removed_at IS NULL ORDER BY s.name_key, s.guid`,
    [tenant],
  );
  return rows;
}

/** Whether a sentry of the organization is a gateway that is not removed. Until the transaction ends it stays one. */
export async function lockGateway(sql: Sql, tenant: string, guid: string): Promise<boolean> {
  const { rows } = await sql.query(
    `SELECT 1 AS one FROM sentry WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND is_gateway AND removed_at IS NULL FOR SHARE`,
    [tenant, guid],
  );
  return rows.length === 1;
}

export interface ReadRow {
  readonly guid: string;
  readonly name: string;
  readonly settings: Buffer;
  readonly subscriptions: BrokerTopics | null;
}

/** The integrations that a gateway is to read now. */
export async function listReadBy(sql: Sql, tenant: string, reader: string): Promise<readonly ReadRow[]> {
  const { rows } = await sql.query<ReadRow & { [name: string]: unknown }>(
    `SELECT i.guid, i.name, i.settings, i.subscriptions FROM integration i JOIN tenant t ON t.guid = i.tenant_guid
      WHERE i.tenant_guid = $1::uuid AND i.reader_guid = $2::uuid AND i.enabled AND NOT t.suspended ORDER BY i.guid`,
    [tenant, reader],
  );
  return rows;
}

/** Whether a gateway reads an integration; where it is turned off, it still may report what it observed before. */
export async function isReadBy(sql: Sql, tenant: string, integration: string, reader: string): Promise<boolean> {
  const { rows } = await sql.query(
    'SELECT 1 AS one FROM integration WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND reader_guid = $3::uuid FOR SHARE',
    [tenant, integration, reader],
  );
  return rows.length === 1;
}

export async function setSubscriptions(
  sql: Sql,
  tenant: string,
  integration: string,
  subscriptions: BrokerTopics | null,
): Promise<void> {
  await sql.query('UPDATE integration SET subscriptions = $3::jsonb WHERE tenant_guid = $1::uuid AND guid = $2::uuid', [
    tenant,
    integration,
    subscriptions === null ? null : JSON.stringify(subscriptions),
  ]);
}

/** Shows that the gateway of these integrations is gone. Returns the sentries that stand for them. */
export async function markReaderRemoved(sql: Sql, tenant: string, reader: string): Promise<readonly string[]> {
  const { rows } = await sql.query<{ gateway: string }>(
    `UPDATE integration SET problem = 'GATEWAY_REMOVED', connected_at = NULL, source_gone_since = NULL, subscriptions = NULL,
            revision = revision + 1
      WHERE tenant_guid = $1::uuid AND reader_guid = $2::uuid RETURNING gateway_guid AS gateway`,
    [tenant, reader],
  );
  return rows.map(({ gateway }) => gateway);
}
