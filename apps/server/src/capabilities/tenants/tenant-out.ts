/** A tenant as the administrators of the admin tenant see it. */
import type { TenantOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { countSentries, findTenant, type TenantRow } from './tenant-store.ts';

export const tenantOf = (row: TenantRow, sentries: number): TenantOut => ({
  guid: row.guid,
  name: row.name,
  isAdminTenant: row.isAdminTenant,
  demo: row.demo,
  businessStatus: row.businessStatus,
  suspended: row.suspended,
  users: row._count.users,
  locations: row._count.locations,
  sentries,
  createdAt: formatInstant(row.createdAt.getTime()),
  last_update_ts: formatInstant(row.lastUpdateTs.getTime()),
});

export async function toTenantOut(sql: Sql, row: TenantRow): Promise<TenantOut> {
  return tenantOf(row, (await countSentries(sql, [row.guid])).get(row.guid) ?? 0);
}

export async function requireTenant({ prisma }: Pick<Ctx['db'], 'prisma'>, guid: string): Promise<TenantRow> {
  const row = await findTenant(prisma, guid);
  if (row === null) throw new AppError('notFound');
  return row;
}
