import { expect, test } from 'vitest';
import { redactPath } from './log.ts';

test('one-time tokens and queries never reach a log', () => {
  expect(redactPath('/api/v1/auth/finish-signup/s3cret?x=1')).toBe('/api/v1/auth/finish-signup/[token]');
  expect(redactPath('/sign-up/s3cret')).toBe('/sign-up/[token]');
  expect(redactPath('/api/v1/auth/reset-password/s3cret')).toBe('/api/v1/auth/reset-password/[token]');
  expect(redactPath('/api/v1/locations/1?cursor=abc')).toBe('/api/v1/locations/1');
});
