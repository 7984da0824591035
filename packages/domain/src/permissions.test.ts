import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  covers,
  describePermissions,
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

/** All that the four checks say of somebody, at places known and unknown. */
const powers = (held: readonly Permission[]): readonly boolean[] => [
  isAdmin(held),
  hasMetricsAccess(held),
  ...[...LOCATIONS, 'elsewhere'].flatMap((location) => [
    isLocationAdmin(held, location),
    isLocationViewer(held, location),
  ]),
];

describe('whatever somebody has', () => {
  test('a token never does more than its person, nor more than it was given', () => {
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

  test('a token loses nothing that both it and its person have', () => {
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

  test('tidying takes nothing away, and says everything once', () => {
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

  test('what is covered adds no power', () => {
    fc.assert(
      fc.property(permissions, permission, (held, one) => {
        if (covers(held, one)) expect(powers([...held, one])).toEqual(powers(held));
      }),
      { numRuns: 2000 },
    );
  });
});

test('in words', () => {
  const words = (held: readonly Permission[]) => describePermissions(held, (location) => `room ${location}`).join(' ');
  expect(words([])).toBe('Can sign in, and sees nothing.');
  expect(words([{ role: 'ADMIN' }, { role: 'VIEWER', location: 'L' }])).toMatch(/^Does everything/u);
  expect(
    words([
      { role: 'ADMIN', location: 'L' },
      { role: 'VIEWER', location: 'M' },
      { role: 'VIEWER', location: 'N' },
      { role: 'METRICS' },
    ]),
  ).toBe(
    'Sets up and changes room L, its sentries and what is watched there. Looks at room M and room N and its alerts, and acknowledges them. Sees usage figures of the organisation.',
  );
});
