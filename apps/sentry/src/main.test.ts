/** The program, as a process of its own. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { formatInstant } from '@picket/domain/time';
import { expect, onTestFinished, test } from 'vitest';
import { DeviceClient } from './device-client.ts';
import { fetchInterval } from './kept-interval.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** A server that is away until `isReachable`, and the folder of a sentry that was activated there. */
async function openServer() {
  const folder = mkdtempSync(join(tmpdir(), 'picket-start-'));
  writeFileSync(join(folder, 'identity.json'), JSON.stringify({ sentry: 'a', token: 'b' }));
  const picket = { isReachable: false, answersConfig: true, connections: 0, ats: new Set<string>() };
  const server = createServer(async (request, response) => {
    const body = await whole(request);
    const isConfig = request.url?.endsWith('/sentry/config');
    if (isConfig && !picket.answersConfig) return;
    const { readings } = body.length > 0 && request.url?.endsWith('/telemetry') ? parse(body) : { readings: [] };
    for (const { at } of readings) picket.ats.add(at);
    const taken = { accepted: 1, duplicates: 0, late: 0, rejected: [], serverTime: formatInstant(Date.now()) };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(isConfig ? { reportIntervalSeconds: 2 } : taken));
  });
  server.on('connection', (socket) => {
    picket.connections += 1;
    if (!picket.isReachable) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });
  return { picket, base: `http://127.0.0.1:${port}`, folder };
}

async function whole(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

const parse = (body: Buffer): { readings: { at: string }[] } => JSON.parse(gunzipSync(body).toString());

const keptIn = (folder: string): unknown => JSON.parse(readFileSync(join(folder, 'report-interval.json'), 'utf8'));

test('a sentry that starts while the server is away measures at its last interval, and delivers later', async () => {
  const { picket, base, folder } = await openServer();
  writeFileSync(join(folder, 'report-interval.json'), JSON.stringify({ reportIntervalSeconds: 1 }));
  const args = [MAIN, '--server', base, '--folder', folder, '--scenario', 'normal'];
  const sentry = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = new Promise((resolve) => sentry.once('close', resolve));
    if (sentry.kill('SIGKILL')) await ended;
  });
  const backlog = join(folder, 'backlog');
  const kept = (): string[] =>
    existsSync(backlog) ? readdirSync(backlog).filter((name) => /^\d+\.json$/u.test(name)) : [];
  await expect.poll(() => kept().length).toBeGreaterThan(1);
  const first: { readings: { at: number }[] } = JSON.parse(readFileSync(join(backlog, kept()[0] ?? ''), 'utf8'));
  picket.isReachable = true;
  const firstAt = formatInstant(first.readings[0]?.at ?? 0);
  await expect.poll(() => [...picket.ats]).toContain(firstAt);
  expect(picket.connections).toBeGreaterThan(1);
});

test('the interval is kept for a start at which the server does not answer', async () => {
  const { picket, base, folder } = await openServer();
  const client = new DeviceClient(base, folder);
  const never = new AbortController().signal;
  expect(await fetchInterval(client, folder, never)).toBe(60);
  picket.isReachable = true;
  expect(await fetchInterval(client, folder, never)).toBe(2);
  expect(keptIn(folder)).toEqual({ reportIntervalSeconds: 2 });
  picket.answersConfig = false;
  expect(await fetchInterval(client, folder, AbortSignal.timeout(50))).toBe(2);
});
