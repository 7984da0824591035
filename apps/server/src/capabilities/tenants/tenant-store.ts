/** The only file that reads and writes tenants. */
import type { BusinessStatus } from '@picket/domain/tenants';
import type { Prisma, Sql } from '../../platform/db/database.ts';

export interface TenantRow {
  readonly guid: string;
  readonly name: string;
  readonly nameKey: string;
  readonly isAdminTenant: boolean;
  readonly demo: boolean;
  readonly businessStatus: BusinessStatus;
  readonly suspended: boolean;
  readonly requireMfa: boolean;
  readonly createdAt: Date;
  readonly lastUpdateTs: Date;
  readonly _count: { readonly users: number; readonly locations: number };
}

const COUNTED = { _count: { select: { users: true, locations: true } } } as const;

export const findTenant = (prisma: Prisma, guid: string): Promise<TenantRow | null> =>
  prisma.tenant.findUnique({ where: { guid }, include: COUNTED });

/** Gives a tenant another name. */
export async function renameTenant(
  prisma: Prisma,
  guid: string,
  name: Pick<TenantRow, 'name' | 'nameKey'>,
  at: Date,
): Promise<void> {
  await prisma.tenant.update({ where: { guid }, data: { ...name, lastUpdateTs: at } });
}

/** All tenants, ordered by name. */
export const listTenantsAllTenants = (prisma: Prisma, after: string | null, limit: number): Promise<TenantRow[]> =>
  prisma.tenant.findMany({
    where: after === null ? {} : { nameKey: { gt: after } },
    include: COUNTED,
    orderBy: { nameKey: 'asc' },
    take: limit,
  });

/** The number of sentries of each tenant. */
export async function countSentries(sql: Sql, tenants: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql.query<{ tenant: string; count: number }>(
    `SELECT tenant_guid AS tenant, count(*)::int AS count FROM sentry
     WHERE tenant_guid = ANY($1::uuid[]) AND removed_at IS NULL GROUP BY tenant_guid`,
    [tenants],
  );
  return new Map(rows.map(({ tenant, count }) => [tenant, count]));
}

export interface NewTenantRow {
  readonly guid: string;
  readonly name: string;
  readonly nameKey: string;
  readonly isAdminTenant: boolean;
  readonly demo: boolean;
  readonly businessStatus: BusinessStatus;
  readonly at: Date;
}

export async function insertTenant(prisma: Prisma, { at, ...tenant }: NewTenantRow): Promise<void> {
  await prisma.tenant.create({ data: { ...tenant, createdAt: at, lastUpdateTs: at } });
}

export interface TenantChanges {
  readonly name?: string;
  readonly nameKey?: string;
  readonly demo?: boolean;
  readonly businessStatus?: BusinessStatus;
  readonly suspended?: boolean;
  readonly requireMfa?: boolean;
}

/** Changes a tenant; false if it was changed since it was read. */
export async function updateTenant(
  prisma: Prisma,
  current: Pick<TenantRow, 'guid' | 'lastUpdateTs'>,
  changes: TenantChanges,
  at: Date,
): Promise<boolean> {
  const { count } = await prisma.tenant.updateMany({
    where: { guid: current.guid, lastUpdateTs: current.lastUpdateTs },
    data: { ...changes, lastUpdateTs: at },
  });
  return count === 1;
}

/**
 * Serializes edits of what an organization watches, until the transaction ends: what is read after it stays true. First in the
 * transaction, since an edit that checked something before it waited has checked what may be gone.
 */
export async function lockEdits(sql: Sql, tenant: string): Promise<void> {
  await sql.query('SELECT 1 FROM tenant WHERE guid = $1::uuid FOR NO KEY UPDATE', [tenant]);
}

/** Serializes changes to demo tenants; returns how many there are, except one. */
export async function lockDemoTenants(sql: Sql, except: string | null): Promise<number> {
  await sql.query(`SELECT guid FROM tenant WHERE is_admin_tenant FOR NO KEY UPDATE`);
  // A statement of its own: it sees what the transaction waited for has committed.
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM tenant WHERE demo AND ($1::uuid IS NULL OR guid <> $1::uuid)`,
    [except],
  );
  return rows[0]?.count ?? 0;
}
