/** The specification against the code: every route, call, text and constant it names has a place, and what has none is listed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENDPOINT_KEYS } from '@picket/contracts/endpoints';
import { ALERT_KIND_NAMES } from '@picket/domain/alert-kinds';
import { DEFAULT_POLICIES } from '@picket/domain/default-policies';
import { MOODS } from '@picket/domain/feedback';
import { BUSINESS_STATUSES } from '@picket/domain/tenants';
import { expect, test } from 'vitest';
import { english } from '../../apps/console/src/locales/english.ts';
import { MISSING, SPEC_ACCESS, SPEC_CALLS, SPEC_CONSTANTS, SPEC_ROUTES, SPEC_TEXTS } from './specification-table.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** The console's own tables, read as text: they load screens, which need a browser. */
const table = ['public-routes', 'route-table'].map((name) => read(`apps/console/src/app/${name}.ts`)).join('');
const routes = new Map(
  [...table.matchAll(/path: '([^']+)',\s+access: '([^']+)'/gu)].map(([, path = '', access = '']) => [path, access]),
);

test('every route has a screen, but for those listed as missing', () => {
  expect(routes.size).toBeGreaterThan(SPEC_ROUTES.length);
  const missing = SPEC_ROUTES.filter((path) => !routes.has(path));
  expect(missing).toEqual(Object.keys(MISSING));
});

test('who may open a route is as specified', () => {
  for (const [path, access] of Object.entries(SPEC_ACCESS)) expect(routes.get(path), path).toBe(access);
  // The specification leaves these to an administrator; here an administrator of the location is enough.
  for (const path of [
    '/locations/:id/settings/name',
    '/locations/:id/settings/address',
    '/locations/:id/settings/devices/:deviceId/network',
    '/locations/:id/setup',
    '/locations/:id/asset',
  ])
    expect(routes.get(path), path).toBe('location-admin');
});

test('every call is an endpoint', () => {
  const keys: readonly string[] = ENDPOINT_KEYS;
  expect(SPEC_CALLS.filter((call) => !keys.includes(call))).toEqual([]);
});

test.each([...SPEC_TEXTS, ...SPEC_CONSTANTS])('%s', (_what, file, holds) => {
  expect(existsSync(join(ROOT, file)), file).toBe(true);
  // A sentence may be broken over lines where it stands in a page.
  const text = read(file);
  if (typeof holds === 'string') expect(`${text}\n${text.replace(/\s+/gu, ' ')}`).toContain(holds);
  else expect(`${text}\n${text.replace(/\s+/gu, ' ').replaceAll('( ', '(').replaceAll(', )', ')')}`).toMatch(holds);
});

test('the kinds the specification names are the kinds there are', () => {
  expect(ALERT_KIND_NAMES).toHaveLength(8);
  expect([...MOODS]).toEqual(['happy', 'neutral', 'sad']);
  expect(BUSINESS_STATUSES.map((status) => english.admin[`businessStatus.${status}`])).toEqual([
    'Paid',
    'Sales trial',
    'Non-sales trial',
    'Internal',
    'RMA / Out of service',
  ]);
  expect(DEFAULT_POLICIES.map(({ name }) => name)).toHaveLength(12);
});
