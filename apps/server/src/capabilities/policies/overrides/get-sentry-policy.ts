import type { EffectivePolicyOut } from '@picket/contracts/types';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { visibleSentry } from '../../sentries/index.ts';
import { requirePolicy } from '../get-policy.ts';
import { toEffectivePolicy } from './effective-policy.ts';
import { findOverride } from './override-store.ts';

export async function getSentryPolicy(
  ctx: Ctx<UserActor>,
  sentry: string,
  policyGuid: string,
): Promise<EffectivePolicyOut> {
  await visibleSentry(ctx, sentry);
  const policy = await requirePolicy(ctx, ctx.db, policyGuid);
  return toEffectivePolicy(sentry, policy, await findOverride(ctx.db.prisma, ctx.actor.tenant, sentry, policyGuid));
}
