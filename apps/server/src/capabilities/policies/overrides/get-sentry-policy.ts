import type { EffectivePolicyOut } from '@picket/contracts/types';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { visibleSentry } from '../../sentries/index.ts';
import { lastOverrideChange } from '../changes/policy-change-store.ts';
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
  const { tenant } = ctx.actor;
  const changedAt = await lastOverrideChange(ctx.db.console, tenant, sentry, policyGuid);
  const override = await findOverride(ctx.db.prisma, tenant, sentry, policyGuid);
  return toEffectivePolicy(sentry, policy, override, changedAt ?? undefined);
}
