/** The permanent keys of violations: a renamed violation keeps its key, and with it its alerts and its running delays. */
import type { Violation } from './policies.ts';
import { sorted } from './same-value.ts';

/** Renamed violations: old description -> new description. */
export function detectRenames(before: readonly Violation[], after: readonly Violation[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  // Everything but the description is the same; otherwise at least everything that raises and clears an alert.
  for (const keyOf of [contentKey, behaviorKey]) {
    const gone = before.filter((old) => !found.has(old.description) && !hasDescription(after, old.description));
    const taken = new Set(found.values());
    const unmatched = after.filter((one) => !taken.has(one.description) && !hasDescription(before, one.description));
    for (const old of gone) {
      const [same, ...others] = unmatched.filter((one) => keyOf(one) === keyOf(old));
      const isOnly = gone.filter((one) => keyOf(one) === keyOf(old)).length === 1;
      if (same !== undefined && others.length === 0 && isOnly) found.set(old.description, same.description);
    }
  }
  return found;
}

const hasDescription = (violations: readonly Violation[], description: string): boolean =>
  violations.some((one) => one.description === description);

const contentKey = (violation: Violation): string => JSON.stringify(sorted({ ...violation, description: '' }));

const behaviorKey = ({ onsetDelay, exitDelay, instant, conditions }: Violation): string =>
  JSON.stringify(sorted({ onsetDelay, exitDelay, instant, conditions }));

/** Description -> permanent key of a violation, which a renaming does not change. */
export type ViolationKeys = Readonly<Record<string, string>>;

/** The permanent keys after an edit. The key of a new violation is its description, with `suffix` where that is taken. */
export function violationKeys(
  before: readonly Violation[],
  keys: ViolationKeys,
  after: readonly Violation[],
  suffix: string,
): ViolationKeys {
  const names = new Map([...detectRenames(before, after)].map(([from, to]) => [to, from]));
  const keyOf = (description: string): string | undefined =>
    hasDescription(before, description) ? (keys[description] ?? description) : undefined;
  const kept = after.map(({ description }) => ({ description, key: keyOf(names.get(description) ?? description) }));
  const taken = new Set(kept.map(({ key }) => key));
  return Object.fromEntries(
    kept.map(({ description, key }) => [
      description,
      key ?? (taken.has(description) ? `${description} ${suffix}` : description),
    ]),
  );
}
