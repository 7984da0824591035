/**
 * What an edit means for violations already watched (monitor rules: Policies, overrides, changes). Pure.
 *
 * Enters: what was watched (key -> print), what is watched now, the kept state. Leaves: the state with unchanged violations
 * as they were, and the lists of those to recompute and to end.
 */
import type { Millis } from '@picket/domain';
import { standingAt } from './history-replay.ts';
import type { SentryState, ViolationState } from './state.ts';
import type { Watch, WatchedViolation } from './watch.ts';

/** Violation key -> print. */
export type WatchPrint = Readonly<Record<string, string>>;

export const watchPrint = (watch: Watch): WatchPrint =>
  Object.fromEntries(watch.violations.map(({ key, print }) => [key, print]));

export interface WatchChange {
  /** Without the entries of violations that changed or went. */
  readonly state: SentryState;
  /** New, or with another print: to be recomputed from history. `standing`: what its open alert is known by. */
  readonly changed: readonly { readonly watched: WatchedViolation; readonly standing: Millis | null }[];
  /** Keys no longer watched. */
  readonly removed: readonly string[];
}

export function changeWatch(before: WatchPrint, watch: Watch, state: SentryState): WatchChange {
  const now = watchPrint(watch);
  const violations: Record<string, ViolationState> = {};
  const changed: { watched: WatchedViolation; standing: Millis | null }[] = [];
  for (const watched of watch.violations) {
    const kept = state.violations[watched.key];
    if (before[watched.key] !== watched.print)
      changed.push({ watched, standing: kept === undefined ? null : standingAt(kept) });
    else if (kept !== undefined) violations[watched.key] = kept;
  }
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(now, key));
  return { state: { ...state, violations }, changed, removed };
}
