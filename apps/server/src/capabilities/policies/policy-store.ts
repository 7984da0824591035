/** The only file that reads and writes policies and their versions. */
import { DoNotDisturb, PolicyDefinition, type PolicyOut } from '@picket/contracts';
import { type DefaultPolicy, formatInstant, nameKey } from '@picket/domain';
import type { PolicyInForce } from '@picket/monitor';
import { newGuid, type Prisma, type Sql } from '../../platform/index.ts';

export interface PolicyRow {
  readonly guid: string;
  readonly name: string;
  readonly nameKey: string;
  readonly version: number;
  readonly lastUpdateTs: Date;
  readonly versions: readonly {
    readonly version: number;
    readonly definition: unknown;
    readonly doNotDisturb: unknown;
  }[];
}

export function policyOf(row: PolicyRow): PolicyOut {
  const current = row.versions.find(({ version }) => version === row.version);
  const doNotDisturb = current?.doNotDisturb ?? null;
  return {
    guid: row.guid,
    name: row.name,
    version: row.version,
    definition: PolicyDefinition.parse(current?.definition),
    ...(doNotDisturb === null ? {} : { doNotDisturb: DoNotDisturb.parse(doNotDisturb) }),
    last_update_ts: formatInstant(row.lastUpdateTs.getTime()),
  };
}

export const findPolicy = (prisma: Prisma, tenantGuid: string, guid: string): Promise<PolicyRow | null> =>
  prisma.policy.findFirst({ where: { tenantGuid, guid }, include: { versions: true } });

/** In the order of their names. */
export const listPolicies = (
  prisma: Prisma,
  tenantGuid: string,
  afterNameKey: string | null,
  limit: number,
): Promise<PolicyRow[]> =>
  prisma.policy.findMany({
    where: { tenantGuid, ...(afterNameKey === null ? {} : { nameKey: { gt: afterNameKey } }) },
    include: { versions: true },
    orderBy: { nameKey: 'asc' },
    take: limit,
  });

export async function insertPolicy(prisma: Prisma, tenantGuid: string, policy: DefaultPolicy, at: Date): Promise<void> {
  const { definition, doNotDisturb } = policy;
  await prisma.policy.create({
    data: {
      guid: newGuid(),
      tenantGuid,
      name: policy.name,
      nameKey: nameKey(policy.name),
      version: 1,
      createdAt: at,
      lastUpdateTs: at,
      versions: {
        create: {
          version: 1,
          // Plain data both; the copy sheds their readonly.
          definition: structuredClone(definition) as object,
          ...(doNotDisturb === undefined ? {} : { doNotDisturb: structuredClone(doNotDisturb) as object }),
          createdAt: at,
        },
      },
    },
  });
}

/** What the monitor evaluates for an organisation. */
export async function policiesInForce(sql: Sql, tenantGuid: string): Promise<readonly PolicyInForce[]> {
  const { rows } = await sql.query<{ guid: string; name: string; version: number; definition: unknown }>(
    `SELECT p.guid, p.name, p.version, v.definition
       FROM policy p JOIN policy_version v ON v.policy_guid = p.guid AND v.version = p.version
      WHERE p.tenant_guid = $1 ORDER BY p.guid`,
    [tenantGuid],
  );
  return rows.map((row) => ({ ...row, definition: PolicyDefinition.parse(row.definition) }));
}
