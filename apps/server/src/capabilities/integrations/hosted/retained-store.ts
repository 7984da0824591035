/** Reads and writes the messages that the brokers in Picket keep for later subscribers. */
import type { Sql } from '../../../platform/db/database.ts';

export interface RetainedMessage {
  readonly topic: string;
  readonly payload: Buffer;
  readonly qos: 0 | 1 | 2;
}

export async function retainedTopics(sql: Sql, tenant: string, integration: string): Promise<readonly string[]> {
  const { rows } = await sql.query<{ topic: string }>(
    'SELECT topic FROM retained_message WHERE tenant_guid = $1::uuid AND integration_guid = $2::uuid',
    [tenant, integration],
  );
  return rows.map(({ topic }) => topic);
}

/** Those of these topics that are there. */
export async function retainedMessages(
  sql: Sql,
  tenant: string,
  integration: string,
  topics: readonly string[],
): Promise<readonly RetainedMessage[]> {
  const { rows } = await sql.query<RetainedMessage & { [name: string]: unknown }>(
    `SELECT topic, payload, qos FROM retained_message
      WHERE tenant_guid = $1::uuid AND integration_guid = $2::uuid AND topic = ANY($3::text[])`,
    [tenant, integration, topics],
  );
  return rows;
}

/** Each in place of the one before with its topic. Nothing, where the broker was removed. */
export async function saveRetained(
  sql: Sql,
  tenant: string,
  integration: string,
  messages: readonly RetainedMessage[],
): Promise<void> {
  await sql.query(
    `INSERT INTO retained_message (tenant_guid, integration_guid, topic, payload, qos)
     SELECT b.tenant_guid, b.integration_guid, m.topic, m.payload, m.qos
       FROM hosted_broker b, unnest($3::text[], $4::bytea[], $5::smallint[]) AS m (topic, payload, qos)
      WHERE b.tenant_guid = $1::uuid AND b.integration_guid = $2::uuid
     ON CONFLICT (tenant_guid, integration_guid, topic) DO UPDATE SET payload = excluded.payload, qos = excluded.qos`,
    [
      tenant,
      integration,
      messages.map(({ topic }) => topic),
      messages.map(({ payload }) => payload),
      messages.map(({ qos }) => qos),
    ],
  );
}

export async function deleteRetained(
  sql: Sql,
  tenant: string,
  integration: string,
  topics: readonly string[],
): Promise<void> {
  await sql.query(
    `DELETE FROM retained_message
      WHERE tenant_guid = $1::uuid AND integration_guid = $2::uuid AND topic = ANY($3::text[])`,
    [tenant, integration, topics],
  );
}
