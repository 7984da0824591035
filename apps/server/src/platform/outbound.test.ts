import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressProblem, guardedLookup, OutboundRefused, sendOutbound } from './outbound.ts';

let port = 0;
let requests = 0;
const server = createServer((_request, response) => {
  requests += 1;
  response.end('x'.repeat(100_000));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const LOOPBACK = ['127.0.0.1/32'];

/** A name server that answers as it is told, each time the next. */
const answering =
  (...answers: readonly string[][]) =>
  (_host: string, _options: object, done: (error: null, addresses: { address: string; family: number }[]) => void) => {
    const next = (answers.length > 1 ? (answers as string[][]).shift() : answers[0]) ?? [];
    done(
      null,
      next.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };

const looked = (resolve: ReturnType<typeof answering>, allowed: readonly string[] = [], isStrict = false) =>
  new Promise<string | Error>((done) => {
    guardedLookup(allowed, isStrict, resolve)('name.example', { all: true }, (error, addresses) =>
      done(error ?? JSON.stringify(addresses)),
    );
  });

describe('a name is connected to at the address that was checked', () => {
  test('outside: it is', async () => {
    expect(await looked(answering(['93.184.215.14']))).toBe('[{"address":"93.184.215.14","family":4}]');
  });

  test.each([
    [['127.0.0.1']],
    [['10.1.2.3']],
    [['93.184.215.14', '127.0.0.1']],
    [['::1']],
    [['::ffff:10.0.0.1']],
    [['fd12::1']],
    [[]],
  ])('%s: it is refused', async (addresses) => {
    expect(await looked(answering(addresses))).toBeInstanceOf(OutboundRefused);
  });

  test('rebinding: the answer that is checked is the answer that is used, so a second one counts for nothing', async () => {
    const resolve = answering(['93.184.215.14'], ['127.0.0.1']);
    expect(await looked(resolve)).toContain('93.184.215.14');
    expect(await looked(resolve)).toBeInstanceOf(OutboundRefused);
  });

  test('without encryption it goes to allowed networks alone', async () => {
    expect(await looked(answering(['93.184.215.14']), LOOPBACK, true)).toBeInstanceOf(OutboundRefused);
    expect(await looked(answering(['127.0.0.1']), LOOPBACK, true)).toContain('127.0.0.1');
  });
});

test('nothing is sent where nothing may be', async () => {
  const url = `http://127.0.0.1:${port}/`;
  await expect(sendOutbound({ url, method: 'POST' }, { allowed: [], deadlineMs: 500 })).rejects.toBeInstanceOf(
    OutboundRefused,
  );
  expect(requests).toBe(0);
  expect(addressProblem(url, LOOPBACK)).toBeNull();
  expect(addressProblem('http://8.8.8.8/', LOOPBACK)).toBe('must be an https:// address');
});

test('little of a long answer is read', async () => {
  const answer = await sendOutbound(
    { url: `http://127.0.0.1:${port}/`, method: 'GET' },
    { allowed: LOOPBACK, deadlineMs: 2000 },
  );
  expect(answer.status).toBe(200);
  expect(answer.text.length).toBe(2048);
});
