import { expect, test } from 'vitest';
import { apiBase } from './api-base.ts';

const at = (href: string, apiHost: 'same' | 'subdomain' = 'subdomain'): string => apiBase(new URL(href), apiHost);

test.each([
  ['https://picket.example/locations', 'https://api.picket.example/api/v1'],
  ['https://watch.acme.example:8443/', 'https://api.watch.acme.example:8443/api/v1'],
  ['http://picket.example/', 'http://api.picket.example/api/v1'],
  ['https://api.picket.example/sign-in', '/api/v1'],
  ['http://localhost:8080/', '/api/v1'],
  ['http://picket.localhost:8080/', '/api/v1'],
  ['http://127.0.0.1:8080/', '/api/v1'],
  ['http://192.168.1.20/', '/api/v1'],
  ['http://[::1]:8080/', '/api/v1'],
  // Only the first label says that a host is an api host.
  ['https://apis.example/', 'https://api.apis.example/api/v1'],
])('%s calls %s', (href, base) => {
  expect(at(href)).toBe(base);
});

test('a deployment that serves both on one host says so', () => {
  expect(at('https://picket.example/', 'same')).toBe('/api/v1');
});
