/**
 * Compares two sets of alerts over the same readings: what another definition would have raised.
 *
 * Input: alerts of one sentry and one policy, each with its span.
 * Output: alerts raised at another time, alerts merged into one raised earlier, alerts not raised, and new ones.
 * Invariants: every alert of `before` is in exactly one of kept, merged and removed; every alert of `after` is in exactly
 * one of kept and added.
 */
import type { Millis } from './time.ts';

export interface AlertSpan {
  readonly violation: string;
  readonly subject?: string | undefined;
  readonly raisedAt: Millis;
  /** null: it is still open. */
  readonly clearedAt: Millis | null;
}

export interface AlertDiff<Before extends AlertSpan, After extends AlertSpan> {
  /** In both sets; raised `delaySeconds` later (negative: earlier) in `after`. */
  readonly kept: readonly { readonly before: Before; readonly after: After; readonly delaySeconds: number }[];
  /** Not an alert of its own in `after`: it falls into one raised earlier. */
  readonly merged: readonly { readonly before: Before; readonly into: After }[];
  /** Not in `after`. */
  readonly removed: readonly Before[];
  /** Only in `after`. */
  readonly added: readonly After[];
}

const overlaps = (a: AlertSpan, b: AlertSpan): boolean =>
  (a.subject ?? null) === (b.subject ?? null) &&
  a.raisedAt <= (b.clearedAt ?? Number.POSITIVE_INFINITY) &&
  b.raisedAt <= (a.clearedAt ?? Number.POSITIVE_INFINITY);

/** Violations match by name; a name that only `after` has may match any violation of `before`. */
export function diffAlerts<Before extends AlertSpan, After extends AlertSpan>(
  before: readonly Before[],
  after: readonly After[],
): AlertDiff<Before, After> {
  const known = new Set(before.map(({ violation }) => violation));
  const mayMatch = (one: Before, other: After): boolean =>
    (one.violation === other.violation || !known.has(other.violation)) && overlaps(one, other);
  const kept: { before: Before; after: After; delaySeconds: number }[] = [];
  const merged: { before: Before; into: After }[] = [];
  const removed: Before[] = [];
  const taken = new Set<After>();
  for (const one of [...before].sort((a, b) => a.raisedAt - b.raisedAt)) {
    const matches = after.filter((other) => mayMatch(one, other));
    const free = matches.find((other) => !taken.has(other));
    const [first] = matches;
    if (free !== undefined) {
      taken.add(free);
      kept.push({ before: one, after: free, delaySeconds: (free.raisedAt - one.raisedAt) / 1000 });
    } else if (first !== undefined) merged.push({ before: one, into: first });
    else removed.push(one);
  }
  return { kept, merged, removed, added: after.filter((other) => !taken.has(other)) };
}
