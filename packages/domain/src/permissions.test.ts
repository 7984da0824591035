import { expect, test } from 'vitest';
import {
  hasMetricsAccess,
  isAdmin,
  isLocationAdmin,
  isLocationViewer,
  type Permission,
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
