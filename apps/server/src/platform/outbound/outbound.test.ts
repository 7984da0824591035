import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AddressScope } from './address-scope.ts';
import { addressProblem, guardedLookup, OutboundRefused, sendOutbound } from './outbound.ts';

let port = 0;
let requests = 0;
/** How the next request is answered. */
let how: 'OK' | 'REFUSE' | 'DROP' | 'HANG' | 'UPGRADE' = 'OK';
const server = createServer((_request, response) => {
  requests += 1;
  if (how === 'OK') response.end('x'.repeat(100_000));
  if (how === 'REFUSE') response.writeHead(500, { 'x-secret': 'in a header' }).end('a secret in the body');
  if (how === 'DROP') response.destroy();
  if (how === 'UPGRADE')
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
const here = (): ReadonlySet<string> => new Set([`127.0.0.1:${port}`]);

/** A name server that returns the given responses, one after the other. */
const answering =
  (...answers: readonly string[][]) =>
  (_host: string, _options: object, done: (error: null, addresses: { address: string; family: number }[]) => void) => {
    const next = (answers.length > 1 ? (answers as string[][]).shift() : answers[0]) ?? [];
    done(
      null,
      next.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };

const lookups = (resolve: ReturnType<typeof answering>, reaches: readonly AddressScope[] = ['PUBLIC']) =>
  new Promise<string | Error>((done) => {
    guardedLookup(reaches, resolve)('name.example', { all: true }, (error, addresses) =>
      done(error ?? JSON.stringify(addresses)),
    );
  });

describe('a name is connected to at the address that was checked', () => {
  test('a public host', async () => {
    expect(await lookups(answering(['93.184.215.14']))).toBe('[{"address":"93.184.215.14","family":4}]');
  });

  test.each([
    [['127.0.0.1']],
    [['10.1.2.3']],
    [['93.184.215.14', '127.0.0.1']],
    [['::1']],
    [['::ffff:10.0.0.1']],
    [['::127.0.0.1']],
    [['::7f00:1']],
    [['64:ff9b::a00:1']],
    [['2002:7f00:1::']],
    [['fd12::1']],
    [[]],
  ])('%s: it is refused', async (addresses) => {
    expect(await lookups(answering(addresses))).toBeInstanceOf(OutboundRefused);
  });

  test('DNS rebinding: the checked address is the one connected to', async () => {
    const resolve = answering(['93.184.215.14'], ['127.0.0.1']);
    expect(await lookups(resolve)).toContain('93.184.215.14');
    expect(await lookups(resolve)).toBeInstanceOf(OutboundRefused);
  });

  test('an allowed host: private addresses, never forbidden ones', async () => {
    expect(await lookups(answering(['93.184.215.14']), ['PRIVATE'])).toBeInstanceOf(OutboundRefused);
    expect(await lookups(answering(['127.0.0.1']), ['PRIVATE'])).toContain('127.0.0.1');
    for (const address of ['169.254.169.254', '0.0.0.0', '224.0.0.1', '::', 'fe80::1', '64:ff9b::7f00:1'])
      expect(await lookups(answering([address]), ['PUBLIC', 'PRIVATE'])).toBeInstanceOf(OutboundRefused);
  });

  test('a name that does not exist is refused in the same words as a private one', async () => {
    const inside = await lookups(answering(['10.1.2.3']));
    const absent = await new Promise<unknown>((done) => {
      guardedLookup(['PUBLIC'], (_host, _options, answered) => answered(new Error('getaddrinfo ENOTFOUND'), []))(
        'name.example',
        { all: true },
        (error) => done(error),
      );
    });
    expect(absent).toEqual(inside);
  });
});

describe('what is wrong with an address before it is resolved', () => {
  const allowed = new Set(['ntfy:80', '127.0.0.1:8080', '[fd00::5]:443']);
  test.each([
    ['https://example.com/', null],
    ['https://example.com:8443/', null],
    ['http://ntfy/topic', null],
    ['http://NTFY.:80/', null],
    ['http://127.1:8080/', null],
    ['https://[fd00:0::5]/', null],
    ['http://example.com/', /^must be an https:\/\/ address/u],
    ['https://example.com:444/', /^must be on port 443 or 8443/u],
    ['http://ntfy:8080/', /^must be an https:\/\/ address.*ntfy:8080/u],
    ['https://ntfy:80/', null],
    ['http://127.0.0.1:8081/', /^leads into a private network, and 127\.0\.0\.1:8081 is not allowed/u],
    ['http://127.0.0.2:8080/', /^leads into a private network/u],
    ['https://127.0.0.1/', /^leads into a private network/u],
    ['https://localhost/', /^leads into a private network/u],
    ['https://a.localhost./', /^leads into a private network/u],
    ['http://8.8.8.8/', /^must be an https/u],
    ['https://169.254.169.254/', /never connects/u],
    ['https://[::7f00:1]/', /never connects/u],
  ])('%s', (url, problem) => {
    const found = addressProblem(url, allowed);
    if (problem === null) expect(found).toBeNull();
    else expect(String(found)).toMatch(problem);
  });
});

test('nothing is sent to a refused address', async () => {
  const url = `http://127.0.0.1:${port}/`;
  for (const allowed of [new Set<string>(), new Set([`127.0.0.1:${port + 1}`]), new Set([`localhost:${port}`])])
    await expect(sendOutbound({ url, method: 'POST' }, { allowed, deadlineMs: 500 })).rejects.toBeInstanceOf(
      OutboundRefused,
    );
  expect(requests).toBe(0);
});

test('an allowed name connects to the private address it resolves to', async () => {
  how = 'OK';
  const answer = await sendOutbound(
    { url: `http://localhost:${port}/`, method: 'GET' },
    { allowed: new Set([`localhost:${port}`]), deadlineMs: 2000 },
  );
  expect(answer.status).toBe(200);
});

test('responses and errors of a private host are hidden', async () => {
  const ask = (url = `http://127.0.0.1:${port}/`) =>
    sendOutbound({ url, method: 'GET' }, { allowed: new Set([...here(), '127.0.0.1:1']), deadlineMs: 300 }).catch(
      (error: unknown) => error,
    );
  how = 'OK';
  expect(await ask()).toEqual({ status: 200, text: '', retryAfter: null, date: null, isPrivate: true });
  how = 'REFUSE';
  expect(await ask()).toEqual({ status: 500, text: '', retryAfter: null, date: null, isPrivate: true });
  how = 'DROP';
  const dropped = await ask();
  how = 'HANG';
  const silent = await ask();
  how = 'UPGRADE';
  const upgraded = await ask();
  const refused = await ask('http://127.0.0.1:1/');
  for (const problem of [dropped, silent, upgraded, refused])
    expect(problem).toEqual(new Error('could not be reached'));
});
