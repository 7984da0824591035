import type { PolicyCardOut } from '@picket/contracts/types';
import { expect, test } from 'vitest';
import { nextOrder, type PolicyOrder, sortPolicies } from './sort-policies.ts';

const card = (name: string, rest: Partial<PolicyCardOut> = {}): PolicyCardOut => ({
  guid: name,
  name,
  version: 1,
  definition: { violations: [] },
  deletable: true,
  sentries: 0,
  locations: 0,
  overrides: 0,
  alerts: 0,
  open: 0,
  verdicts: { real: 0, false: 0, maintenance: 0 },
  last_update_ts: '2026-03-01T00:00:00Z',
  ...rest,
});

const POLICIES = [
  card('Rack 10', { alerts: 40, verdicts: { real: 1, false: 1, maintenance: 0 } }),
  card('rack 2', { alerts: 3, open: 1, overrides: 2 }),
  card('Battery', { sentries: 9, verdicts: { real: 0, false: 1, maintenance: 0 } }),
];

test.each<[PolicyOrder, readonly string[]]>([
  [{ column: 'name', isReversed: false }, ['Battery', 'rack 2', 'Rack 10']],
  [{ column: 'name', isReversed: true }, ['Rack 10', 'rack 2', 'Battery']],
  [{ column: 'alerts', isReversed: false }, ['rack 2', 'Rack 10', 'Battery']],
  [{ column: 'alerts', isReversed: true }, ['Battery', 'Rack 10', 'rack 2']],
  [{ column: 'false', isReversed: false }, ['Battery', 'Rack 10', 'rack 2']],
  [{ column: 'overrides', isReversed: false }, ['rack 2', 'Battery', 'Rack 10']],
  [{ column: 'sentries', isReversed: false }, ['Battery', 'rack 2', 'Rack 10']],
])('by %o', (order, expected) => {
  expect(sortPolicies(POLICIES, order, 'en').map(({ name }) => name)).toEqual(expected);
});

test('the same column again turns the order round, another begins again', () => {
  expect(nextOrder({ column: 'name', isReversed: false }, 'name')).toEqual({ column: 'name', isReversed: true });
  expect(nextOrder({ column: 'name', isReversed: true }, 'alerts')).toEqual({ column: 'alerts', isReversed: false });
});
