/**
 * What an edit means for violations already evaluated (monitor rules: Policies, overrides, changes). Pure.
 *
 * Input: the fingerprints before, the policies now, the stored state. Output: the state with unchanged violations
 * as they were, and the violations to recompute and to end.
 */
import type { Millis } from '@picket/domain/time';
import type { CompiledPolicies, CompiledViolation } from './compile-policies.ts';
import { activeRaisedAt } from './history-replay.ts';
import type { SentryState, ViolationState } from './state.ts';

/** Violation key -> fingerprint. */
export type PolicyFingerprints = Readonly<Record<string, string>>;

export const fingerprintsOf = (policies: CompiledPolicies): PolicyFingerprints =>
  Object.fromEntries(policies.violations.map(({ key, fingerprint }) => [key, fingerprint]));

export interface PolicyDiff {
  /** Without the entries of violations that changed or were removed. */
  readonly state: SentryState;
  /** New, or with another fingerprint: to be recomputed from history. `standing`: raisedAt of its active alert. */
  readonly changed: readonly { readonly compiled: CompiledViolation; readonly standing: Millis | null }[];
  /** Keys of removed violations. */
  readonly removed: readonly string[];
}

export function diffPolicies(before: PolicyFingerprints, policies: CompiledPolicies, state: SentryState): PolicyDiff {
  const now = fingerprintsOf(policies);
  const violations: Record<string, ViolationState> = {};
  const changed: { compiled: CompiledViolation; standing: Millis | null }[] = [];
  for (const compiled of policies.violations) {
    const kept = state.violations[compiled.key];
    if (before[compiled.key] !== compiled.fingerprint)
      changed.push({ compiled, standing: kept === undefined ? null : activeRaisedAt(kept) });
    else if (kept !== undefined) violations[compiled.key] = kept;
  }
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(now, key));
  return { state: { ...state, violations }, changed, removed };
}
