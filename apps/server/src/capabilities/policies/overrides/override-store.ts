/** The only file that reads and writes overrides. */
import { StoredOverride } from '@picket/contracts/policies';
import type { PolicyOverride } from '@picket/domain/policy-merge';
import type { ViolationKeys } from '@picket/domain/violation-keys';
import type { Prisma, Sql } from '../../../platform/db/database.ts';
import { StoredKeys, toPlainObject } from '../policy-store.ts';

export interface OverrideRow {
  readonly sentryGuid: string;
  readonly policyGuid: string;
  readonly override: PolicyOverride;
  readonly keys: ViolationKeys;
  readonly changedBy: string | null;
  readonly lastUpdateTs: Date;
}

const overrideRow = (
  row: Omit<OverrideRow, 'override' | 'keys'> & { readonly content: unknown; readonly violationKeys: unknown },
): OverrideRow => ({
  keys: StoredKeys.parse(row.violationKeys),
  sentryGuid: row.sentryGuid,
  policyGuid: row.policyGuid,
  override: StoredOverride.parse(row.content),
  changedBy: row.changedBy,
  lastUpdateTs: row.lastUpdateTs,
});

export async function findOverride(
  prisma: Prisma,
  tenantGuid: string,
  sentryGuid: string,
  policyGuid: string,
): Promise<OverrideRow | null> {
  const row = await prisma.policyOverride.findFirst({ where: { tenantGuid, sentryGuid, policyGuid } });
  return row === null ? null : overrideRow(row);
}

export async function overridesOfSentry(
  prisma: Prisma,
  tenantGuid: string,
  sentryGuid: string,
): Promise<readonly OverrideRow[]> {
  const rows = await prisma.policyOverride.findMany({ where: { tenantGuid, sentryGuid } });
  return rows.map(overrideRow);
}

export interface PlacedOverride extends OverrideRow {
  readonly sentry: { readonly guid: string; readonly name: string };
  readonly location: { readonly guid: string; readonly name: string };
}

/** Where a policy is overridden, at the locations a user may view, in order of sentry guid. */
export async function overridesOfPolicy(
  prisma: Prisma,
  tenantGuid: string,
  policyGuid: string,
  visible: 'all' | readonly string[],
  afterSentry: string | null,
  limit: number,
): Promise<readonly PlacedOverride[]> {
  const rows = await prisma.policyOverride.findMany({
    where: {
      tenantGuid,
      policyGuid,
      ...(afterSentry === null ? {} : { sentryGuid: { gt: afterSentry } }),
      sentry: { removedAt: null, ...(visible === 'all' ? {} : { locationGuid: { in: [...visible] } }) },
    },
    include: { sentry: { include: { location: true } } },
    orderBy: { sentryGuid: 'asc' },
    take: limit,
  });
  return rows.map((row) => ({
    ...overrideRow(row),
    sentry: { guid: row.sentry.guid, name: row.sentry.name },
    location: { guid: row.sentry.location.guid, name: row.sentry.location.name },
  }));
}

/** Throws if the sentry or the policy is not one of this organization's. */
export async function putOverride(
  prisma: Prisma,
  tenantGuid: string,
  key: { readonly sentryGuid: string; readonly policyGuid: string },
  override: PolicyOverride,
  keys: ViolationKeys,
  by: string,
  at: Date,
): Promise<void> {
  const data = {
    content: toPlainObject(override),
    violationKeys: toPlainObject(keys),
    changedBy: by,
    lastUpdateTs: at,
  };
  await prisma.policyOverride.upsert({
    where: { tenantGuid_sentryGuid_policyGuid: { tenantGuid, ...key } },
    create: { ...data, tenantGuid, ...key, createdAt: at },
    update: data,
  });
}

export async function deleteOverride(
  prisma: Prisma,
  tenantGuid: string,
  key: { readonly sentryGuid: string; readonly policyGuid: string },
): Promise<void> {
  await prisma.policyOverride.deleteMany({ where: { tenantGuid, ...key } });
}

export interface TenantOverride {
  readonly sentry: string;
  readonly policy: string;
  readonly override: PolicyOverride;
  readonly keys: ViolationKeys;
}

/** All overrides of an organization, for evaluation. */
export async function overridesOfTenant(sql: Sql, tenantGuid: string): Promise<readonly TenantOverride[]> {
  const { rows } = await sql.query<{ sentry: string; policy: string; content: unknown; keys: unknown }>(
    `SELECT o.sentry_guid AS sentry, o.policy_guid AS policy, o.content, o.violation_keys AS keys
       FROM policy_override o WHERE o.tenant_guid = $1::uuid`,
    [tenantGuid],
  );
  return rows.map(({ content, keys, ...row }) => ({
    ...row,
    override: StoredOverride.parse(content),
    keys: StoredKeys.parse(keys),
  }));
}
