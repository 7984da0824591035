/** The specification against its tests: every route, call, text, constant and behavior it names has one, and what has none is listed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENDPOINT_KEYS } from '@picket/contracts/endpoints';
import { ALERT_KIND_NAMES } from '@picket/domain/alert-kinds';
import { DEFAULT_POLICIES } from '@picket/domain/default-policies';
import { MOODS } from '@picket/domain/feedback';
import { BUSINESS_STATUSES } from '@picket/domain/tenants';
import { expect, test } from 'vitest';
import { english } from '../../apps/console/src/locales/english.ts';
import { SCREENS } from '../support/screens.ts';
import { SHOWN_BY, SPECIFICATION_ROWS } from './specification-rows.ts';
import { MISSING, SPEC_ACCESS, SPEC_CALLS, SPEC_ROUTES } from './specification-table.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** The console's own tables, read as text: they load screens, which need a browser. */
const table = readdirSync(join(ROOT, 'apps/console/src/app'))
  .filter((name) => name.includes('route'))
  .map((name) => read(`apps/console/src/app/${name}`))
  .join('');
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

/** Titles of the tests of a file, as they are written: `test('…', …`, `test.each(…)('…', …`, `test.runIf(…)('…', …`. */
const TITLE = /\(\s*(?:'((?:[^'\\\n]|\\.)+)'|`([^`]+)`),\s*(?:async )?(?:\(|function|_)/gu;
const titlesOf = (text: string): readonly string[] =>
  Array.from(text.matchAll(TITLE), ([, quoted, template]) => quoted ?? template ?? '');

const titles = new Map<string, readonly string[]>();
function hasTest(file: string, title: string): boolean {
  if (!existsSync(join(ROOT, file))) return false;
  if (!titles.has(file)) titles.set(file, titlesOf(read(file)));
  return titles.get(file)?.includes(title) === true;
}

test.each(SPECIFICATION_ROWS.filter(([what]) => !Object.hasOwn(MISSING, what)))('%s', (_what, file, title) => {
  expect(hasTest(file, title), `${file}: ${title}`).toBe(true);
});

test('every row has a name of its own, and there is one for each call', () => {
  const names = SPECIFICATION_ROWS.map(([what]) => what);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(SPEC_CALLS.filter((call) => !names.includes(call))).toEqual([]);
  expect(names.length).toBeGreaterThanOrEqual(160);
});

test('a test that is not there is missed', () => {
  expect(hasTest(...SHOWN_BY)).toBe(true);
  expect(hasTest(SHOWN_BY[0], 'on a %s, light')).toBe(false);
  expect(hasTest('tests/journeys/nowhere.test.ts', SHOWN_BY[1])).toBe(false);
  expect(
    titlesOf("test('it\\'s', () => {}); test.each([1])(\n  'a %d', async (n) => {}); log('no title', 1);"),
  ).toEqual(["it\\'s", 'a %d']);
});

test('each route has a screen that is opened, by somebody signed out where anyone may', () => {
  const routesOf = (who?: string) =>
    SCREENS.flatMap((one) => (who === undefined || one.who === who ? [one.route] : []));
  expect(SPEC_ROUTES.filter((path) => !Object.hasOwn(MISSING, path) && !routesOf().includes(path))).toEqual([]);
  const open = Object.keys(SPEC_ACCESS).filter((path) => SPEC_ACCESS[path] === 'anyone');
  expect(open.filter((path) => !routesOf('anonymous').includes(path))).toEqual([]);
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
