/** What a call throws where nobody answers as Picket does. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { limitOf } from './call-limit.ts';
import { type Client, createClient } from './client.ts';

const UNREACHABLE = { name: 'ApiError', status: 0, code: 'unreachable' };
const LIMITS = { usualMs: 50, longMs: 60_000 };

async function clientOf(answer: RequestListener, limits = { usualMs: 60_000, longMs: 60_000 }): Promise<Client> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return createClient({ base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, limits });
}

describe('a server that never answers', () => {
  test('counts as unreachable once the time is over', async () => {
    const client = await clientOf(() => {}, LIMITS);
    await expect(client('POST /auth/logout', {})).rejects.toMatchObject(UNREACHABLE);
  });

  test('also where it stops within a response', async () => {
    const client = await clientOf((_request, response) => response.writeHead(200).write('{"version":'), LIMITS);
    await expect(client('GET /version', {})).rejects.toMatchObject(UNREACHABLE);
  });

  test('a call that its caller ends rejects with the reason', async () => {
    const client = await clientOf(() => {}, LIMITS);
    const reason = new Error('no longer wanted');
    await expect(client('GET /version', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const over = new AbortController();
    const asked = client('POST /policies/preview', {
      signal: over.signal,
      body: { name: 'A', definition: { violations: [] } },
    });
    over.abort(reason);
    await expect(asked).rejects.toBe(reason);
  });

  test('what takes long may take longer', () => {
    expect(limitOf('GET /alerts', LIMITS)).toBe(LIMITS.usualMs);
    expect(limitOf('POST /policies/backtest', LIMITS)).toBe(LIMITS.longMs);
  });
});

describe('a response that was cut, or is from somebody else, counts as none', () => {
  test('one that ends before its length', async () => {
    const client = await clientOf((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"version":');
      setImmediate(() => response.destroy());
    });
    await expect(client('GET /version', {})).rejects.toMatchObject(UNREACHABLE);
  });

  test.each(['{"version":', '<html>Sign in to this network</html>', ''])('%j', async (body) => {
    const client = await clientOf((_request, response) => response.writeHead(200).end(body));
    await expect(client('GET /version', {})).rejects.toMatchObject(UNREACHABLE);
  });

  test('what Picket refuses keeps its status', async () => {
    const client = await clientOf((_request, response) => response.writeHead(502).end('<html>Bad gateway</html>'));
    await expect(client('GET /version', {})).rejects.toMatchObject({ name: 'ApiError', status: 502 });
  });
});
