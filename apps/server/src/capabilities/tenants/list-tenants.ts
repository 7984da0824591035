import type { TenantOut } from '@picket/contracts/types';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { requireTenant, tenantOf, toTenantOut } from './tenant-out.ts';
import { countSentries, listTenantsAllTenants } from './tenant-store.ts';

/** All tenants, ordered by name. */
export async function listTenants(
  ctx: Ctx<UserActor>,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<TenantOut>> {
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const rows = await listTenantsAllTenants(ctx.db.acrossTenants.prisma, after, query.limit + 1);
  const sentries = await countSentries(
    ctx.db.acrossTenants.console,
    rows.map(({ guid }) => guid),
  );
  return toPage(
    rows,
    query.limit,
    (row) => tenantOf(row, sentries.get(row.guid) ?? 0),
    (row) => [row.nameKey],
  );
}

/** One tenant. Throws a 404. */
export async function getTenant(ctx: Ctx<UserActor>, guid: string): Promise<TenantOut> {
  const db = ctx.db.ofTenant(guid);
  return toTenantOut(db.console, await requireTenant(db, guid));
}
