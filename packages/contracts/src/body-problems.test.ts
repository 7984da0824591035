import { expect, test } from 'vitest';
import { findBodyProblems } from './body-problems.ts';

const problemsOf = (...call: Parameters<typeof findBodyProblems>) =>
  findBodyProblems(...call).map(({ name, kind, limit }) => [name, kind, limit]);

test.each([
  ['POST /auth/forgot-password', { email: 'ada@' }, ['email', 'email', 0]],
  [
    'POST /locations/{guid}/sentries',
    { name: 'A', reportIntervalSeconds: 0 },
    ['reportIntervalSeconds', 'tooSmall', 1],
  ],
  [
    'POST /locations/{guid}/sentries',
    { name: 'A', reportIntervalSeconds: Number.NaN },
    ['reportIntervalSeconds', 'notANumber', 0],
  ],
  ['POST /users/my-profile/mfa/totp/confirm', { code: ' ' }, ['code', 'required', 1]],
  ['PATCH /users/my-profile', { displayName: 'x'.repeat(129) }, ['displayName', 'tooLong', 128]],
  ['POST /users', { email: 'ada@example.org', permissions: [] }, ['permissions', 'other', 1]],
  [
    'POST /users',
    { email: 'ada@example.org', permissions: [{ role: 'METRICS', location: crypto.randomUUID() }] },
    ['permissions.0.location', 'other', 0],
  ],
] as const)('%s: %j', (endpoint, body, problem) => {
  expect(problemsOf(endpoint, body)).toEqual([problem]);
});

test('a request that the server would take has no problems', () => {
  expect(problemsOf('POST /auth/forgot-password', { email: ' ada@example.org ' })).toEqual([]);
  expect(problemsOf('DELETE /tenants/{guid}', undefined)).toEqual([]);
});

test('a problem of several fields is one of the request', () => {
  expect(problemsOf('POST /users', 'nothing')).toEqual([['body', 'other', 0]]);
});
