/**
 * What an edit means for violations already watched (monitor rules: Policies, overrides, changes). Pure.
 *
 * Enters: what was watched (key -> print), what is watched now, the kept state. Leaves: the state with unchanged violations
 * as they were, and the lists of those to recompute and to end.
 */
import type { Millis } from '@picket/domain';
import type { CompiledPolicies, CompiledViolation } from './compile-policies.ts';
import { activeRaisedAt } from './history-replay.ts';
import type { SentryState, ViolationState } from './state.ts';

/** Violation key -> print. */
export type PolicyFingerprints = Readonly<Record<string, string>>;

export const fingerprintsOf = (policies: CompiledPolicies): PolicyFingerprints =>
  Object.fromEntries(policies.violations.map(({ key, fingerprint }) => [key, fingerprint]));

export interface PolicyDiff {
  /** Without the entries of violations that changed or went. */
  readonly state: SentryState;
  /** New, or with another print: to be recomputed from history. `standing`: what its open alert is known by. */
  readonly changed: readonly { readonly compiled: CompiledViolation; readonly standing: Millis | null }[];
  /** Keys no longer watched. */
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
