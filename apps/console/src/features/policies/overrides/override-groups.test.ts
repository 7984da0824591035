import type { OverrideOut } from '@picket/contracts/types';
import { expect, test } from 'vitest';
import { groupOverrides } from './override-groups.ts';

const override = (location: string, sentry: string): OverrideOut => ({
  sentry: { guid: `${location} ${sentry}`, name: sentry },
  location: { guid: location, name: location },
  ignoreGlobalPolicyChanges: false,
  override: { ignoreGlobalPolicyChanges: false, definition: { violations: [] } },
  last_update_ts: '2026-03-01T00:00:00Z',
});

const ALL = [override('Hall 10', 'Rack 2'), override('Hall 2', 'Rack 10'), override('Hall 10', 'Rack 1')];
const shown = (search: string) =>
  groupOverrides(ALL, search, 'en').map(({ location, overrides }) => [
    location.name,
    ...overrides.map((one) => one.sentry.name),
  ]);

test('by location, both in natural order', () => {
  expect(shown('')).toEqual([
    ['Hall 2', 'Rack 10'],
    ['Hall 10', 'Rack 1', 'Rack 2'],
  ]);
});

test('all words of the search are in the names', () => {
  expect(shown(' RACK 10 ')).toEqual([
    ['Hall 2', 'Rack 10'],
    ['Hall 10', 'Rack 1', 'Rack 2'],
  ]);
  expect(shown('hall 2 rack')).toEqual([
    ['Hall 2', 'Rack 10'],
    ['Hall 10', 'Rack 2'],
  ]);
  expect(shown('leeds')).toEqual([]);
});
