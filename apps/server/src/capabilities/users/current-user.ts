/** Loads a user that must exist. */
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { UserRow } from './user-row.ts';
import { findUserOfTenant } from './user-store.ts';

/** The account of the signed-in user. */
export async function currentUser(ctx: Ctx<UserActor>, prisma = ctx.db.prisma): Promise<UserRow> {
  const user = await findUserOfTenant(prisma, ctx.actor.tenant, ctx.actor.guid);
  if (user === null) throw new AppError('unauthenticated');
  return user;
}

/** The user, if they belong to the tenant of the caller. Throws a 404. */
export async function requireTenantUser(ctx: Ctx<UserActor>, guid: string, prisma = ctx.db.prisma): Promise<UserRow> {
  const row = await findUserOfTenant(prisma, ctx.actor.tenant, guid);
  if (row === null) throw new AppError('notFound');
  return row;
}
