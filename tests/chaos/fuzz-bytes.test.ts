/**
 * Whatever bytes arrive, the server goes on: its process is the witness. A sample in every run; with PICKET_DEEP a hundred
 * thousand requests, a fifth of them over sockets that speak no proper HTTP. PICKET_BYTES: how many; PICKET_SEED: which.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeviceClient } from '../../apps/sentry/src/device-client.ts';
import { reportCamera } from '../support/clip-device.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { digestsOf, madeClip } from '../support/made-clip.ts';
import { ADMIN, newDevice } from '../support/recorded-run.ts';
import { createSeededRandom, type SeededRandom } from '../support/seeded-random.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';
import { type Outcome, openWire, type Wire } from '../support/wire.ts';
import { type Access, anyBodyCase, build, everyBodyCase } from '../support/wire-bodies.ts';
import { anyNoise } from '../support/wire-noise.ts';

const MANY = Number(process.env.PICKET_BYTES ?? (process.env.PICKET_DEEP ? 100_000 : 0));
const SLICE = 5000;
/** With fewer, the first tenth is over before the heap has the size it works with. */
const SLICES_OF_A_MILLION = 200;
const SAMPLE_OF_NOISE = 2000;
const SEED = Number(process.env.PICKET_SEED ?? (process.env.PICKET_DEEP ? Date.now() % 2 ** 31 : 20_261_122));
const CONNECTIONS = 64;
const CLIP_SECONDS = 2;
const PATIENT = { timeout: 4 * 3_600_000 };

const folder = mkdtempSync(join(tmpdir(), 'picket-bytes-'));
let database: TestDatabase;
let server: RunningServer;
let access: Access;
/** What the server wrote down about errors of its own. */
const errors: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServer(database.url, {
    env: { ...ADMIN, PICKET_LOG_LEVEL: 'error', PICKET_SIGN_IN_RATE_LIMIT: '100000000' },
    onLog: (text) => {
      errors.push(
        ...text
          .split('\n')
          .filter((line) => /"code":"internal"|uncaught error of a request|unexpected error, stopping/u.test(line)),
      );
    },
  });
  const { cookie, location, device } = await newDevice(server.base, folder);
  const { token } = JSON.parse(readFileSync(join(folder, 'identity.json'), 'utf8'));
  access = { cookie, token, location, upload: await announceVideo(device, cookie, location) };
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Announces a video of a sentry whose camera is on, and uploads nothing of it; returns the path to upload to. */
async function announceVideo(device: DeviceClient, cookie: string, location: string): Promise<string> {
  await fetch(`${server.base}/api/v1/locations/${location}/camera`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie },
    body: '{"mode":"ON"}',
  });
  await reportCamera(device);
  const turnedOnAt = Date.now();
  await wait(CLIP_SECONDS * 1000);
  const answer = await device.send('POST', '/sentry/video', {
    startedAt: formatInstant(turnedOnAt),
    endedAt: formatInstant(turnedOnAt + CLIP_SECONDS * 1000),
    contentType: 'video/mp4',
    codec: 'avc1.42c01f',
    ...digestsOf(madeClip({ seconds: CLIP_SECONDS })),
  });
  const { uploads }: ResponseOf<'POST /sentry/video'> = JSON.parse(await answer.text());
  return `/api/v1${uploads[0]?.url}`;
}

class Tally {
  readonly statuses = new Map<number | string, number>();
  readonly faults: string[] = [];
  sent = 0;
  add(what: string, { end, statuses, faults }: Outcome): void {
    this.sent += 1;
    for (const key of statuses.length > 0 ? statuses : [end]) this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1);
    if (end === 'silent') this.faults.push(`${what}: neither an answer nor a close`);
    this.faults.push(...faults.map((fault) => `${what}: ${fault}`));
  }
  /** No faults, and hardly any 503. */
  expectGood(): void {
    expect(this.faults.slice(0, 20)).toEqual([]);
    expect((this.statuses.get(503) ?? 0) / this.sent).toBeLessThan(0.01);
  }
  get summary(): string {
    const counts = [...this.statuses].sort(([, a], [, b]) => b - a).map(([what, count]) => `${what}: ${count}`);
    return `${this.sent} sent; ${counts.join(', ')}`;
  }
}

const residentBytes = (): number => {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
};

/** Works off `jobs`, so many at once as there are connections. */
async function all(jobs: Iterable<() => Promise<void>>): Promise<void> {
  const left = jobs[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let job = left.next(); !job.done; job = left.next()) {
        if (!existsSync(`/proc/${server.pid}`)) throw new Error('the server ended');
        await job.value();
      }
    }),
  );
}

