/** Reads and writes policies and their versions; overrides and edits have stores of their own. */
import { DoNotDisturb, PolicyDefinition } from '@picket/contracts/policies';
import type { PolicyOut, PolicyVersionOut } from '@picket/contracts/types';
import type { DefaultPolicy } from '@picket/domain/default-policies';
import { nameKey } from '@picket/domain/names';
import { type PolicyContent, SENTRY_OFFLINE } from '@picket/domain/policies';
import type { PolicyChange } from '@picket/domain/policy-changes';
import { formatInstant } from '@picket/domain/time';
import type { ViolationKeys } from '@picket/domain/violation-keys';
import { z } from 'zod';
import type { Prisma, Sql, Tx } from '../../platform/db/database.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { changesOut, readStoredChanges } from './changes/stored-changes.ts';

interface VersionRow {
  readonly version: number;
  readonly name: string;
  readonly definition: unknown;
  readonly doNotDisturb: unknown;
  readonly changes: unknown;
  readonly violationKeys: unknown;
  readonly createdAt: Date;
  readonly createdByName: string | null;
}

export interface PolicyRow {
  readonly guid: string;
  readonly name: string;
  readonly nameKey: string;
  readonly version: number;
  readonly undeletable: boolean;
  readonly lastUpdateTs: Date;
  /** Only the one in force. */
  readonly versions: readonly VersionRow[];
}

const contentOfVersion = ({
  definition,
  doNotDisturb,
}: Pick<VersionRow, 'definition' | 'doNotDisturb'>): PolicyContent => ({
  definition: PolicyDefinition.parse(definition),
  doNotDisturb: doNotDisturb === null ? null : DoNotDisturb.parse(doNotDisturb),
});

function currentVersion(row: PolicyRow): VersionRow {
  const current = row.versions.find(({ version }) => version === row.version);
  if (current === undefined) throw new RangeError(`policy ${row.guid} has no version ${row.version}`);
  return current;
}

/** The content in force. */
export const contentOf = (row: PolicyRow): PolicyContent => contentOfVersion(currentVersion(row));

export const StoredKeys = z.record(z.string(), z.string());

/** The permanent keys of its violations. */
export const keysOf = (row: PolicyRow): ViolationKeys => StoredKeys.parse(currentVersion(row).violationKeys);

/** Content as sent to clients. */
function toContentOut({ definition, doNotDisturb }: PolicyContent): Pick<PolicyOut, 'definition' | 'doNotDisturb'> {
  return {
    definition: PolicyDefinition.parse(definition),
    ...(doNotDisturb === null ? {} : { doNotDisturb: DoNotDisturb.parse(doNotDisturb) }),
  };
}

export const toPolicy = (row: PolicyRow): PolicyOut => ({
  guid: row.guid,
  name: row.name,
  version: row.version,
  ...toContentOut(contentOf(row)),
  deletable: !row.undeletable,
  last_update_ts: formatInstant(row.lastUpdateTs.getTime()),
});

/** Policies with the version in force. */
async function withVersions(
  prisma: Prisma,
  tenantGuid: string,
  policies: readonly Omit<PolicyRow, 'versions'>[],
): Promise<readonly PolicyRow[]> {
  const versions = await prisma.policyVersion.findMany({
    where: { tenantGuid, OR: policies.map(({ guid, version }) => ({ policyGuid: guid, version })) },
  });
  return policies.map((policy) => ({ ...policy, versions: versions.filter((one) => one.policyGuid === policy.guid) }));
}

export async function findPolicy(prisma: Prisma, tenantGuid: string, guid: string): Promise<PolicyRow | null> {
  const policy = await prisma.policy.findFirst({ where: { tenantGuid, guid } });
  return policy === null ? null : ((await withVersions(prisma, tenantGuid, [policy]))[0] ?? null);
}

