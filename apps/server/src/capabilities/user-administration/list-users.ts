import type { ParsedQuery } from '@picket/contracts/endpoints';
import type { UserOut } from '@picket/contracts/types';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { listInvitationExpiries } from '../auth/index.ts';
import { listUsersOfTenant, requireTenantUser } from '../users/index.ts';
import { toUser, toUserOut } from './user-out.ts';

/** One user of the tenant. Throws a 404. */
export const getUser = async (ctx: Ctx<UserActor>, guid: string): Promise<UserOut> =>
  toUserOut(ctx, ctx.db.prisma, await requireTenantUser(ctx, guid));

/** The users of the tenant, ordered by address. */
export async function listUsers(ctx: Ctx<UserActor>, query: ParsedQuery<'GET /users'>): Promise<Page<UserOut>> {
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const { prisma } = ctx.db;
  const rows = await listUsersOfTenant(prisma, ctx.actor.tenant, query.search ?? '', after, query.limit + 1);
  const guids = rows.map(({ guid }) => guid);
  const invited = await listInvitationExpiries(prisma, ctx.actor.tenant, guids, new Date(ctx.clock.now()));
  return toPage(
    rows,
    query.limit,
    (row) => toUser(row, invited.get(row.guid)),
    (row) => [row.email],
  );
}
