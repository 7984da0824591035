/** All organizations with their video and its cost: for the admin tenant's administrators. */
import type { TenantVideoOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../../platform/http/pages.ts';
import { listVideoOfTenantsAllTenants, type TenantVideoRow } from './tenant-video-store.ts';

const GB = 1_000_000_000;

export async function listTenantVideo(
  ctx: Ctx<UserActor>,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<TenantVideoOut>> {
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const now = new Date(ctx.clock.now());
  const rows = await listVideoOfTenantsAllTenants(ctx.db.acrossTenants.console, after, query.limit + 1, now);
  const price = ctx.config.clips.gigabytePrice;
  return toPage(
    rows,
    query.limit,
    (row) => ({
      ...toTenantVideo(row),
      ...(price === null ? {} : { monthlyCost: { amount: (row.bytes / GB) * price.amount, currency: price.currency } }),
    }),
    ({ nameKey }) => [nameKey],
  );
}

const toTenantVideo = ({ tenant, name, nameKey: _nameKey, oldestAt, ...row }: TenantVideoRow): TenantVideoOut => ({
  tenant: { guid: tenant, name },
  ...row,
  ...(oldestAt === null ? {} : { oldestAt: formatInstant(oldestAt.getTime()) }),
});
