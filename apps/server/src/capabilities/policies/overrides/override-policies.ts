/** Overrides of one sentry: a patch or a pinned copy, and the value in force with its reason. */
import type { EffectivePolicyOut, OverrideOut, ParsedBody } from '@picket/contracts';
import { DoNotDisturb, PolicyDefinition, StoredOverride } from '@picket/contracts';
import {
  changeText,
  formatInstant,
  type PolicyChange,
  type PolicyOverride,
  policyChanges,
  policyInForce,
  violationKeys,
  visibleLocations,
} from '@picket/domain';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../../platform/http/pages.ts';
import { audit } from '../../audit/index.ts';
import { administeredSentry, visibleSentry } from '../../sentries/index.ts';
import { type PolicyPorts, requirePolicy } from '../edit-policies.ts';
import { hiddenPolicies } from '../hidden-policies.ts';
import { checkOverride } from '../policy-checks.ts';
import { contentOf, keysOf, listPolicies, type PolicyRow } from '../policy-store.ts';
import {
  deleteOverride,
  findOverride,
  type OverrideRow,
  overridesOfPolicy,
  overridesOfSentry,
  putOverride,
} from './override-store.ts';

/** An override as an edit can be reverted to. */
export interface StoredOverrideContent {
  readonly kind: 'OVERRIDE';
  readonly override: PolicyOverride | null;
}

function toEffectivePolicy(sentry: string, policy: PolicyRow, row: OverrideRow | null): EffectivePolicyOut {
  const { definition, doNotDisturb, reason, overridden, dormant } = policyInForce(
    contentOf(policy),
    row?.override ?? null,
  );
  return {
    policy: { guid: policy.guid, name: policy.name, version: policy.version },
    sentry,
    definition: PolicyDefinition.parse(definition),
    ...(doNotDisturb === null ? {} : { doNotDisturb: DoNotDisturb.parse(doNotDisturb) }),
    ignoreGlobalPolicyChanges: reason === 'PINNED',
    reason,
    overridden: [...overridden],
    dormant: [...dormant],
    ...(row === null ? {} : { override: StoredOverride.parse(row.override) }),
    last_update_ts: formatInstant(Math.max(policy.lastUpdateTs.getTime(), row?.lastUpdateTs.getTime() ?? 0)),
  };
}

export async function listSentryPolicies(
  ctx: Ctx<UserActor>,
  sentry: string,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<EffectivePolicyOut>> {
  await visibleSentry(ctx, sentry);
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const hidden = await hiddenPolicies(ctx);
  const policies = await listPolicies(ctx.db.prisma, ctx.actor.tenant, hidden, after, query.limit + 1);
  const overrides = new Map((await overridesOfSentry(ctx.db.prisma, sentry)).map((row) => [row.policyGuid, row]));
  return toPage(
    policies,
    query.limit,
    (policy) => toEffectivePolicy(sentry, policy, overrides.get(policy.guid) ?? null),
    (policy) => [policy.nameKey],
  );
}

export async function getSentryPolicy(
  ctx: Ctx<UserActor>,
  sentry: string,
  policyGuid: string,
): Promise<EffectivePolicyOut> {
  await visibleSentry(ctx, sentry);
  const policy = await requirePolicy(ctx, ctx.db, policyGuid);
  return toEffectivePolicy(sentry, policy, await findOverride(ctx.db.prisma, sentry, policyGuid));
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

export async function listOverrides(
  ctx: Ctx<UserActor>,
  policyGuid: string,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<OverrideOut>> {
  await requirePolicy(ctx, ctx.db, policyGuid);
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  if (after !== null && !/^[0-9a-f-]{36}$/u.test(after)) throw new AppError('validation');
  const visible = visibleLocations(ctx.actor.permissions);
  const rows = await overridesOfPolicy(ctx.db.prisma, policyGuid, visible, after, query.limit + 1);
  return toPage(
    rows,
    query.limit,
    ({ sentry, location, override, changedBy, lastUpdateTs }) => ({
      sentry,
      location,
      ignoreGlobalPolicyChanges: override.ignoreGlobalPolicyChanges,
      override: StoredOverride.parse(override),
      ...(changedBy === null ? {} : { by: changedBy }),
      last_update_ts: formatInstant(lastUpdateTs.getTime()),
    }),
    (row) => [row.sentryGuid],
  );
}
