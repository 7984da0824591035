/** Generated from the endpoint table: the document says what the table says, and nonsense never becomes a 5xx. */
import { fileURLToPath } from 'node:url';
import { ENDPOINT_KEYS, ENDPOINT_TABLE, type EndpointKey } from '@picket/contracts/endpoints';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Device, openPicket, type Picket, type Session } from './harness.ts';

const CONSOLE = fileURLToPath(new URL('../../console/dist', import.meta.url));
const ABSENT = '01890000-0000-7000-8000-000000000000';

let picket: Picket;
const people: Record<string, Session | Device | undefined> = {};

beforeAll(async () => {
  picket = await openPicket({ environment: { PICKET_CONSOLE_DIR: CONSOLE } });
  const location = await picket.addLocation();
  people.admin = picket.admin;
  people.sentry = await picket.addDevice(location);
  const made = await picket.call<{ token: string }>('POST', '/api-tokens', {
    as: picket.admin,
    body: { name: 'Dashboard', days: 30, permissions: [{ role: 'VIEWER' }] },
  });
  people.token = { sentry: '', token: made.body.token };
});
afterAll(() => picket.close());

const callerOf = (key: EndpointKey): Session | Device | undefined => {
  const { access } = ENDPOINT_TABLE[key];
  return access === 'sentry' ? people.sentry : access === 'api-token' ? people.token : people.admin;
};

/** Fields of whatever value, as a form. */
const formOf = (body: unknown): string =>
  String(new URLSearchParams(Object.entries(Object(body)).map(([name, value]) => [name, toText(value)])));
const toText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

function requestOf(key: EndpointKey): { method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'; path: string } {
  const [method, path = ''] = key.split(' ');
  return {
    method: method as 'GET',
    path: path.replace(/\{(?:guid|zoneId|policyGuid)\}/gu, ABSENT).replace(/\{\w+\}/gu, '1'),
  };
}

test('the OpenAPI document says exactly what the table says, and who may call', async () => {
  const { body } = await picket.call<{ paths: Record<string, Record<string, { security?: object[] }>> }>(
    'GET',
    '/openapi.json',
  );
  const documented = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
  );
  expect(documented.sort()).toEqual([...ENDPOINT_KEYS].sort());
  expect(body.paths['/api/v1/sentry/telemetry']?.post?.security).toEqual([{ device: [] }]);
  expect(body.paths['/api/v1/health']?.get?.security).toEqual([]);
  expect(body.paths['/api/v1/locations']?.get?.security).toEqual([{ session: [] }, { token: [] }]);
  expect(body.paths['/api/v1/users']?.post?.security).toEqual([{ session: [] }]);
});

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    '__proto__',
    '../..',
    `'; DROP TABLE alert;--`,
    'x'.repeat(5000),
    '2026-02-31T00:00:00Z',
  ),
);
const anything = fc.oneof(
  text,
  fc.double(),
  fc.constantFrom(null, true, -1, 0, 1e308, 2 ** 53, [], {}),
  fc.anything({ maxDepth: 2, withNullPrototype: false }).filter((value) => value !== undefined),
);

/** Bodies with the right names and the wrong things in them. */
function bodyArbitrary(key: EndpointKey): fc.Arbitrary<unknown> {
  const schema = ENDPOINT_TABLE[key].body as { shape?: Record<string, unknown> } | undefined;
  const names = Object.keys(schema?.shape ?? {});
  const near = fc.record(Object.fromEntries(names.map((name) => [name, anything])), { requiredKeys: [] });
  return fc.oneof(near, anything);
}

const ENDS_THE_SESSION: readonly EndpointKey[] = [
  'POST /auth/logout',
  'DELETE /users/my-profile',
  'POST /users/my-profile/display',
];

const FORM = 'application/x-www-form-urlencoded';
const RUNS = Number(process.env.PICKET_FUZZ_RUNS ?? 5);

describe('every endpoint answers malformed input with 4xx, never 5xx', () => {
  // Nonsense may well ask everybody for a second factor; who asks here has one.
  beforeEach(async () => {
    const since = new Date(picket.clock.now());
    await picket.platform.db.prisma.user.updateMany({ data: { totpSince: since } });
  });

  test.each(ENDPOINT_KEYS.filter((key) => key !== 'GET /events'))('%s', async (key) => {
    const { method, path } = requestOf(key);
    const as = callerOf(key);
    const isForm = ENDPOINT_TABLE[key].dialect !== undefined;
    // Signing out, deleting the account of the person who asks, or making their browser a display would end the test's own session.
    if (ENDS_THE_SESSION.includes(key)) return;
    await fc.assert(
      fc.asyncProperty(
        bodyArbitrary(key),
        fc.array(fc.tuple(text, text), { maxLength: 3 }),
        text,
        async (body, query, segment) => {
          const search = query.map(([name, value]) => `${safe(name)}=${safe(value)}`).join('&');
          const target =
            (path.includes(ABSENT) ? path.replaceAll(ABSENT, safe(segment)) : path) + (search ? `?${search}` : '');
          const sent = isForm ? formOf(body) : JSON.stringify(body);
          const answer = await picket.call(method, target, {
            as,
            ...(method === 'GET' || method === 'DELETE' || sent === undefined ? {} : { body: sent }),
            headers: sent === undefined ? {} : { 'content-type': isForm ? FORM : 'application/json' },
          });
          expect(answer.status, `${method} ${target} ${sent}`).toBeLessThan(500);
        },
      ),
      { numRuns: RUNS },
    );
  });

  const withBody = ENDPOINT_KEYS.filter((key) => ENDPOINT_TABLE[key].body !== undefined);
  const ofForms = withBody.filter((key) => ENDPOINT_TABLE[key].dialect !== undefined);

  test.each(ofForms)('%s: takes forms, and nothing else', async (key) => {
    const { method, path } = requestOf(key);
    for (const [type, body, expected] of [
      ['application/json', '{}', 415],
      ['application/json', '{"a":', 415],
      ['text/plain', 'query=1', 415],
      ['multipart/form-data; boundary=x', '--x--', 415],
      [FORM, 'time=1&time=2&query=%ff&step=&start=&end=&limit=many&match[]=', 400],
      [FORM, `query=${'1'.repeat(70_000)}`, 413],
    ] as const) {
      const answer = await picket.call<{ status: string }>(method, path, {
        as: people.token,
        body,
        headers: { 'content-type': type },
      });
      expect(answer, `${key} ${type}`).toMatchObject({ status: expected, body: { status: 'error' } });
    }
  });

  test.each(withBody.filter((key) => !ofForms.includes(key)))('%s: broken JSON and wrong content type', async (key) => {
    const { method, path } = requestOf(key);
    const as = callerOf(key);
    for (const [type, body, expected] of [
      ['application/json', '{"a":', 400],
      ['application/json', '', 400],
      ['application/json', '[]', 400],
      ['text/plain', 'hello', 415],
      [FORM, 'a=1', 415],
    ] as const) {
      const answer = await picket.call<{ code: string; requestId: string }>(method, path, {
        as,
        body: body,
        headers: { 'content-type': type },
      });
      expect(answer.status, `${key} ${type} ${body}`).toBe(expected);
      expect(answer.body.requestId).toBeTruthy();
    }
  });
});

function safe(value: string): string {
  return encodeURIComponent(value.toWellFormed()).slice(0, 3000);
}
