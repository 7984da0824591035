/** A policy as a restored database has it, and how the policy and its versions are put back. */
import { StoredOverride } from '@picket/contracts/policies';
import { nameKey } from '@picket/domain/names';
import type { PolicyOverride } from '@picket/domain/policy-merge';
import type { ViolationKeys } from '@picket/domain/violation-keys';
import type { Prisma, Sql } from '../../platform/db/database.ts';
import { StoredKeys, toPlainObject } from './policy-store.ts';

/** A version as it is stored. */
export interface StoredVersion {
  readonly version: number;
  readonly name: string;
  readonly definition: object;
  readonly doNotDisturb: object | null;
  readonly changes: object;
  readonly violationKeys: object;
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly createdByName: string | null;
}

/** All versions of a policy, oldest first. */
export async function listStoredVersions(sql: Sql, tenant: string, policy: string): Promise<readonly StoredVersion[]> {
  const { rows } = await sql.query<{ [Key in keyof StoredVersion]: StoredVersion[Key] }>(
    `SELECT version, name, definition, do_not_disturb AS "doNotDisturb", changes, violation_keys AS "violationKeys",
            created_at AS "createdAt", created_by AS "createdBy", created_by_name AS "createdByName"
       FROM policy_version WHERE tenant_guid = $1::uuid AND policy_guid = $2::uuid ORDER BY version`,
    [tenant, policy],
  );
  return rows;
}

/** Whether a policy cannot be deleted. */
export async function isUndeletable(sql: Sql, tenant: string, policy: string): Promise<boolean> {
  const { rows } = await sql.query<{ undeletable: boolean }>(
    'SELECT undeletable FROM policy WHERE tenant_guid = $1::uuid AND guid = $2::uuid',
    [tenant, policy],
  );
  return rows[0]?.undeletable === true;
}

/** An override with the sentry that has it, by name. */
export interface NamedOverride {
  readonly sentry: string;
  readonly sentryName: string;
  readonly override: PolicyOverride;
  readonly keys: ViolationKeys;
}

/** The overrides of a policy on sentries that are not removed. */
export async function listNamedOverrides(sql: Sql, tenant: string, policy: string): Promise<readonly NamedOverride[]> {
  const { rows } = await sql.query<{ sentry: string; name: string; content: unknown; keys: unknown }>(
    `SELECT o.sentry_guid AS sentry, s.name, o.content, o.violation_keys AS keys
       FROM policy_override o JOIN sentry s ON s.tenant_guid = o.tenant_guid AND s.guid = o.sentry_guid
      WHERE o.tenant_guid = $1::uuid AND o.policy_guid = $2::uuid AND s.removed_at IS NULL ORDER BY s.name, s.guid`,
    [tenant, policy],
  );
  return rows.map(({ sentry, name, content, keys }) => ({
    sentry,
    sentryName: name,
    override: StoredOverride.parse(content),
    keys: StoredKeys.parse(keys),
  }));
}

/** An edit of a policy, with the name and the content that it led to. */
interface StoredEdit {
  readonly guid: string;
  readonly name: string;
  readonly definition: object;
  readonly doNotDisturb: object | null;
  readonly changes: object;
  readonly by: string | null;
  readonly at: Date;
}

/** The edits that each made a version of a policy, oldest first, without the `known` ones. */
export async function listEdits(
  sql: Sql,
  tenant: string,
  policy: string,
  known: readonly string[],
): Promise<readonly StoredEdit[]> {
  const { rows } = await sql.query<{ [Key in keyof StoredEdit]: StoredEdit[Key] }>(
    `SELECT guid, after->>'name' AS name, after->'definition' AS definition,
            nullif(after->'doNotDisturb', 'null'::jsonb) AS "doNotDisturb", changes, created_by AS by, created_at AS at
       FROM policy_change WHERE tenant_guid = $1::uuid AND policy_guid = $2::uuid AND sentry_guid IS NULL
        AND after->>'kind' = 'POLICY' AND guid <> ALL($3::uuid[]) ORDER BY created_at, guid`,
    [tenant, policy, known],
  );
  return rows;
}

/** The policy of this name; null: there is none. */
export async function findPolicyNamed(
  prisma: Prisma,
  tenantGuid: string,
  name: string,
): Promise<{ readonly guid: string; readonly name: string } | null> {
  return prisma.policy.findFirst({
    where: { tenantGuid, nameKey: nameKey(name) },
    select: { guid: true, name: true },
  });
}

/** Puts a policy back with its versions, the last of which is in force. */
export async function insertStoredPolicy(
  prisma: Prisma,
  tenantGuid: string,
  { guid, undeletable }: { readonly guid: string; readonly undeletable: boolean },
  versions: readonly StoredVersion[],
): Promise<void> {
  const [first] = versions;
  const last = versions.at(-1);
  if (first === undefined || last === undefined) throw new RangeError(`policy ${guid} has no version`);
  const { name, version } = last;
  const at = { createdAt: first.createdAt, lastUpdateTs: last.createdAt };
  await prisma.policy.create({
    data: { guid, tenantGuid, name, nameKey: nameKey(name), version, undeletable, ...at },
  });
  await prisma.policyVersion.createMany({
    data: versions.map(({ definition, doNotDisturb, changes, violationKeys, ...row }) => ({
      ...row,
      tenantGuid,
      policyGuid: guid,
      definition: toPlainObject(definition),
      ...(doNotDisturb === null ? {} : { doNotDisturb: toPlainObject(doNotDisturb) }),
      changes: toPlainObject(changes),
      violationKeys: toPlainObject(violationKeys),
    })),
  });
}
