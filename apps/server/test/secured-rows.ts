/** For tests of row-level security. */
import { join } from 'node:path';
import type pg from 'pg';
import { openClient } from '../src/platform/db/database-connections.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../../prisma/migrations');

export const [TENANT_ROLE, SEVERAL_ROLE] = ['picket_tenant', 'picket_tenants'];

export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = openClient(url, 'script');
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface Policy {
  readonly table: string;
  readonly name: string;
  readonly to: string;
  readonly condition: string;
  readonly isEnabled: boolean;
}

export const policiesIn = (url: string): Promise<readonly Policy[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<Policy>(
      `SELECT c.relname AS "table", p.polname AS name, coalesce(r.rolname, 'PUBLIC') AS "to", pg_get_expr(p.polqual, c.oid) AS condition,
              c.relrowsecurity AND p.polcmd = '*' AND p.polpermissive = (p.polroles = '{0}') AND p.polwithcheck IS NULL AS "isEnabled"
         FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid LEFT JOIN pg_roles r ON r.oid = ANY(p.polroles) ORDER BY 1, 2`,
    );
    return rows;
  });
