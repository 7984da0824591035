/** Reads and writes the brokers in Picket: who may connect, who is connected, and the messages that are kept. */
import type { ClientRefusal } from '@picket/contracts/integrations';
import { z } from 'zod';
import type { Sql } from '../../../platform/db/database.ts';

export interface HostedAccount {
  readonly tenant: string;
  readonly guid: string;
  readonly passwordHash: Buffer;
}

/** The broker of a user name, of whatever organization; null: there is none, it is off, or its organization is suspended. */
export async function findAccountAllTenants(sql: Sql, userName: string): Promise<HostedAccount | null> {
  const { rows } = await sql.query<HostedAccount & { [name: string]: unknown }>(
    `SELECT b.tenant_guid AS tenant, b.integration_guid AS guid, b.password_hash AS "passwordHash"
       FROM hosted_broker b JOIN integration i ON i.tenant_guid = b.tenant_guid AND i.guid = b.integration_guid
       JOIN tenant t ON t.guid = b.tenant_guid
      WHERE b.user_name = $1 AND i.enabled AND NOT t.suspended`,
    [userName],
    'prepared',
  );
  return rows[0] ?? null;
}

export async function insertHosted(
  sql: Sql,
  tenant: string,
  guid: string,
  { userName, passwordHash }: { readonly userName: string; readonly passwordHash: Buffer },
): Promise<void> {
  await sql.query(
    `INSERT INTO hosted_broker (tenant_guid, integration_guid, user_name, password_hash)
     VALUES ($1::uuid, $2::uuid, $3, $4::bytea)`,
    [tenant, guid, userName, passwordHash],
  );
}

/** In place of the one before, which ends with it. */
export async function setPassword(sql: Sql, tenant: string, guid: string, passwordHash: Buffer): Promise<void> {
  await sql.query(
    'UPDATE hosted_broker SET password_hash = $3::bytea WHERE tenant_guid = $1::uuid AND integration_guid = $2::uuid',
    [tenant, guid, passwordHash],
  );
}

/** What its clients connect with now; null: it was removed. */
export async function passwordHashOf(sql: Sql, tenant: string, guid: string): Promise<Buffer | null> {
  const { rows } = await sql.query<{ passwordHash: Buffer }>(
    `SELECT password_hash AS "passwordHash" FROM hosted_broker WHERE tenant_guid = $1::uuid AND integration_guid = $2::uuid`,
    [tenant, guid],
    'prepared',
  );
  return rows[0]?.passwordHash ?? null;
}

const Clients = z.array(z.object({ id: z.string(), address: z.string(), since: z.string() }));
export type ConnectedClient = z.output<typeof Clients>[number];

export interface Refusal {
  readonly reason: ClientRefusal;
  readonly address: string;
  readonly at: string;
}

export interface HostedStatus {
  readonly clients: readonly ConnectedClient[];
  readonly messagesPerMinute: number;
  readonly lastRefusal: Refusal | null;
}

export async function saveStatus(
  sql: Sql,
  tenant: string,
  guid: string,
  { clients, messagesPerMinute, lastRefusal }: HostedStatus,
): Promise<void> {
  await sql.query(
    `UPDATE hosted_broker SET clients = $3::jsonb, messages_per_minute = $4::int, last_refusal = coalesce($5::jsonb, last_refusal)
      WHERE tenant_guid = $1::uuid AND integration_guid = $2::uuid`,
    [tenant, guid, JSON.stringify(clients), messagesPerMinute, lastRefusal && JSON.stringify(lastRefusal)],
  );
}

export interface HostedRow extends HostedStatus {
  readonly userName: string;
  readonly retained: number;
}

type Row = Pick<HostedRow, 'userName' | 'messagesPerMinute' | 'lastRefusal' | 'retained'> & {
  readonly guid: string;
  readonly clients: unknown;
};

/** By the guid of the integration: of one, or of all. */
export async function hostedBrokersOf(
  sql: Sql,
  tenant: string,
  guid: string | null,
): Promise<ReadonlyMap<string, HostedRow>> {
  const { rows } = await sql.query<Row & { [name: string]: unknown }>(
    `SELECT b.integration_guid AS guid, b.user_name AS "userName", b.clients, b.messages_per_minute AS "messagesPerMinute",
            b.last_refusal AS "lastRefusal", count(r.topic)::int AS retained
       FROM hosted_broker b LEFT JOIN retained_message r
         ON r.tenant_guid = b.tenant_guid AND r.integration_guid = b.integration_guid
      WHERE b.tenant_guid = $1::uuid AND ($2::uuid IS NULL OR b.integration_guid = $2::uuid)
      GROUP BY b.tenant_guid, b.integration_guid`,
    [tenant, guid],
  );
  return new Map(rows.map(({ guid: one, clients, ...row }) => [one, { ...row, clients: Clients.parse(clients) }]));
}
