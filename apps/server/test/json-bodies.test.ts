/** Bodies: what is read, what is refused and how, and that nothing of a refused one goes on working. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPicket, type Picket } from './harness.ts';

let picket: Picket;
let room: { location: string; token: string };
beforeAll(async () => {
  picket = await openPicket({ environment: { PICKET_SIGN_IN_RATE_LIMIT: '1000' } });
  const location = await picket.addLocation();
  room = { location, token: (await picket.addDevice(location)).token };
});
afterAll(() => picket.close());

const JSON_TYPE = 'application/json';
const crash = Buffer.from('{"msg":"the page broke"}');
const bomb = Buffer.alloc(16 * 1_048_576);
const damaged = Buffer.from('no compressed body');

test.each([
  [204, 'as it is', JSON_TYPE, undefined, crash],
  [204, 'gzip', JSON_TYPE, 'gzip', gzipSync(crash)],
  [204, 'deflate', JSON_TYPE, 'deflate', deflateSync(crash)],
  [204, 'br', JSON_TYPE, 'br', brotliCompressSync(crash)],
  [204, 'gzip, in capitals', JSON_TYPE, 'GZIP', gzipSync(crash)],
  [415, 'damaged br of another type', 'text/plain', 'br', damaged],
  [415, 'damaged gzip of another type', 'text/plain', 'gzip', damaged],
  [415, 'damaged deflate of no type', undefined, 'deflate', damaged],
  [415, 'a bomb of another type', 'application/octet-stream', 'gzip', gzipSync(bomb)],
  [415, 'an unknown encoding', JSON_TYPE, 'zip', crash],
  [415, 'stacked encodings', JSON_TYPE, 'gzip, br', brotliCompressSync(gzipSync(crash))],
  [415, 'an encoding that every object has', JSON_TYPE, 'constructor', crash],
  [400, 'damaged br', JSON_TYPE, 'br', damaged],
  [400, 'damaged gzip', JSON_TYPE, 'gzip', damaged],
  [400, 'half of it', JSON_TYPE, 'gzip', gzipSync(crash).subarray(0, 20)],
  [400, 'nothing', JSON_TYPE, 'gzip', Buffer.alloc(0)],
  [400, 'no JSON', JSON_TYPE, 'gzip', gzipSync(Buffer.from('{"msg":'))],
  [400, 'arrays in arrays', JSON_TYPE, 'gzip', gzipSync(Buffer.from(`{"msg":${'['.repeat(2e4)}${']'.repeat(2e4)}}`))],
  [
    400,
    'objects in objects',
    JSON_TYPE,
    'br',
    brotliCompressSync(Buffer.from(`${'{"a":'.repeat(6e3)}1${'}'.repeat(6e3)}`)),
  ],
  [204, 'brackets in a text', JSON_TYPE, undefined, Buffer.from(`{"msg":"\\"${'['.repeat(1000)}"}`)],
  [204, 'marks on one character', JSON_TYPE, 'gzip', gzipSync(Buffer.from(`{"msg":"a${'\u0301\u0316'.repeat(9e3)}"}`))],
  [413, 'a bomb', JSON_TYPE, 'gzip', gzipSync(bomb)],
  [413, 'a bomb of br', JSON_TYPE, 'br', brotliCompressSync(bomb)],
  [413, 'too much as it is', JSON_TYPE, undefined, bomb],
])('%i for %s', async (status, _, type, encoding, payload) => {
  const send = (method: 'POST' | 'GET' | 'DELETE', url: string) =>
    picket.server.app.inject({
      method,
      url,
      headers: {
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      },
      payload,
    });
  const answer = await send('POST', '/api/v1/uilog');
  expect(answer.statusCode).toBe(status);
  if (status >= 400) expect(answer.json()).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
  // Who must not, need not be understood; who asks for something is not asked what for.
  expect((await send('POST', '/api/v1/locations')).statusCode).toBe(401);
  expect((await send('GET', '/api/v1/version')).statusCode).toBe(200);
  // An unknown path has no caller, whose body would be counted.
  expect([404, status]).toContain((await send('POST', '/api/v1/absent')).statusCode);
  expect([404, status]).toContain((await send('DELETE', '/api/v1/uilog')).statusCode);
});

test.each([
  [413, 'anybody', 'POST /auth/login', 65_537],
  [400, 'anybody', 'POST /auth/login', 65_536],
  [413, 'a crash of the console', 'POST /uilog', 524_289],
  [400, 'a crash of the console', 'POST /uilog', 524_288],
  [413, 'a user', 'POST /locations', 524_289],
  [400, 'a user', 'POST /locations', 524_288],
  [413, 'a zone', 'POST /locations/{location}/zones', 4_194_305],
  [400, 'a zone', 'POST /locations/{location}/zones', 4_194_304],
  [413, 'a report', 'POST /sentry/telemetry', 4_194_305],
  [400, 'a report', 'POST /sentry/telemetry', 4_194_304],
])('%i for so many bytes of %s: %s, %i', async (status, _, route, bytes) => {
  const [method = '', path = ''] = route.split(' ');
  const answer = await picket.server.app.inject({
    method: method as 'POST',
    url: `/api/v1${path.replace('{location}', room.location)}`,
    headers: {
      'content-type': JSON_TYPE,
      ...(path.startsWith('/sentry') ? { authorization: `Bearer ${room.token}` } : { cookie: picket.admin.cookie }),
    },
    payload: `{"unknown":"${' '.repeat(bytes - 14)}"}`,
  });
  expect(answer.statusCode).toBe(status);
});

test('a refusal does not repeat all that is wrong with a large body', async () => {
  const fields = Array.from({ length: 30_000 }, (_, index) => `"field${index}":1`).join(',');
  for (const body of [`{${fields}}`, `{"name":"Vault","timezone":"UTC","attributes":{${fields}}}`]) {
    const answer = await picket.server.app.inject({
      method: 'POST',
      url: '/api/v1/locations',
      headers: { 'content-type': JSON_TYPE, cookie: picket.admin.cookie },
      payload: body,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.body.length).toBeLessThan(20_000);
  }
});
