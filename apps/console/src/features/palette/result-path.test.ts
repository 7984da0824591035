import type { SearchResultOut } from '@picket/contracts/types';
import type { Permission } from '@picket/domain/permissions';
import { expect, test } from 'vitest';
import { resultPath } from './result-path.ts';

const asset: SearchResultOut = { kind: 'asset', guid: 'pump', name: 'Pump 3', hint: 'Basel', location: 'basel' };

const cases: readonly (readonly [path: string, permissions: readonly Permission[]])[] = [
  ['/locations/basel/asset/pump', [{ role: 'ADMIN' }]],
  ['/locations/basel/asset/pump', [{ role: 'ADMIN', location: 'basel' }]],
  // The page of an asset refuses who may not change it.
  ['/locations/basel/settings', [{ role: 'VIEWER' }]],
  [
    '/locations/basel/settings',
    [
      { role: 'VIEWER', location: 'basel' },
      { role: 'ADMIN', location: 'bern' },
    ],
  ],
];

test.each(cases)('an asset leads to %s with %j', (path, permissions) => {
  expect(resultPath(asset, permissions)).toBe(path);
});