const noiseJob = (wire: Wire, tally: Tally, random: SeededRandom) => async (): Promise<void> => {
  const noise = anyNoise(random);
  tally.add(`noise (${noise.kind})`, await wire.sendNoise(noise));
};

async function expectWitness(): Promise<void> {
  expect((await fetch(`${server.base}/api/v1/health`)).status).toBe(204);
  expect(readFileSync(`/proc/${server.pid}/cmdline`, 'utf8')).toContain('main.ts');
  expect(errors.slice(0, 3)).toEqual([]);
}

/** Requests that never end, and connections on which none begins; settles with how long each was suffered, in seconds. */
function drips(): Promise<number[]> {
  const post = (path: string, type: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 1000000\r\n\r\n`;
  const beginnings = [
    post('/api/v1/uilog', 'application/json'),
    post('/api/v1/uilog', 'text/plain'),
    post('/api/v1/locations', 'application/json'),
    post('/api/v1/absent', 'application/json'),
    post('/api/v1/sentry/telemetry', 'application/json').replace(
      'Host',
      `Authorization: Bearer ${access.token}\r\nHost`,
    ),
    'GET /api/v1/health HTTP/1.1\r\nX: ',
    '',
  ];
  return Promise.all(
    beginnings.flatMap((beginning) =>
      Array.from({ length: 5 }, () => {
        const began = performance.now();
        return new Promise<number>((resolve) => {
          const socket = connect(server.port, '127.0.0.1', () => socket.write(beginning));
          const dripping = setInterval(() => beginning !== '' && socket.write('1'), 500);
          socket.resume();
          socket.on('error', () => {});
          socket.on('close', () => {
            clearInterval(dripping);
            resolve((performance.now() - began) / 1000);
          });
        });
      }),
    ),
  );
}

test('every content type, encoding, damage and route once, noise, and requests that never end', PATIENT, async () => {
  const random = createSeededRandom(SEED);
  const tally = new Tally();
  const wire = openWire(server.port, CONNECTIONS);
  const suffered = drips();
  await all(
    everyBodyCase(random).map((one) => async () => {
      tally.add(Object.values(one).join(', '), await wire.send(build(one, access, random)));
    }),
  );
  await all(Array.from({ length: SAMPLE_OF_NOISE }, () => noiseJob(wire, tally, random)));
  wire.close();
  console.log(`seed ${SEED}: ${tally.summary}`);
  tally.expectGood();
  await expectWitness();
  const seconds = await suffered;
  console.log(`requests that never end: closed after at most ${Math.max(...seconds).toFixed(1)} s`);
  // 30 s and the 5 s between two looks, and what a busy machine adds.
  expect(Math.max(...seconds)).toBeLessThan(45);
});

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

async function aGreatMany(): Promise<void> {
  const began = performance.now();
  const total = new Tally();
  const slices = Math.ceil(MANY / SLICE);
  const memory: number[] = [];
  for (let slice = 0; slice < slices; slice++) {
    const seed = (SEED + slice) >>> 0;
    const random = createSeededRandom(seed);
    const tally = new Tally();
    const wire = openWire(server.port, CONNECTIONS);
    await all(
      Array.from({ length: SLICE }, (_, place) =>
        place % 5 === 4
          ? noiseJob(wire, tally, random)
          : async () => {
              const one = anyBodyCase(random);
              tally.add(Object.values(one).join(', '), await wire.send(build(one, access, random)));
            },
      ),
    );
    wire.close();
    memory.push(residentBytes());
    console.log(`slice ${slice + 1}, seed ${seed}: ${tally.summary}; ${Math.round((memory.at(-1) ?? 0) / 1e6)} MB`);
    tally.expectGood();
    await expectWitness();
    total.sent += tally.sent;
  }
  const third = Math.ceil(slices / 3);
  const before = mean(memory.slice(-2 * third, -third));
  const last = mean(memory.slice(-third));
  console.log(
    `${total.sent} requests in ${Math.round((performance.now() - began) / 1000)} s; resident in the last third ${Math.round(last / 1e6)} MB, in the one before ${Math.round(before / 1e6)} MB`,
  );
  if (slices >= SLICES_OF_A_MILLION / 2) {
    const tenth = memory[Math.ceil(slices / 10) - 1] ?? 0;
    const end = memory.at(-1) ?? 0;
    console.log(`resident at the end ${(end / tenth).toFixed(3)} of that after the first tenth`);
    expect(end).toBeLessThanOrEqual(tenth * 1.1);
  }
  // A process grows until its heap has the size it works with, so the first third says nothing of a leak.
  expect(last).toBeLessThan(before * 1.05);
}

if (MANY > 0) test('a great many, and no memory lost', PATIENT, aGreatMany);
