/** Reads and writes what gateways observed, until it is taken. */
import type { Sql } from '../../../platform/db/database.ts';

export interface WaitingBatch {
  readonly sequence: string;
  /** JSON. */
  readonly events: Buffer;
}

export async function insertBatch(
  sql: Sql,
  tenant: string,
  integration: string,
  batch: { readonly events: Buffer; readonly at: Date },
): Promise<void> {
  await sql.query(
    `INSERT INTO observation_batch (tenant_guid, integration_guid, received_at, events)
     VALUES ($1::uuid, $2::uuid, $3::timestamptz, $4::bytea)`,
    [tenant, integration, batch.at, batch.events],
  );
}

/** The oldest, at most `limit`. */
export async function oldestBatches(
  sql: Sql,
  tenant: string,
  integration: string,
  limit: number,
): Promise<readonly WaitingBatch[]> {
  const { rows } = await sql.query<WaitingBatch & { [name: string]: unknown }>(
    `SELECT sequence::text, events FROM observation_batch WHERE tenant_guid = $1::uuid AND integration_guid = $2::uuid
      ORDER BY sequence LIMIT $3::int`,
    [tenant, integration, limit],
  );
  return rows;
}

export async function deleteBatch(sql: Sql, tenant: string, integration: string, sequence: string): Promise<void> {
  await sql.query(
    'DELETE FROM observation_batch WHERE tenant_guid = $1::uuid AND integration_guid = $2::uuid AND sequence = $3::bigint',
    [tenant, integration, sequence],
  );
}

export async function deleteBatches(sql: Sql, tenant: string, integration: string): Promise<void> {
  await sql.query('DELETE FROM observation_batch WHERE tenant_guid = $1::uuid AND integration_guid = $2::uuid', [
    tenant,
    integration,
  ]);
}

/** How many wait to be taken, and their bytes. */
export async function waitingBatches(
  sql: Sql,
  tenant: string,
  integration: string,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const { rows } = await sql.query<{ count: number; bytes: number }>(
    `SELECT count(*)::int AS count, coalesce(sum(octet_length(events)), 0)::float8 AS bytes FROM observation_batch
      WHERE tenant_guid = $1::uuid AND integration_guid = $2::uuid`,
    [tenant, integration],
  );
  return rows[0] ?? { count: 0, bytes: 0 };
}
