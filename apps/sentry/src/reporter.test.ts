import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { formatInstant } from '@picket/domain/time';
import { expect, onTestFinished, test } from 'vitest';
import { IS_DEEP } from '../../../tests/support/deep.ts';
import { Backlog } from './backlog.ts';
import { DeviceClient } from './device-client.ts';
import { runReporter } from './reporter.ts';
import { afterFailure, afterRefusal, beforePostponed } from './retry-pauses.ts';
import type { SensorReading, Source } from './source.ts';

const T0 = Date.UTC(2026, 2, 2, 10);
const HOUR = 3_600_000;
const ATTEMPTS = IS_DEEP ? 1000 : 50;
const AT_ONCE = { afterFailure: () => 0, afterRefusal: () => 0, beforePostponed: () => 1 };

const reading = (at: number): SensorReading => ({
  sensorMetricId: 'environment_temperature',
  at,
  values: { value: 20 },
});

interface Asked {
  readonly ats: readonly string[];
}

/** A server that answers as `answer` says, and a device with a token for it. */
async function openDevice(
  answer: (asked: Asked, place: number) => { status: number; body: object; retryAfter?: number },
) {
  const folder = mkdtempSync(join(tmpdir(), 'picket-reporter-'));
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body: { readings: { at: string }[] } = JSON.parse(gunzipSync(await whole(request)).toString());
    const one = { ats: body.readings.map(({ at }) => at) };
    const { status, body: responseBody, retryAfter } = answer(one, asked.push(one) - 1);
    response
      .writeHead(status, {
        'content-type': 'application/json',
        ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      })
      .end(JSON.stringify(responseBody));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(folder, 'identity.json'), JSON.stringify({ sentry: 'a', token: 'b' }));
  onTestFinished(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });
  return { client: new DeviceClient(`http://127.0.0.1:${port}`, folder), folder: join(folder, 'backlog'), asked };
}

