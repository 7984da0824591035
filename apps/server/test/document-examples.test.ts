/**
 * Every example of the API document is sent to a running server: it is answered with the documented status, and with a body that
 * matches the documented schema. `PICKET_WRITE_EXAMPLES=1` writes the examples (`npm run reference`).
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { addressOf } from '@picket/contracts/client';
import { buildApiDocument } from '@picket/contracts/document/build-api-document';
import { exampleOf, type OperationExample } from '@picket/contracts/document/examples/operation-examples';
import { hasPreconditions } from '@picket/contracts/document/operation-errors';
import type { Endpoint } from '@picket/contracts/endpoint';
import { ENDPOINT_KEYS, ENDPOINT_TABLE, type EndpointKey } from '@picket/contracts/endpoints';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { AccessWorld } from './access-world.ts';
import type { ExampleRequest } from './example-request.ts';
import { exampleRequest, NOT_SENT } from './example-requests.ts';
import { ExampleValues } from './example-values.ts';
import { openPicket, type Picket } from './harness.ts';
import { connect } from './socket-client.ts';

const FOLDER = fileURLToPath(new URL('../../../packages/contracts/src/document/examples', import.meta.url));
const isWriting = process.env.PICKET_WRITE_EXAMPLES === '1';
const SENT = ENDPOINT_KEYS.filter((key) => NOT_SENT[key] === undefined);

let picket: Picket;
let world: AccessWorld;
let base = '';
let start = 0;
const recorded = new Map<string, Record<string, OperationExample>>();
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(buildApiDocument(), 'document');

beforeAll(async () => {
  picket = await openPicket();
  world = new AccessWorld(picket);
  await world.build();
  start = picket.clock.now();
  base = await picket.server.app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await picket.close();
  if (!isWriting) return;
  for (const [tag, examples] of recorded)
    writeFileSync(`${FOLDER}/${tag}.json`, `${JSON.stringify(examples, null, 2)}\n`);
});

function record(key: EndpointKey, example: OperationExample): void {
  const { tag } = ENDPOINT_TABLE[key];
  recorded.set(tag, { ...recorded.get(tag), [key]: example });
}

/** Validates by the schema at a place of the document. */
function validatorOf(key: EndpointKey, ...place: readonly string[]): ValidateFunction {
  const [method = '', path = ''] = key.split(' ');
  const isForm = ENDPOINT_TABLE[key].dialect !== undefined && place[0] === 'requestBody';
  const mediaType = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const steps = ['paths', `/api/v1${path}`, method.toLowerCase(), ...place, 'content', mediaType, 'schema'];
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  return ajv.compile({ $ref: `document#/${pointer}` });
}

function expectValid(validate: ValidateFunction, value: unknown, what: string): void {
  expect(validate(value) ? [] : validate.errors, what).toEqual([]);
}

/** The bytes of an upload are no example. */
const inputOf = ({ params, query, body }: ExampleRequest) => ({
  ...(params === undefined ? {} : { params }),
  ...(query === undefined ? {} : { query }),
  ...(body === undefined || body instanceof Buffer ? {} : { body }),
});

async function send(key: EndpointKey, request: ExampleRequest) {
  const { method, url } = addressOf('', key, inputOf(request));
  const { as, body, headers: own = {} } = request;
  const { stream, socket, response, status: expected }: Endpoint = ENDPOINT_TABLE[key];
  if (socket === true && response === null) {
    // Throws where the upgrade is refused.
    const { socket: opened } = await connect(picket, url, { as });
    opened.terminate();
    return { status: expected, body: undefined };
  }
  if (stream === undefined) return picket.call(method as 'GET', url, { as, body, headers: own });
  const stop = new AbortController();
  const headers: Record<string, string> = as !== undefined && 'cookie' in as ? { cookie: as.cookie } : {};
  const { status } = await fetch(`${base}/api/v1${url}`, { headers, signal: stop.signal });
  stop.abort();
  return { status, body: undefined };
}

test.each(SENT)('%s', async (key) => {
  const { status, response, download, body } = ENDPOINT_TABLE[key];
  const request = await exampleRequest(world, key);
  const values = new ExampleValues(picket.clock.now(), start);
  const sent = values.of(inputOf(request), true) as OperationExample;
  if (!isWriting) expect(sent, 'stale: npm run reference').toEqual(inputOf(exampleOf(key)));

  const answer = await send(key, request);
  expect(answer.status, JSON.stringify(answer.body)?.slice(0, 500)).toBe(status);
  if (body !== undefined) expectValid(validatorOf(key, 'requestBody'), request.body, 'the request');
  if (response === null || download !== undefined) {
    record(key, sent);
    return;
  }
  const validate = validatorOf(key, 'responses', String(status));
  expectValid(validate, answer.body, 'the response');
  const shown = values.of(answer.body, false);
  expectValid(validate, isWriting ? shown : exampleOf(key).response, 'the example of the response');
  record(key, { ...sent, response: shown });
});

/** Changes that name a thing: those of others have nothing that could be stale. */
const CHANGES = SENT.filter((key) => /^(?:PATCH|PUT|DELETE) /u.test(key));

test.each(CHANGES)('%s respects preconditions where the document says so', async (key) => {
  const request = await exampleRequest(world, key);
  const { method, url } = addressOf('', key, inputOf(request));
  // Before the version of what nobody has changed yet.
  const headers = { ...request.headers, 'if-unmodified-since': '1960-01-01T00:00:00Z' };
  const { status } = await picket.call(method as 'GET', url, { as: request.as, body: request.body, headers });
  expect(status === 412).toBe(hasPreconditions(key));
});

const VersionedBody = z.object({ last_update_ts: z.string() });

/** Sent again they change nothing, and the version stays. */
const REPEATED: readonly EndpointKey[] = [
  'PATCH /policies/{guid}',
  'PUT /sentries/{guid}/policies/{policyGuid}',
  'PUT /locations/{guid}/weather',
];
const REPLACING = CHANGES.filter(
  (key) => !key.startsWith('DELETE ') && hasPreconditions(key) && !REPEATED.includes(key),
);

test.each(REPLACING)('%s: of two editors with the same version the second one is refused', async (key) => {
  const request = await exampleRequest(world, key);
  const { method, url } = addressOf('', key, inputOf(request));
  const sendWith = (headers: Record<string, string>) =>
    picket.call<unknown>(method as 'GET', url, { as: request.as, body: request.body, headers });
  const before = VersionedBody.parse((await sendWith({})).body).last_update_ts;
  const first = await sendWith({ 'if-unmodified-since': before });
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  // Later also where both came within a millisecond.
  const after = VersionedBody.parse(first.body).last_update_ts;
  expect(Date.parse(after)).toBeGreaterThan(Date.parse(before));
  const second = await sendWith({ 'if-unmodified-since': before });
  expect(second).toMatchObject({ status: 412, body: { code: 'modifiedSince' } });
  expect((await sendWith({ 'if-unmodified-since': after })).status).toBe(200);
});