/** In the order of their names, without the `hidden` ones. */
export async function listPolicies(
  prisma: Prisma,
  tenantGuid: string,
  hidden: readonly string[],
  afterNameKey: string | null,
  limit: number,
): Promise<readonly PolicyRow[]> {
  const policies = await prisma.policy.findMany({
    where: {
      tenantGuid,
      ...(hidden.length === 0 ? {} : { guid: { notIn: [...hidden] } }),
      ...(afterNameKey === null ? {} : { nameKey: { gt: afterNameKey } }),
    },
    orderBy: { nameKey: 'asc' },
    take: limit,
  });
  return policies.length === 0 ? [] : withVersions(prisma, tenantGuid, policies);
}

/** All of them but the `hidden` ones, as sent to clients. */
export async function allPolicies(
  prisma: Prisma,
  tenantGuid: string,
  hidden: readonly string[],
): Promise<readonly PolicyOut[]> {
  return (await listPolicies(prisma, tenantGuid, hidden, null, MAX_POLICIES)).map(toPolicy);
}

/** Locations of the zones each policy's version in force names; policies that name none are left out. */
export async function boundPolicies(
  sql: Sql,
  tenantGuid: string,
): Promise<readonly { readonly policy: string; readonly locations: readonly string[] }[]> {
  const { rows } = await sql.query<{ policy: string; locations: string[] }>(
    `SELECT p.guid AS policy, array_agg(DISTINCT z.location_guid::text) AS locations
       FROM policy p JOIN policy_version v ON v.tenant_guid = p.tenant_guid AND v.policy_guid = p.guid AND v.version = p.version
       JOIN LATERAL (SELECT jsonb_path_query(v.definition, '$.zone') UNION ALL
                     SELECT jsonb_path_query(v.definition, '$.violations[*].conditions[*].zoneId')) AS named(zone) ON true
       JOIN zone z ON z.tenant_guid = p.tenant_guid AND z.guid::text = lower(named.zone #>> '{}')
      WHERE p.tenant_guid = $1::uuid GROUP BY p.guid`,
    [tenantGuid],
  );
  return rows;
}

const MAX_POLICIES = 2000;

export interface NewVersion extends PolicyContent {
  readonly name: string;
  readonly changes: readonly PolicyChange[];
  readonly keys: ViolationKeys;
  /** null: the product itself. Without a guid: a command on the server. */
  readonly by: { readonly guid: string | null; readonly name: string } | null;
}

/** A mutable copy of plain data. */
export const toPlainObject = (value: object): object => structuredClone(value) as object;

const versionData = ({ name, definition, doNotDisturb, changes, keys, by }: NewVersion, version: number, at: Date) => ({
  version,
  name,
  definition: toPlainObject(definition),
  ...(doNotDisturb === null ? {} : { doNotDisturb: toPlainObject(doNotDisturb) }),
  changes: toPlainObject(changesOut(changes)),
  violationKeys: toPlainObject(keys),
  createdAt: at,
  createdBy: by?.guid ?? null,
  createdByName: by?.name ?? null,
});

export async function insertPolicy(
  prisma: Prisma,
  tenantGuid: string,
  guid: string,
  version: NewVersion,
  at: Date,
): Promise<void> {
  await prisma.policy.create({
    data: {
      guid,
      tenantGuid,
      name: version.name,
      nameKey: nameKey(version.name),
      version: 1,
      createdAt: at,
      lastUpdateTs: at,
      versions: { create: versionData(version, 1, at) },
    },
  });
}

/** A policy every organization starts with. */
export async function insertDefault(
  prisma: Prisma,
  tenantGuid: string,
  policy: DefaultPolicy,
  at: Date,
): Promise<void> {
  const guid = newGuid();
  const { name, definition, doNotDisturb = null } = policy;
  await insertPolicy(prisma, tenantGuid, guid, { name, definition, doNotDisturb, changes: [], keys: {}, by: null }, at);
  if (name === SENTRY_OFFLINE)
    await prisma.policy.update({ where: { tenantGuid_guid: { tenantGuid, guid } }, data: { undeletable: true } });
}

