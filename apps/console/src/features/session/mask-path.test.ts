import { expect, test } from 'vitest';
import { maskPath } from './mask-path.ts';

test.each([
  ['/admin/users/0189-abc', '/admin/users/:id'],
  ['/admin/users/0189-abc/notifications', '/admin/users/:id/notifications'],
  ['/admin/users', '/admin/users'],
  ['/sign-up/secret', '/sign-up/:token'],
  ['/reset-password/secret', '/reset-password/:token'],
  ['/act/secret', '/act/:token'],
  ['/locations/0189/history', '/locations/0189/history'],
])('%s is reported as %s', (path, masked) => {
  expect(maskPath(path)).toBe(masked);
});
