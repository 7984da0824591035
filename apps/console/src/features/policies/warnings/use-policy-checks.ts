/** What a draft makes of its violations, against what was read and raised lately. Known at once while typing: the check is pure. */
import type { PolicyContent } from '@picket/domain/policies';
import {
  metricsOf,
  NO_EVIDENCE,
  type PolicyWarning,
  policyWarnings,
  type ReadValues,
} from '@picket/domain/policy-warnings';
import { useMemo } from 'react';
import { useApi } from '../../../lib/api.ts';

export interface PolicyChecks {
  /** Of what has been loaded so far. */
  readonly warnings: readonly PolicyWarning[];
  /** The same once the evidence has arrived; without it, where it cannot be loaded. */
  readonly loadWarnings: () => Promise<readonly PolicyWarning[]>;
  /** What was read in the last 30 days. */
  readonly read: readonly ReadValues[];
}

export interface CheckedDraft {
  /** null: a new policy. */
  readonly policy: string | null;
  /** null: all sentries. */
  readonly sentry: string | null;
  readonly inForce: PolicyContent | null;
  readonly draft: PolicyContent;
}

export function usePolicyChecks({ policy, sentry, inForce, draft }: CheckedDraft): PolicyChecks {
  const metrics = [...new Set([inForce, draft].flatMap((one) => (one === null ? [] : metricsOf(one))))].sort();
  const { data, mutate } = useApi(
    'GET /views/policy-evidence',
    metrics.length === 0
      ? null
      : {
          query: {
            metrics: metrics.join(','),
            ...(policy === null ? {} : { policy }),
            ...(sentry === null ? {} : { sentry }),
          },
        },
    // Another metric adds to what is known of the others.
    { revalidateOnFocus: false, keepPreviousData: true },
  );
  return useMemo(() => {
    const evidence = data ?? NO_EVIDENCE;
    const warnings = policyWarnings(inForce, draft, evidence);
    const loadWarnings = async () => {
      if (data !== undefined || metrics.length === 0) return warnings;
      const loaded = await mutate().catch(() => undefined);
      return policyWarnings(inForce, draft, loaded ?? NO_EVIDENCE);
    };
    return { warnings, loadWarnings, read: evidence.read };
  }, [data, mutate, metrics.length, inForce, draft]);
}