/** Adds a version and puts it in force if the policy is still as it was loaded; false when it was changed meanwhile. */
export async function addVersion(
  prisma: Prisma,
  tenantGuid: string,
  current: PolicyRow,
  next: NewVersion,
  at: Date,
): Promise<boolean> {
  const version = current.version + 1;
  const { count } = await prisma.policy.updateMany({
    where: { tenantGuid, guid: current.guid, lastUpdateTs: current.lastUpdateTs, version: current.version },
    data: { name: next.name, nameKey: nameKey(next.name), version, lastUpdateTs: at },
  });
  if (count !== 1) return false;
  await prisma.policyVersion.create({
    data: { tenantGuid, policyGuid: current.guid, ...versionData(next, version, at) },
  });
  return true;
}

export async function deletePolicyRow(prisma: Prisma, tenantGuid: string, guid: string): Promise<void> {
  await prisma.policy.delete({ where: { tenantGuid_guid: { tenantGuid, guid } } });
}

const versionOf = (row: VersionRow): PolicyVersionOut => ({
  version: row.version,
  name: row.name,
  ...toContentOut(contentOfVersion(row)),
  changes: readStoredChanges(row.changes),
  ...(row.createdByName === null ? {} : { createdBy: row.createdByName }),
  createdAt: formatInstant(row.createdAt.getTime()),
});

/** Newest first. */
export async function listVersions(
  prisma: Prisma,
  tenantGuid: string,
  policyGuid: string,
  before: number | null,
  limit: number,
): Promise<readonly PolicyVersionOut[]> {
  const rows = await prisma.policyVersion.findMany({
    where: { tenantGuid, policyGuid, ...(before === null ? {} : { version: { lt: before } }) },
    orderBy: { version: 'desc' },
    take: limit,
  });
  return rows.map(versionOf);
}

export async function findVersion(
  prisma: Prisma,
  tenantGuid: string,
  policyGuid: string,
  version: number,
): Promise<(PolicyContent & { readonly name: string }) | null> {
  const row = await prisma.policyVersion.findFirst({ where: { tenantGuid, policyGuid, version } });
  return row === null ? null : { ...contentOfVersion(row), name: row.name };
}

export interface GlobalPolicy extends PolicyContent {
  readonly guid: string;
  readonly name: string;
  readonly version: number;
  readonly keys: ViolationKeys;
}

/** The global policies of an organization, for evaluation. */
export async function globalPolicies(sql: Sql, tenantGuid: string): Promise<readonly GlobalPolicy[]> {
  const { rows } = await sql.query<{
    guid: string;
    name: string;
    version: number;
    definition: unknown;
    doNotDisturb: unknown;
    keys: unknown;
  }>(
    `SELECT p.guid, p.name, p.version, v.definition, v.do_not_disturb AS "doNotDisturb", v.violation_keys AS keys
       FROM policy p JOIN policy_version v ON v.tenant_guid = p.tenant_guid AND v.policy_guid = p.guid AND v.version = p.version
      WHERE p.tenant_guid = $1::uuid ORDER BY p.guid`,
    [tenantGuid],
  );
  return rows.map(({ guid, name, version, keys, ...content }) => ({
    guid,
    name,
    version,
    keys: StoredKeys.parse(keys),
    ...contentOfVersion(content),
  }));
}

/** Names of the policies, and of the overrides on sentries, that name a zone. */
export async function listZoneUsages({ sql }: Tx, tenantGuid: string, zone: string): Promise<readonly string[]> {
  const { rows } = await sql.query<{ user: string }>(
    `SELECT p.name AS "user" FROM policy p JOIN policy_version v ON v.tenant_guid = p.tenant_guid AND v.policy_guid = p.guid AND v.version = p.version
      WHERE p.tenant_guid = $1::uuid AND v.definition::text LIKE '%' || $2 || '%'
     UNION
     SELECT p.name || ' on ' || s.name FROM policy_override o JOIN policy p ON p.tenant_guid = o.tenant_guid AND p.guid = o.policy_guid
       JOIN sentry s ON s.tenant_guid = o.tenant_guid AND s.guid = o.sentry_guid
      WHERE o.tenant_guid = $1::uuid AND s.removed_at IS NULL AND o.content::text LIKE '%' || $2 || '%' ORDER BY 1 LIMIT 10`,
    [tenantGuid, zone],
  );
  return rows.map(({ user }) => user);
}
