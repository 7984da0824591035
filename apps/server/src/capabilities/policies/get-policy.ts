import type { PolicyOut } from '@picket/contracts/types';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { hiddenPolicies } from './hidden-policies.ts';
import { findPolicy, type PolicyRow, toPolicy } from './policy-store.ts';

export const getPolicy = async (ctx: Ctx<UserActor>, guid: string): Promise<PolicyOut> =>
  toPolicy(await requirePolicy(ctx, ctx.db, guid));

/** The policy, or a 404, also when it is bound to locations the user may not view. */
export async function requirePolicy(
  ctx: Ctx<UserActor>,
  { prisma }: Pick<Tx, 'prisma'>,
  guid: string,
): Promise<PolicyRow> {
  const row = await findPolicy(prisma, ctx.actor.tenant, guid);
  if (row === null || (await hiddenPolicies(ctx)).includes(guid)) throw new AppError('notFound');
  return row;
}
