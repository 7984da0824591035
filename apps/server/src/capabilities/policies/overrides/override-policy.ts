/** Sets or removes the override of one sentry: a patch or a pinned copy. */
import type { ParsedBody } from '@picket/contracts/endpoints';
import type { EffectivePolicyOut } from '@picket/contracts/types';
import { changeText, type PolicyChange, policyChanges, violationKeys } from '@picket/domain/policy-changes';
import { type PolicyOverride, policyInForce } from '@picket/domain/policy-merge';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { administeredSentry } from '../../sentries/index.ts';
import { requirePolicy } from '../get-policy.ts';
import { checkOverride } from '../policy-checks.ts';
import type { PolicyPorts } from '../policy-ports.ts';
import { contentOf, keysOf } from '../policy-store.ts';
import { toEffectivePolicy } from './effective-policy.ts';
import { getSentryPolicy } from './get-sentry-policy.ts';
import { deleteOverride, findOverride, putOverride } from './override-store.ts';

/** An override as an edit can be reverted to. */
export interface StoredOverrideContent {
  readonly kind: 'OVERRIDE';
  readonly override: PolicyOverride | null;
}

/** Sets the override of a sentry, or removes it with null. */
export async function overridePolicy(
  ctx: Ctx<UserActor>,
  sentryGuid: string,
  policyGuid: string,
  input: ParsedBody<'PUT /sentries/{guid}/policies/{policyGuid}'> | null,
  check: (current: EffectivePolicyOut) => void,
  ports: PolicyPorts,
): Promise<EffectivePolicyOut> {
  const sentry = await administeredSentry(ctx, sentryGuid);
  await ctx.db.inTx(async (tx) => {
    const { tenant, name } = ctx.actor;
    // First, since it serializes edits: what is read below stays true.
    await ports.configChanged(tx, { tenant, sentries: [sentryGuid] });
    const policy = await requirePolicy(ctx, tx, policyGuid);
    const current = await findOverride(tx.prisma, sentryGuid, policyGuid);
    check(toEffectivePolicy(sentryGuid, policy, current));
    const global = contentOf(policy);
    if (input !== null) await checkOverride(tx.sql, { tenant, location: sentry.locationGuid }, global, input);
    const before = policyInForce(global, current?.override ?? null);
    const after = policyInForce(global, input);
    const isSame = JSON.stringify(current?.override ?? null) === JSON.stringify(input);
    if (isSame) return;
    const key = { sentryGuid, policyGuid };
    const at = new Date(Math.max(ctx.clock.now(), (current?.lastUpdateTs.getTime() ?? 0) + 1));
    if (input === null) await deleteOverride(tx.prisma, key);
    else {
      const known = current?.override.ignoreGlobalPolicyChanges === true ? current.keys : keysOf(policy);
      const keys = violationKeys(before.definition.violations, known, after.definition.violations, '(here)');
      await putOverride(tx.prisma, key, input, keys, ctx.actor.name, at);
    }
    const code = input === null ? 'SYNCING_WITH_GLOBAL' : 'OVERRIDE_IN_EFFECT';
    const changes: readonly PolicyChange[] = [
      { code, subject: sentry.name, fields: [] },
      ...policyChanges(before, after),
    ];
    const content = (override: PolicyOverride | null): StoredOverrideContent => ({ kind: 'OVERRIDE', override });
    await ports.policyEdited(tx, {
      tenant,
      location: sentry.locationGuid,
      sentry: sentryGuid,
      policy: policyGuid,
      title: policy.name,
      by: name,
      at: ctx.clock.now(),
      changes,
      before: content(current?.override ?? null),
      after: content(input),
    });
    await audit(ctx, tx, {
      action: input === null ? 'OVERRIDE_REMOVED' : 'OVERRIDE_SET',
      target: { kind: 'sentry', guid: sentryGuid, name: sentry.name },
      before: { policy: policy.name, override: current?.override ?? null },
      after: { policy: policy.name, override: input, changes: changes.map(changeText) },
    });
  });
  ctx.pubSub.notify();
  return getSentryPolicy(ctx, sentryGuid, policyGuid);
}
