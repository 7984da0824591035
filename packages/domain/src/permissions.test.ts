import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  covers,
  hasMetricsAccess,
  isAdmin,
  isLocationAdmin,
  isLocationViewer,
  narrowPermissions,
  normalizePermissions,
  type Permission,
  ROLES,
  visibleLocations,
} from './permissions.ts';

// Columns: admin, metrics, admin of L, viewer of L, visible.
const TABLE: readonly [Permission[], boolean, boolean, boolean, boolean, 'all' | string[]][] = [
  [[], false, false, false, false, []],
  [[{ role: 'ADMIN' }], true, true, true, true, 'all'],
  [[{ role: 'ADMIN', location: null }], true, true, true, true, 'all'],
  [[{ role: 'ADMIN', location: 'L' }], false, false, true, true, ['L']],
  [[{ role: 'ADMIN', location: 'M' }], false, false, false, false, ['M']],
  [[{ role: 'VIEWER' }], false, false, false, true, 'all'],
  [[{ role: 'VIEWER', location: 'L' }], false, false, false, true, ['L']],
  [[{ role: 'METRICS' }], false, true, false, false, []],
  [[{ role: 'METRICS', location: 'L' }], false, false, false, false, []],
];

test.each(TABLE)('%j', (permissions, admin, metrics, locationAdmin, viewer, visible) => {
  expect(isAdmin(permissions)).toBe(admin);
  expect(hasMetricsAccess(permissions)).toBe(metrics);
  expect(isLocationAdmin(permissions, 'L')).toBe(locationAdmin);
  expect(isLocationViewer(permissions, 'L')).toBe(viewer);
  expect(visibleLocations(permissions)).toEqual(visible);
});

const LOCATIONS = ['L', 'M', 'N'];
const permission = fc.record({
  role: fc.constantFrom(...ROLES),
  location: fc.constantFrom(null, undefined, ...LOCATIONS),
});
const permissions = fc.array(permission, { maxLength: 6 });

/** The results of all four checks, at known and unknown locations. */
const powers = (held: readonly Permission[]): readonly boolean[] => [
  isAdmin(held),
  hasMetricsAccess(held),
  ...[...LOCATIONS, 'elsewhere'].flatMap((location) => [
    isLocationAdmin(held, location),
    isLocationViewer(held, location),
  ]),
];

describe('for any set of permissions', () => {
  test('a token never has more rights than its owner, nor more than it was given', () => {
    fc.assert(
      fc.property(permissions, permissions, (given, held) => {
        const has = powers(narrowPermissions(given, held));
        const [mayHave, person] = [powers(given), powers(held)];
        has.forEach((power, index) => {
          if (power) expect(mayHave[index] && person[index]).toBe(true);
        });
      }),
      { numRuns: 2000 },
    );
  });

  test('a token keeps every right that both it and its owner have', () => {
    fc.assert(
      fc.property(permissions, permissions, fc.constantFrom(...LOCATIONS), (given, held, location) => {
        const both = isLocationAdmin(given, location) && isLocationAdmin(held, location);
        const narrow = narrowPermissions(given, held);
        if (both) expect(isLocationAdmin(narrow, location)).toBe(true);
        if (both) expect(isLocationViewer(narrow, location)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('normalizing keeps every right and removes duplicates', () => {
    fc.assert(
      fc.property(permissions, (held) => {
        const tidy = normalizePermissions(held);
        expect(powers(tidy)).toEqual(powers(held));
        expect(normalizePermissions(tidy)).toEqual(tidy);
        expect(normalizePermissions([...held].reverse())).toEqual(tidy);
      }),
      { numRuns: 2000 },
    );
  });

  test('a covered permission adds no right', () => {
    fc.assert(
      fc.property(permissions, permission, (held, one) => {
        if (covers(held, one)) expect(powers([...held, one])).toEqual(powers(held));
      }),
      { numRuns: 2000 },
    );
  });
});
