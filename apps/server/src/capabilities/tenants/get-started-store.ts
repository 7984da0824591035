/** What administrators decided about the get-started list of their organization. */
import type { Sql } from '../../platform/db/database.ts';

export interface GetStartedDecisions {
  readonly notNeeded: readonly string[];
  readonly closedAt: Date | null;
}

export async function getStartedDecisions(sql: Sql, tenant: string): Promise<GetStartedDecisions> {
  const { rows } = await sql.query<{ notNeeded: string[]; closedAt: Date | null }>(
    'SELECT not_needed AS "notNeeded", closed_at AS "closedAt" FROM get_started WHERE tenant_guid = $1::uuid',
    [tenant],
  );
  return rows[0] ?? { notNeeded: [], closedAt: null };
}

/** Puts a step aside, or takes it up again; the list is shown again then. */
export async function setStepNeeded(sql: Sql, tenant: string, step: string, isNeeded: boolean): Promise<void> {
  await sql.query(
    `INSERT INTO get_started AS g (tenant_guid, not_needed) VALUES ($1::uuid, CASE WHEN $3 THEN '{}' ELSE ARRAY[$2] END)
     ON CONFLICT (tenant_guid) DO UPDATE SET closed_at = NULL,
       not_needed = array_remove(g.not_needed, $2) || CASE WHEN $3 THEN '{}'::text[] ELSE ARRAY[$2] END`,
    [tenant, step, isNeeded],
  );
}

export async function closeGetStarted(sql: Sql, tenant: string, at: Date): Promise<void> {
  await sql.query(
    `INSERT INTO get_started (tenant_guid, not_needed, closed_at) VALUES ($1::uuid, '{}', $2::timestamptz)
     ON CONFLICT (tenant_guid) DO UPDATE SET closed_at = excluded.closed_at`,
    [tenant, at],
  );
}
