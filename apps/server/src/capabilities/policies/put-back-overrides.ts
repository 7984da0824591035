/** The overrides of a policy as they were at an earlier instant. */
import type { PolicyOverride } from '@picket/domain/policy-merge';
import { policyInForce } from '@picket/domain/policy-merge';
import { violationKeys } from '@picket/domain/violation-keys';
import type { Tx } from '../../platform/db/database.ts';
import type { OperatorActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { describeEdit } from './changes/describe-edit.ts';
import { deleteOverride, findOverride, overridesOfPolicy, putOverride } from './overrides/override-store.ts';
import { recordOverride } from './overrides/record-override.ts';
import type { NamedOverride } from './past-policy-store.ts';
import type { PolicyPorts } from './policy-ports.ts';
import { contentOf, findPolicy, keysOf } from './policy-store.ts';

interface OverrideChange {
  readonly sentry: { readonly guid: string; readonly name: string; readonly locationGuid: string };
  /** null: none. */
  readonly before: PolicyOverride | null;
  readonly after: PolicyOverride | null;
}

/** More sentries than any organization has. */
const MAX_OVERRIDES = 100_000;

/**
 * What makes the overrides those of then. `all`: of then, `kept`: those that can be put back; the others stay as they are now.
 * `locations`: of the sentries that are there.
 */
export async function overrideChanges(
  { prisma }: Tx,
  tenant: string,
  policy: string,
  { all, kept }: { readonly all: readonly NamedOverride[]; readonly kept: readonly NamedOverride[] },
  locations: ReadonlyMap<string, string>,
): Promise<readonly OverrideChange[]> {
  const now = await overridesOfPolicy(prisma, tenant, policy, 'all', null, MAX_OVERRIDES);
  const current = new Map(now.map(({ sentry, override }) => [sentry.guid, override]));
  const set = kept.flatMap(({ sentry: guid, sentryName: name, override: after }) => {
    const before = current.get(guid) ?? null;
    const sentry = { guid, name, locationGuid: locations.get(guid) ?? '' };
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ sentry, before, after }];
  });
  const then = new Set(all.map(({ sentry }) => sentry));
  const removed = now
    .filter(({ sentry }) => !then.has(sentry.guid))
    .map(({ sentry, location, override }) => ({
      sentry: { ...sentry, locationGuid: location.guid },
      before: override,
      after: null,
    }));
  return [...set, ...removed];
}

/** The same as an edit of each: with a policy-change alert, audited. The policy is as it was then already. */
export async function putOverrideBack(
  ctx: Ctx<OperatorActor>,
  tx: Tx,
  policyGuid: string,
  { sentry, before, after }: OverrideChange,
  ports: PolicyPorts,
): Promise<void> {
  const { tenant } = ctx.actor;
  await ports.configChanged(tx, { tenant, sentries: [sentry.guid] });
  const policy = await findPolicy(tx.prisma, tenant, policyGuid);
  if (policy === null) throw new RangeError(`policy ${policyGuid} is not there`);
  const current = await findOverride(tx.prisma, tenant, sentry.guid, policyGuid);
  const global = contentOf(policy);
  const [now, then] = [policyInForce(global, before), policyInForce(global, after)];
  const key = { sentryGuid: sentry.guid, policyGuid };
  const at = new Date(Math.max(ctx.clock.now(), (current?.lastUpdateTs.getTime() ?? 0) + 1));
  if (after === null) await deleteOverride(tx.prisma, tenant, key);
  else {
    const known = current?.override.ignoreGlobalPolicyChanges === true ? current.keys : keysOf(policy);
    const keys = violationKeys(now.definition.violations, known, then.definition.violations, '(here)');
    await putOverride(tx.prisma, tenant, key, after, keys, ctx.actor.name, at);
  }
  const { name } = policy;
  const changes = await describeEdit(tx.sql, tenant, { ...now, name }, { ...then, name });
  await recordOverride(
    ctx,
    tx,
    ports,
    { sentry, policy, before, after, changes, at: at.getTime() },
    { warnings: [], confirmed: false },
  );
}
