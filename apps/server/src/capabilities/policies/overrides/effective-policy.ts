/** What is in force on one sentry, and why. */
import { DoNotDisturb, PolicyDefinition, StoredOverride } from '@picket/contracts/policies';
import type { EffectivePolicyOut } from '@picket/contracts/types';
import { policyInForce } from '@picket/domain/policy-merge';
import { formatInstant, type Millis } from '@picket/domain/time';
import { contentOf, type PolicyRow } from '../policy-store.ts';
import type { OverrideRow } from './override-store.ts';

/** `changedAt`: when its override was last set or removed. One that is gone has a version as well: who read it before does not set it again unseen. */
export function toEffectivePolicy(
  sentry: string,
  policy: PolicyRow,
  row: OverrideRow | null,
  changedAt: Millis = 0,
): EffectivePolicyOut {
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
    last_update_ts: formatInstant(Math.max(policy.lastUpdateTs.getTime(), row?.lastUpdateTs.getTime() ?? 0, changedAt)),
  };
}
