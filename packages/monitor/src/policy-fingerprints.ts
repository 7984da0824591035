/**
 * What an edit means for violations already evaluated (monitor rules: Policies, overrides, changes). Pure.
 *
 * Input: the fingerprints before, the policies now, the stored state. Output: the state with unchanged violations
 * as they were, and the violations to recompute and to end.
 */
import type { Millis } from '@picket/domain/time';
import { type CompiledPolicies, type CompiledViolation, splitFingerprint } from './compile-policies.ts';
import { activeRaisedAt } from './history-replay.ts';
import { withHolds, withInterval } from './past-intervals.ts';
import type { PastIntervals, SentryState, ViolationState } from './state.ts';

/** Violation key -> fingerprint. */
export type PolicyFingerprints = Readonly<Record<string, string>>;

export const fingerprintsOf = (policies: CompiledPolicies): PolicyFingerprints =>
  Object.fromEntries(policies.violations.map(({ key, fingerprint }) => [key, fingerprint]));

export interface PolicyDiff {
  /** Without the entries of violations that changed or were removed, and with the intervals that series had. */
  readonly state: SentryState;
  /** New, or with another fingerprint: to be recomputed from history. `standing`: raisedAt of its active alert. */
  readonly changed: readonly { readonly compiled: CompiledViolation; readonly standing: Millis | null }[];
  /** Keys of removed violations. */
  readonly removed: readonly string[];
}

/** `at`: when the policies change. */
export function diffPolicies(
  before: PolicyFingerprints,
  policies: CompiledPolicies,
  state: SentryState,
  at: Millis,
): PolicyDiff {
  const now = fingerprintsOf(policies);
  const violations: Record<string, ViolationState> = {};
  const changed: { compiled: CompiledViolation; standing: Millis | null }[] = [];
  let past: PastIntervals = state.intervalsBefore ?? {};
  for (const compiled of policies.violations) {
    const kept = state.violations[compiled.key];
    const intervals = intervalsBefore(before[compiled.key], compiled.fingerprint);
    if (intervals === null) changed.push({ compiled, standing: kept === undefined ? null : activeRaisedAt(kept) });
    else {
      past = addPast(past, compiled, intervals, state.series, at);
      if (kept !== undefined) violations[compiled.key] = withHolds(kept, compiled.conditions, intervals);
    }
  }
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(now, key));
  const hasPast = Object.keys(past).length > 0;
  return {
    state: { ...state, violations, ...(hasPast ? { intervalsBefore: past } : {}) },
    changed,
    removed,
  };
}

/** The intervals of a violation's conditions before; none: they are the same, null: its definition is another one. */
function intervalsBefore(before: string | undefined, now: string): readonly Millis[] | null {
  if (before === now) return [];
  if (before === undefined) return null;
  const old = splitFingerprint(before);
  return old.definition === splitFingerprint(now).definition ? old.intervals : null;
}

function addPast(
  past: PastIntervals,
  { conditions }: CompiledViolation,
  intervals: readonly Millis[],
  series: SentryState['series'],
  at: Millis,
): PastIntervals {
  let added = past;
  for (const [index, condition] of conditions.entries()) {
    const interval = intervals[index];
    const newest = series[condition.series]?.at;
    if (interval === undefined || interval === condition.interval || condition.silence || newest === undefined)
      continue;
    // Readings from before the change may still be on their way.
    added = withInterval(added, condition.series, { until: Math.max(newest, at), interval });
  }
  return added;
}