async function whole(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

const sourceOf = (batches: readonly (readonly SensorReading[])[], more: Promise<void>): Source => ({
  name: 'a list',
  async *batches() {
    for (const readings of batches) yield { readings };
    await more;
  },
});

const taken = (serverTime: number, rejected: readonly object[] = []) => ({
  status: 200,
  body: { accepted: 1, duplicates: 0, late: 0, rejected, serverTime: formatInstant(serverTime) },
});

test('with a refused token, reports stay on disk and are sent once the token is accepted again', async () => {
  const over = Promise.withResolvers<void>();
  const refused: string[] = [];
  const { client, folder, asked } = await openDevice((_asked, place) =>
    place < 3 ? { status: 401, body: { code: 'unauthenticated', message: 'Sign in first' } } : taken(T0),
  );
  await runReporter(
    client,
    new Backlog(folder),
    sourceOf([[reading(T0)], [reading(T0 + 1)]], over.promise),
    60,
    { refused: (message) => refused.push(message), sent: ({ unsent }) => unsent === 0 && over.resolve() },
    new AbortController().signal,
    AT_ONCE,
  );
  expect(refused).toEqual(['Sign in first', 'Sign in first', 'Sign in first']);
  expect(asked.at(-1)?.ats).toEqual([formatInstant(T0), formatInstant(T0 + 1)]);
  expect(new Backlog(folder).size).toBe(0);
});

test('what is refused with 429 stays on disk, and is sent again after as long as the server says', async () => {
  const over = Promise.withResolvers<void>();
  const waits: (number | null)[] = [];
  const { client, folder, asked } = await openDevice((_asked, place) =>
    place < 2 ? { status: 429, body: { code: 'sentryRateLimited', message: 'Too many' }, retryAfter: 7 } : taken(T0),
  );
  await runReporter(
    client,
    new Backlog(folder),
    sourceOf([[reading(T0)]], over.promise),
    60,
    { sent: ({ unsent }) => unsent === 0 && over.resolve() },
    new AbortController().signal,
    {
      ...AT_ONCE,
      afterFailure: (_failures, seconds) => {
        waits.push(seconds);
        return 0;
      },
    },
  );
  expect(waits).toEqual([7, 7]);
  expect(asked.map(({ ats }) => ats)).toEqual(asked.map(() => [formatInstant(T0)]));
  expect(asked).toHaveLength(3);
  expect(new Backlog(folder).size).toBe(0);
  expect(afterFailure(0, 7, 0.5)).toBe(7000);
});

test('readings rejected as future are kept and sent again until accepted; other rejections are not', async () => {
  const over = Promise.withResolvers<void>();
  let serverTime = T0 - HOUR;
  const { client, folder, asked } = await openDevice(({ ats }, place) => {
    if (place === 3) serverTime = T0;
    const rejected = ats.flatMap((at, index) =>
      Date.parse(at) > serverTime + 60_000
        ? [{ index, name: `readings.${index}.at`, message: 'lies in the future' }]
        : Date.parse(at) < T0 - HOUR
          ? [{ index, name: `readings.${index}.at`, message: 'is too old' }]
          : [],
    );
    return taken(serverTime, rejected);
  });
  const backlog = new Backlog(folder);
  const postponedCounts: number[] = [];
  await runReporter(
    client,
    backlog,
    sourceOf([[reading(T0 - 2 * HOUR), reading(T0 - HOUR), reading(T0)]], over.promise),
    60,
    {
      postponed: (readings) => postponedCounts.push(readings),
      sent: ({ rejected }) => rejected === 0 && over.resolve(),
    },
    new AbortController().signal,
    AT_ONCE,
  );
  expect(asked[0]?.ats).toHaveLength(3);
  expect(asked.slice(1).map(({ ats }) => ats)).toEqual(asked.slice(1).map(() => [formatInstant(T0)]));
  expect(postponedCounts[0]).toBe(1);
  expect(backlog.postponed).toMatchObject({ size: 0, attempts: 0, dropped: 0 });
});

test('postponed readings survive a restart, and are kept however often they are refused, as long as there is room', () => {
  const folder = mkdtempSync(join(tmpdir(), 'picket-postponed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  new Backlog(folder).postponed.add([reading(T0)]);
  const { postponed } = new Backlog(folder);
  expect(postponed.size).toBe(1);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    let refused: readonly SensorReading[] = [];
    postponed.sendAgain((readings) => {
      refused = readings;
    });
    postponed.add(refused);
  }
  expect(postponed).toMatchObject({ size: 1, attempts: ATTEMPTS, dropped: 0 });
  postponed.add(Array.from({ length: 50_010 }, (_, place) => reading(T0 + place)));
  expect(postponed).toMatchObject({ size: 50_000, dropped: 11 });
});

test('readings that find no room on the disk are reported', async () => {
  const { folder, client } = await openDevice(({ ats }) =>
    taken(
      T0,
      ats.map((_, index) => ({ index, name: `readings.${index}.at`, message: 'lies in the future' })),
    ),
  );
  const backlog = new Backlog(folder);
  backlog.postponed.add(Array.from({ length: 50_000 }, (_, place) => reading(T0 + HOUR + place)));
  const stop = new AbortController();
  const drops: number[] = [];
  const stopped = (signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  await runReporter(
    client,
    backlog,
    sourceOf([[reading(T0 + 2 * HOUR)]], stopped(stop.signal)),
    60,
    {
      dropped: ({ readings }) => {
        drops.push(readings);
        stop.abort();
      },
    },
    stop.signal,
    { ...AT_ONCE, beforePostponed: () => HOUR },
  );
  expect(drops).toEqual([expect.any(Number)]);
  expect(drops[0]).toBeGreaterThan(0);
});

/** Runs with this source until nothing is left, and returns what was dropped. */
async function runUntilSent(
  { client, folder }: Pick<Awaited<ReturnType<typeof openDevice>>, 'client' | 'folder'>,
  readings: readonly SensorReading[],
): Promise<readonly string[]> {
  const dropped: string[] = [];
  const backlog = new Backlog(folder);
  const events = { failed: (message: string) => dropped.push(message) };
  const done = sourceOf([readings], Promise.resolve());
  await runReporter(client, backlog, done, 60, events, new AbortController().signal, AT_ONCE);
  expect(backlog.size).toBe(0);
  return dropped;
}

test('more readings than a request may have, such as those that were postponed, arrive in several', async () => {
  const { client, folder, asked } = await openDevice(({ ats }) =>
    ats.length > 5000 ? { status: 400, body: { message: 'Too many readings' } } : taken(T0 + HOUR),
  );
  new Backlog(folder).postponed.add(Array.from({ length: 12_000 }, (_, place) => reading(T0 + place)));
  expect(await runUntilSent({ client, folder }, [reading(T0 - 1)])).toEqual([]);
  expect(new Set(asked.flatMap(({ ats }) => ats)).size).toBe(12_001);
  expect(asked.every(({ ats }) => ats.length <= 5000)).toBe(true);
});

test.each([
  [400, 1, 1],
  [413, 40, 3],
])(
  'of a report that is refused with %i the halves are sent before a part of it is dropped',
  async (status, count, most) => {
    const bad = formatInstant(T0 + 5);
    const { client, folder, asked } = await openDevice(({ ats }) =>
      ats.includes(bad) ? { status, body: { message: 'Not this' } } : taken(T0 + HOUR),
    );
    const readings = Array.from({ length: count + 6 }, (_, place) => reading(T0 + place));
    expect(await runUntilSent({ client, folder }, readings)).toEqual(['report refused for good: Not this']);
    const arrived = new Set(asked.flatMap(({ ats }) => (ats.includes(bad) ? [] : ats)));
    expect(arrived.size).toBeGreaterThanOrEqual(readings.length - most);
  },
);

test('a server that refuses every report is asked a few times for each', async () => {
  const { client, folder, asked } = await openDevice(() => ({ status: 400, body: { message: 'Not like this' } }));
  await runUntilSent(
    { client, folder },
    Array.from({ length: 3200 }, (_, place) => reading(T0 + place)),
  );
  expect(asked.length).toBeLessThan(100);
});

test('delays: up to five minutes after failures, five minutes to an hour after a refused token, with jitter', () => {
  expect(afterFailure(0, null, 1)).toBe(500);
  expect(afterFailure(20, null, 1)).toBe(300_000);
  expect(afterFailure(0, 7, 0)).toBe(7000);
  expect([0, 1, 2, 3, 4, 20].map((times) => afterRefusal(times, 1))).toEqual(
    [5, 10, 20, 40, 60, 60].map((minutes) => minutes * 60_000),
  );
  expect(afterRefusal(0, 0)).toBe(150_000);
  expect(beforePostponed(0, 0)).toBe(30_000);
  expect(beforePostponed(20, 1)).toBe(HOUR);
});
