/**
 * What an edit means for violations already watched (monitor rules: Policies, overrides, changes). Pure.
 *
 * Enters: what was watched (key -> print), what is watched now, the kept state. Leaves: the state with unchanged violations
 * as they were, and the lists of those to recompute and to end.
 */
import { isActive } from './delay-machine.ts';
import type { SentryState, ViolationState } from './state.ts';
import type { Watch, WatchedViolation } from './watch.ts';

/** Violation key -> print. */
export type WatchPrint = Readonly<Record<string, string>>;

export const watchPrint = (watch: Watch): WatchPrint =>
  Object.fromEntries(watch.violations.map(({ key, print }) => [key, print]));

export interface WatchChange {
  /** Without the entries of violations that changed or went. */
  readonly state: SentryState;
  /** New, or with another print: to be recomputed from history. */
  readonly changed: readonly WatchedViolation[];
  /** Keys no longer watched. */
  readonly removed: readonly string[];
  /** Only the description changed: state and alert go on under another key. */
  readonly renamed: readonly { readonly from: string; readonly to: string; readonly isOpen: boolean }[];
}

export function changeWatch(before: WatchPrint, watch: Watch, state: SentryState): WatchChange {
  const now = watchPrint(watch);
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(now, key));
  const violations: Record<string, ViolationState> = {};
  const changed: WatchedViolation[] = [];
  const renamed: { from: string; to: string; isOpen: boolean }[] = [];
  for (const watched of watch.violations) {
    const from = sameUnderAnotherName(watched, before, gone, watch) ?? watched.key;
    if (before[from] !== watched.print) {
      changed.push(watched);
      continue;
    }
    const kept = state.violations[from];
    if (kept !== undefined) violations[watched.key] = kept;
    if (from !== watched.key)
      renamed.push({ from, to: watched.key, isOpen: kept !== undefined && isActive(kept.machine) });
  }
  const moved = new Set(renamed.map(({ from }) => from));
  return {
    state: { ...state, violations },
    changed,
    removed: gone.filter((key) => !moved.has(key)),
    renamed,
  };
}

/** The one key that is gone whose violation this is: same policy, same subject, same print, and nobody else's. */
function sameUnderAnotherName(
  watched: WatchedViolation,
  before: WatchPrint,
  gone: readonly string[],
  watch: Watch,
): string | null {
  if (Object.hasOwn(before, watched.key)) return null;
  const isOf = (key: string): boolean =>
    key.startsWith(`${watched.policy.guid}|`) &&
    (watched.subject === null || key.endsWith(`|${watched.subject}`)) &&
    before[key] === watched.print;
  const candidates = gone.filter(isOf);
  const rivals = watch.violations.filter(
    (one) =>
      one.policy.guid === watched.policy.guid &&
      one.subject === watched.subject &&
      one.print === watched.print &&
      !Object.hasOwn(before, one.key),
  );
  return candidates.length === 1 && rivals.length === 1 ? (candidates[0] ?? null) : null;
}
