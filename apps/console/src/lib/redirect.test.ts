import { expect, test } from 'vitest';
import { pathAfterSignIn, sanitizePath, signInPath } from './redirect.ts';

test('the original path is added, other parameters are kept', () => {
  expect(signInPath('/locations/1', '?tab=2')).toBe('/sign-in?tab=2&redirect=%2Flocations%2F1');
  expect(signInPath('/sign-up/x', '?a=1')).toBe('/sign-in?a=1');
  expect(signInPath('/sign-in', '')).toBe('/sign-in');
  expect(pathAfterSignIn('?tab=2&redirect=%2Flocations%2F1')).toBe('/locations/1?tab=2');
  expect(pathAfterSignIn('')).toBe('/locations');
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\/evil.example',
  'javascript:alert(1)',
  '/..//evil.example',
  ' /locations',
  '/locations\r\nSet-Cookie: a',
  'locations',
])('%s leads nowhere else', (wanted) => {
  expect(pathAfterSignIn(`?redirect=${encodeURIComponent(wanted)}`)).toBe('/locations');
});

test.each([
  ['/locations/some?tab=2', '/locations/some?tab=2'],
  ['/admin/logs', '/admin/logs'],
  ['', '/locations'],
  ['https://evil.example/?x=1', '/locations?x=1'],
  ['//evil.example', '/locations'],
  ['javascript:alert(1)', '/locations'],
])('an address that was kept: %j leads to %j', (kept, expected) => {
  expect(sanitizePath(kept)).toBe(expected);
});
