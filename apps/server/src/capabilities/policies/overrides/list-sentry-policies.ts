import type { EffectivePolicyOut } from '@picket/contracts/types';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../../platform/http/pages.ts';
import { visibleSentry } from '../../sentries/index.ts';
import { lastOverrideChanges } from '../changes/policy-change-store.ts';
import { hiddenPolicies } from '../hidden-policies.ts';
import { listPolicies } from '../policy-store.ts';
import { toEffectivePolicy } from './effective-policy.ts';
import { overridesOfSentry } from './override-store.ts';

export async function listSentryPolicies(
  ctx: Ctx<UserActor>,
  sentry: string,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<EffectivePolicyOut>> {
  await visibleSentry(ctx, sentry);
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const hidden = await hiddenPolicies(ctx);
  const policies = await listPolicies(ctx.db.prisma, ctx.actor.tenant, hidden, after, query.limit + 1);
  const overrides = new Map(
    (await overridesOfSentry(ctx.db.prisma, ctx.actor.tenant, sentry)).map((row) => [row.policyGuid, row]),
  );
  const changes = await lastOverrideChanges(ctx.db.console, ctx.actor.tenant, sentry);
  return toPage(
    policies,
    query.limit,
    (policy) => toEffectivePolicy(sentry, policy, overrides.get(policy.guid) ?? null, changes.get(policy.guid)),
    (policy) => [policy.nameKey],
  );
}
