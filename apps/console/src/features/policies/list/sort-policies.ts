/** The order of the policies' table. */
import type { PolicyCardOut } from '@picket/contracts/types';
import { compareNames } from '../../../lib/name-order.ts';

export const POLICY_COLUMNS = ['name', 'sentries', 'overrides', 'alerts', 'false'] as const;
export type PolicyColumn = (typeof POLICY_COLUMNS)[number];

export interface PolicyOrder {
  readonly column: PolicyColumn;
  readonly isReversed: boolean;
}

/** The share of alerts with a verdict that were false, between 0 and 1; null: none has a verdict. */
export function falseShare({ verdicts }: Pick<PolicyCardOut, 'verdicts'>): number | null {
  const withVerdict = verdicts.real + verdicts.false + verdicts.maintenance;
  return withVerdict === 0 ? null : verdicts.false / withVerdict;
}

const VALUES: Readonly<Record<PolicyColumn, (policy: PolicyCardOut) => number>> = {
  name: () => 0,
  sentries: ({ sentries }) => sentries,
  overrides: ({ overrides }) => overrides,
  // Those that are open first.
  alerts: ({ open, alerts }) => open * 1e6 + alerts,
  false: (policy) => falseShare(policy) ?? -1,
};

/**
 * Numbers: the highest first. Names, as the reader sees them: in natural order, and between equal numbers. `locale`: of the reader's
 * language.
 */
export function sortPolicies(
  policies: readonly PolicyCardOut[],
  { column, isReversed }: PolicyOrder,
  locale: string,
  nameOf: (policy: PolicyCardOut) => string = ({ name }) => name,
): readonly PolicyCardOut[] {
  const value = VALUES[column];
  const byName = (a: PolicyCardOut, b: PolicyCardOut): number => compareNames(locale, nameOf(a), nameOf(b));
  const sign = isReversed ? -1 : 1;
  return policies.toSorted((a, b) =>
    column === 'name' ? sign * byName(a, b) : sign * (value(b) - value(a)) || byName(a, b),
  );
}

/** What a press on a column's title does: it sorts by it, and pressed again the other way round. */
export const nextOrder = (order: PolicyOrder, column: PolicyColumn): PolicyOrder => ({
  column,
  isReversed: order.column === column && !order.isReversed,
});
