/** Forms reach rows that have them, as fields; everything else is refused in the form of the row. */
import { gzipSync } from 'node:zlib';
import { ENDPOINT_TABLE } from '@picket/contracts/endpoints';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installErrorResponses } from './error-responses.ts';
import { installFormBodies } from './form-bodies.ts';
import { installJsonBodies } from './json-bodies.ts';

const LIMIT = 1000;
const FORM = 'application/x-www-form-urlencoded';
let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify({ bodyLimit: LIMIT });
  installErrorResponses(app);
  installJsonBodies(app);
  installFormBodies(app);
  const endpoint = ENDPOINT_TABLE['POST /prometheus/api/v1/labels'];
  app.post('/form', { config: { endpoint } }, ({ body }) => body);
  app.post('/json', { config: { endpoint: ENDPOINT_TABLE['POST /alerts'] } }, ({ body }) => body);
  await app.ready();
});
afterAll(() => app.close());

const post = async (url: string, type: string, payload: string | Buffer, headers = {}) => {
  const response = await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type, ...headers } });
  return { status: response.statusCode, body: response.json<unknown>() };
};

test.each([
  ['a=1&b=x+y%2B', { a: '1', b: 'x y+' }],
  ['match[]=a&match%5B%5D=b&c=', { 'match[]': ['a', 'b'], c: '' }],
  ['%E0%A4%A&=x', { '\ufffd%A': '', '': 'x' }],
  ['a', { a: '' }],
])('%s', async (text, body) => {
  expect(await post('/form', `${FORM}; charset=utf-8`, text)).toEqual({ status: 200, body });
});

test('__proto__ is a field like others', async () => {
  const response = await app.inject({
    method: 'POST',
    url: '/form',
    payload: '__proto__=x',
    headers: { 'content-type': FORM },
  });
  expect(response.body).toBe('{"__proto__":"x"}');
});

test('compressed, up to the limit after decompression', async () => {
  const headers = { 'content-encoding': 'gzip' };
  expect(await post('/form', FORM, gzipSync('a=1'), headers)).toEqual({ status: 200, body: { a: '1' } });
  expect(await post('/form', FORM, gzipSync(`a=${'1'.repeat(LIMIT)}`), headers)).toMatchObject({
    status: 413,
    body: { status: 'error', errorType: 'bad_data', error: 'The request body is too large' },
  });
  expect(await post('/form', FORM, Buffer.from('a=1'), headers)).toMatchObject({ status: 400 });
});

test('a row has forms or JSON, never both; errors have the form of the row', async () => {
  expect(await post('/form', 'application/json', '{}')).toEqual({
    status: 415,
    body: { status: 'error', errorType: 'bad_data', error: 'This kind of content is not accepted here' },
  });
  expect(await post('/json', FORM, 'a=1')).toMatchObject({ status: 415, body: { code: 'mediaType' } });
  expect(await post('/json', 'application/json', '{"a":1}')).toEqual({ status: 200, body: { a: 1 } });
});
