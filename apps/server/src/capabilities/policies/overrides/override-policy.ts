/** Sets or removes the override of one sentry: a patch or a pinned copy. */
import type { ParsedBody } from '@picket/contracts/endpoints';
import type { EffectivePolicyOut, SavedOverrideOut } from '@picket/contracts/types';
import type { PolicyContent } from '@picket/domain/policies';
import { type PolicyOverride, policyInForce } from '@picket/domain/policy-merge';
import { violationKeys } from '@picket/domain/violation-keys';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { administeredSentry } from '../../sentries/index.ts';
import { describeEdit } from '../changes/describe-edit.ts';
import { lastOverrideChange } from '../changes/policy-change-store.ts';
import { warningsFor, warningsOut } from '../check-warnings.ts';
import { requirePolicy } from '../get-policy.ts';
import { checkOverride } from '../policy-checks.ts';
import type { PolicyPorts } from '../policy-ports.ts';
import { contentOf, keysOf } from '../policy-store.ts';
import { toEffectivePolicy } from './effective-policy.ts';
import { getSentryPolicy } from './get-sentry-policy.ts';
import { deleteOverride, findOverride, putOverride } from './override-store.ts';
import { recordOverride } from './record-override.ts';

/** The warnings of an override, against what is in force on the sentry now; none for its removal. */
async function overrideWarnings(
  ctx: Ctx<UserActor>,
  sentryGuid: string,
  policyGuid: string,
  input: PolicyOverride | null,
  ports: PolicyPorts,
) {
  if (input === null) return [];
  const { tenant } = ctx.actor;
  const global = contentOf(await requirePolicy(ctx, ctx.db, policyGuid));
  const current = await findOverride(ctx.db.prisma, tenant, sentryGuid, policyGuid);
  const [now, then] = [policyInForce(global, current?.override ?? null), policyInForce(global, input)];
  return warningsFor(ctx.db.console, tenant, now, then, { policy: policyGuid, sentry: sentryGuid }, ports);
}

/**
 * Sets the override of a sentry, or removes it with null. `confirmed`: a person was shown the warnings and saves anyway. `isRestored`: it was
 * in force before.
 */
export async function overridePolicy(
  ctx: Ctx<UserActor>,
  sentryGuid: string,
  policyGuid: string,
  input: ParsedBody<'PUT /sentries/{guid}/policies/{policyGuid}'> | null,
  check: (current: EffectivePolicyOut) => void,
  ports: PolicyPorts,
  { confirmed = false, isRestored = false }: { readonly confirmed?: boolean | undefined; isRestored?: boolean } = {},
): Promise<SavedOverrideOut> {
  const sentry = await administeredSentry(ctx, sentryGuid);
  const warnings = await overrideWarnings(ctx, sentryGuid, policyGuid, input, ports);
  await ctx.db.inTx(async (tx) => {
    const { tenant } = ctx.actor;
    // First, since it serializes edits: what is read below stays true.
    await ports.configChanged(tx, { tenant, sentries: [sentryGuid] });
    const policy = await requirePolicy(ctx, tx, policyGuid);
    const current = await findOverride(tx.prisma, tenant, sentryGuid, policyGuid);
    const changedAt = (await lastOverrideChange(tx.sql, tenant, sentryGuid, policyGuid)) ?? 0;
    check(toEffectivePolicy(sentryGuid, policy, current, changedAt));
    const global = contentOf(policy);
    const place = { tenant, location: sentry.locationGuid };
    if (input !== null) await checkOverride(tx.sql, place, global, input, isRestored);
    const before = policyInForce(global, current?.override ?? null);
    const after = policyInForce(global, input);
    const isSame = JSON.stringify(current?.override ?? null) === JSON.stringify(input);
    if (isSame) return;
    const key = { sentryGuid, policyGuid };
    const at = new Date(Math.max(ctx.clock.now(), (current?.lastUpdateTs.getTime() ?? 0) + 1, changedAt + 1));
    if (input === null) await deleteOverride(tx.prisma, tenant, key);
    else {
      const known = current?.override.ignoreGlobalPolicyChanges === true ? current.keys : keysOf(policy);
      const keys = violationKeys(before.definition.violations, known, after.definition.violations, '(here)');
      await putOverride(tx.prisma, tenant, key, input, keys, ctx.actor.name, at);
    }
    const named = (content: PolicyContent) => ({ ...content, name: policy.name });
    const edit = {
      sentry: { ...sentry, guid: sentryGuid },
      policy,
      before: current?.override ?? null,
      after: input,
      changes: await describeEdit(tx.sql, tenant, named(before), named(after)),
      at: at.getTime(),
    };
    await recordOverride(ctx, tx, ports, edit, { warnings, confirmed });
  });
  ctx.pubSub.notify();
  return { ...(await getSentryPolicy(ctx, sentryGuid, policyGuid)), warnings: warningsOut(warnings) };
}
