/**
 * Two sets of alerts over the same readings, held against each other: what another rule would have made of what happened.
 *
 * Enters: alerts of one sentry and one policy, each with its span. Leaves: which would be raised at another time, which
 * would go on in one raised earlier, which would not be raised at all, and which are new. Invariant: every alert of
 * `before` is in exactly one of kept, folded and gone; every one of `after` is in exactly one of kept and fresh.
 */
import type { Millis } from './time.ts';

export interface AlertSpan {
  readonly violation: string;
  readonly subject?: string | undefined;
  readonly raisedAt: Millis;
  /** null: it still holds. */
  readonly clearedAt: Millis | null;
}

export interface AlertDiff<Before extends AlertSpan, After extends AlertSpan> {
  /** Raised by both; `later` seconds later (negative: earlier) by the other. */
  readonly kept: readonly { readonly before: Before; readonly after: After; readonly delaySeconds: number }[];
  /** Not raised by itself: it happens while one that was raised earlier goes on. */
  readonly merged: readonly { readonly before: Before; readonly into: After }[];
  /** Not raised at all. */
  readonly removed: readonly Before[];
  /** Raised where there was none. */
  readonly added: readonly After[];
}

const overlaps = (a: AlertSpan, b: AlertSpan): boolean =>
  (a.subject ?? null) === (b.subject ?? null) &&
  a.raisedAt <= (b.clearedAt ?? Number.POSITIVE_INFINITY) &&
  b.raisedAt <= (a.clearedAt ?? Number.POSITIVE_INFINITY);

/** Violations are told apart by name; one that only the other set knows may stand for any of the first. */
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
