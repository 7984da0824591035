/** Reads and writes the tests of sources that gateways make, until somebody has seen the result. */
import type { Sql } from '../../../platform/db/database.ts';

interface NewTest {
  readonly guid: string;
  /** The sentry whose device makes it. */
  readonly reader: string;
  readonly settings: Buffer;
  readonly at: Date;
}

export async function insertTest(sql: Sql, tenant: string, { guid, reader, settings, at }: NewTest): Promise<void> {
  await sql.query(
    `INSERT INTO source_test (tenant_guid, guid, reader_guid, settings, created_at)
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4::bytea, $5::timestamptz)`,
    [tenant, guid, reader, settings, at],
  );
}

export async function deleteTestsBefore(sql: Sql, tenant: string, before: Date): Promise<void> {
  await sql.query('DELETE FROM source_test WHERE tenant_guid = $1::uuid AND created_at < $2::timestamptz', [
    tenant,
    before,
  ]);
}

/** How many the organization has, with a result or without. */
export async function countTests(sql: Sql, tenant: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM source_test WHERE tenant_guid = $1::uuid',
    [tenant],
  );
  return rows[0]?.count ?? 0;
}

export interface RequestedRow {
  readonly guid: string;
  readonly settings: Buffer;
}

/** Those that a gateway is to make: made since `since`, and without a result. */
export async function requestedTests(
  sql: Sql,
  tenant: string,
  reader: string,
  since: Date,
): Promise<readonly RequestedRow[]> {
  const { rows } = await sql.query<RequestedRow & { [name: string]: unknown }>(
    `SELECT guid, settings FROM source_test WHERE tenant_guid = $1::uuid AND reader_guid = $2::uuid
        AND created_at >= $3::timestamptz AND result IS NULL ORDER BY created_at, guid`,
    [tenant, reader, since],
  );
  return rows;
}

export interface TestRow {
  readonly createdAt: Date;
  /** JSON; null: there is none yet. */
  readonly result: Buffer | null;
}

export async function findTest(sql: Sql, tenant: string, guid: string): Promise<TestRow | null> {
  const { rows } = await sql.query<TestRow & { [name: string]: unknown }>(
    'SELECT created_at AS "createdAt", result FROM source_test WHERE tenant_guid = $1::uuid AND guid = $2::uuid',
    [tenant, guid],
  );
  return rows[0] ?? null;
}

/** The secrets of the settings are deleted with it. false: no such test of this gateway waits for a result. */
export async function setTestResult(
  sql: Sql,
  tenant: string,
  { guid, reader, result }: { readonly guid: string; readonly reader: string; readonly result: Buffer },
): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE source_test SET result = $4::bytea, settings = ''::bytea WHERE tenant_guid = $1::uuid AND guid = $2::uuid
        AND reader_guid = $3::uuid AND result IS NULL RETURNING guid`,
    [tenant, guid, reader, result],
  );
  return rows.length === 1;
}
