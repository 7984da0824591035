/** The only file that reads and writes edits: what each changed, the content before and after, and whether it was reverted. */
import type { PolicyVersionOut } from '@picket/contracts/types';
import type { Millis } from '@picket/domain/time';
import type { Sql, Tx } from '../../../platform/db/database.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import type { PolicyEdit } from '../../zones/index.ts';
import { changesOut, readStoredChanges } from './stored-changes.ts';

/** Stores an edit with the content before and after, and its policy-change alert. */
export async function insertPolicyChange(
  { sql }: Tx,
  tenant: string,
  edit: Omit<PolicyEdit, 'tenant'>,
  alert: string,
): Promise<void> {
  await sql.query(
    `INSERT INTO policy_change (guid, tenant_guid, policy_guid, sentry_guid, alert_guid, before, after, changes,
                                created_by, created_at)
     SELECT $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::uuid, $6::jsonb, $7::jsonb, $8::jsonb, $9, $10::timestamptz
      WHERE EXISTS (SELECT 1 FROM alert WHERE tenant_guid = $2::uuid AND guid = $5::uuid)`,
    [
      newGuid(),
      tenant,
      edit.policy,
      edit.sentry,
      alert,
      edit.before === null ? null : JSON.stringify(edit.before),
      edit.after === null ? null : JSON.stringify(edit.after),
      JSON.stringify(changesOut(edit.changes)),
      edit.by.name,
      new Date(edit.at),
    ],
  );
}

export interface PolicyChangeRow {
  readonly guid: string;
  readonly policy: string | null;
  readonly sentry: string | null;
  readonly before: object | null;
  readonly after: object | null;
  readonly changes: PolicyVersionOut['changes'];
  readonly by: string | null;
  readonly restoredAt: Date | null;
  readonly restoredBy: string | null;
}

/** The edit a policy-change alert is about. */
export async function changeOfAlert(sql: Sql, tenant: string, alert: string): Promise<PolicyChangeRow | null> {
  const { rows } = await sql.query<{ [Key in keyof PolicyChangeRow]: PolicyChangeRow[Key] }>(
    `SELECT guid, policy_guid AS policy, sentry_guid AS sentry, before, after, changes, created_by AS by,
            restored_at AS "restoredAt", restored_by AS "restoredBy" FROM policy_change
      WHERE tenant_guid = $1::uuid AND alert_guid = $2::uuid`,
    [tenant, alert],
  );
  const [row] = rows;
  return row === undefined ? null : { ...row, changes: readStoredChanges(row.changes) };
}

export async function markRestored(sql: Sql, tenant: string, guid: string, by: string, at: number): Promise<void> {
  await sql.query(
    `UPDATE policy_change SET restored_at = $3::timestamptz, restored_by = $4
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid`,
    [tenant, guid, new Date(at), by],
  );
}

/** When the overrides on a sentry were last set or removed, by policy. */
export async function lastOverrideChanges(
  sql: Sql,
  tenant: string,
  sentry: string,
): Promise<ReadonlyMap<string, Millis>> {
  const { rows } = await sql.query<{ policy: string; at: Date }>(
    `SELECT policy_guid AS policy, max(created_at) AS at FROM policy_change
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND policy_guid IS NOT NULL GROUP BY policy_guid`,
    [tenant, sentry],
  );
  return new Map(rows.map(({ policy, at }) => [policy, at.getTime()]));
}

/** When the override of one policy on a sentry was last set or removed; null: never. */
export async function lastOverrideChange(
  sql: Sql,
  tenant: string,
  sentry: string,
  policy: string,
): Promise<Millis | null> {
  const { rows } = await sql.query<{ at: Date | null }>(
    `SELECT max(created_at) AS at FROM policy_change
      WHERE tenant_guid = $1::uuid AND policy_guid = $2::uuid AND sentry_guid = $3::uuid`,
    [tenant, policy, sentry],
  );
  return rows[0]?.at?.getTime() ?? null;
}

export interface ListedChange extends Omit<PolicyChangeRow, 'before' | 'after'> {
  readonly alert: string;
  readonly location: string | null;
  readonly title: string;
  readonly at: Date;
}

/** Edits at the locations a user may view, newest first; edits of the whole organization need all locations. */
export async function listChanges(
  sql: Sql,
  tenant: string,
  where: {
    readonly visible: 'all' | readonly string[];
    readonly policy?: string | undefined;
    readonly sentry?: string | undefined;
  },
  before: string | null,
  limit: number,
): Promise<readonly ListedChange[]> {
  const { rows } = await sql.query<{ [Key in keyof ListedChange]: ListedChange[Key] }>(
    `SELECT c.guid, c.policy_guid AS policy, c.sentry_guid AS sentry, c.changes, c.created_by AS by,
            c.created_at AS at,
            c.restored_at AS "restoredAt", c.restored_by AS "restoredBy", c.alert_guid AS alert,
            a.location_guid AS location, coalesce(a.policy_name, split_part(a.message, ': ', 1)) AS title
       FROM policy_change c JOIN alert a ON a.tenant_guid = c.tenant_guid AND a.guid = c.alert_guid
      WHERE c.tenant_guid = $1::uuid AND ($2::uuid[] IS NULL OR a.location_guid = ANY($2::uuid[]))
        AND ($3::uuid IS NULL OR c.policy_guid = $3::uuid) AND ($4::uuid IS NULL OR c.sentry_guid = $4::uuid)
        AND ($5::uuid IS NULL OR c.guid < $5::uuid)
      ORDER BY c.guid DESC LIMIT $6`,
    [tenant, where.visible === 'all' ? null : where.visible, where.policy ?? null, where.sentry ?? null, before, limit],
  );
  return rows.map((row) => ({ ...row, changes: readStoredChanges(row.changes) }));
}

/** What conditions of the policies of an organization have watched, now or before, as the record of its edits has it. */
export async function everWatched(
  sql: Sql,
  tenant: string,
): Promise<readonly { readonly sensorMetricId: string; readonly column: string }[]> {
  const { rows } = await sql.query<{ sensorMetricId: string; column: string }>(
    `SELECT DISTINCT x->>'sensorMetricId' AS "sensorMetricId", x->>'column' AS "column"
       FROM policy_change c CROSS JOIN LATERAL (VALUES (c.before), (c.after)) AS v(content)
       CROSS JOIN LATERAL jsonb_path_query(v.content, '$.definition.violations[*].conditions[*]') AS x
      WHERE c.tenant_guid = $1::uuid AND v.content->>'kind' = 'POLICY'`,
    [tenant],
  );
  return rows;
}
