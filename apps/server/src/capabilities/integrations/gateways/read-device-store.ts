/** Reads which adopted device is read by which gateway: a gateway uploads the clips of cameras behind it. */
import type { ReadDevice } from '@picket/contracts/read-device';
import type { Sql } from '../../../platform/db/database.ts';

export interface ReadSentry {
  readonly sentry: string;
  readonly location: string;
}

/** The sentry of an adopted device that this gateway reads; null: there is none. */
export async function findReadSentry(
  sql: Sql,
  tenant: string,
  gateway: string,
  { integration, identity }: ReadDevice,
): Promise<ReadSentry | null> {
  const { rows } = await sql.query<ReadSentry & { [name: string]: unknown }>(
    `SELECT s.guid AS sentry, s.location_guid AS location
       FROM discovered_device d JOIN integration i ON i.tenant_guid = d.tenant_guid AND i.guid = d.integration_guid
            JOIN sentry s ON s.tenant_guid = d.tenant_guid AND s.guid = d.sentry_guid
      WHERE d.tenant_guid = $1::uuid AND i.reader_guid = $2::uuid AND d.integration_guid = $3::uuid AND d.identity = $4
        AND s.removed_at IS NULL`,
    [tenant, gateway, integration, identity],
  );
  return rows[0] ?? null;
}

export interface SentryReader {
  readonly gateway: string;
  readonly device: ReadDevice;
}

/** The gateway that reads the adopted device of a sentry; null: none does. */
export async function findReaderOf(sql: Sql, tenant: string, sentry: string): Promise<SentryReader | null> {
  const { rows } = await sql.query<{ gateway: string; integration: string; identity: string }>(
    `SELECT i.reader_guid AS gateway, i.guid AS integration, d.identity
       FROM discovered_device d JOIN integration i ON i.tenant_guid = d.tenant_guid AND i.guid = d.integration_guid
      WHERE d.tenant_guid = $1::uuid AND d.sentry_guid = $2::uuid AND i.reader_guid IS NOT NULL`,
    [tenant, sentry],
  );
  const [row] = rows;
  return row === undefined
    ? null
    : { gateway: row.gateway, device: { integration: row.integration, identity: row.identity } };
}
