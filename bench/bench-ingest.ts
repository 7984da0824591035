/**
 * npm run bench:ingest: readings a second through HTTP, durable and evaluated with the default policies, beside COPY from
 * a file on the same database; then what an answer and a console wait for at half that load, what happens beyond it, what
 * packing costs, and the same with two server processes. The load is made on the same machine: only ratios travel.
 *
 *   npm run bench:ingest -- --seconds 20 --sentries 200 --readings 20 --connections 64
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@picket/cli/postgres';
import { createPacker } from '@picket/server/benchmarks';
import { createLog, openDatabase } from '@picket/server/commands';
import { openClient } from '@picket/server/database-connections';
import { type RunningServer, startServer } from '../tests/support/server-process.ts';
import { cpuSeconds } from './lib/cpu-time.ts';
import { type BenchTenant, copyRate, countReadings, makeSentries, OWNER_ENV } from './lib/ingest-bench.ts';
import { type LoadResult, load, percentile } from './lib/report-load.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    sentries: { type: 'string', default: '200' },
    readings: { type: 'string', default: '20' },
    connections: { type: 'string', default: '64' },
  },
});
const SECONDS = Number(values.seconds);
const SENTRIES = Number(values.sentries);
const READINGS = Number(values.readings);
const CONNECTIONS = Number(values.connections);
const DAY = 86_400_000;

const log = (text: string): void => {
  process.stderr.write(`${text}\n`);
};
const formatCount = (value: number): string => Math.round(value).toLocaleString('en');
const percentiles = (latencies: readonly number[]): string =>
  [0.5, 0.95, 0.99]
    .map((share) => `p${share * 100} ${percentile(latencies, share).toFixed(1)} ms`)
    .concat(`worst ${Math.max(...latencies).toFixed(0)} ms`)
    .join(', ');

const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
const postgres = await startPostgres(folder);
const postmaster = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
const admin = openClient(postgres.adminUrl, 'script');
await admin.connect();

/** Starts a server, lets the sentries report, and stops it. */
async function withServer<Result>(
  env: Readonly<Record<string, string>>,
  work: (server: RunningServer, bench: BenchTenant) => Promise<Result>,
): Promise<Result> {
  const server = await startServer(postgres.url, {
    dataDir: join(folder, 'server'),
    env: { ...OWNER_ENV, PICKET_OWNER_DATABASE_URL: postgres.ownerUrl, ...env },
  });
  try {
    const bench = await makeSentries(server.base, SENTRIES, READINGS);
    log('Warming up …');
    await load({ base: server.base, devices: bench.devices, connections: CONNECTIONS, seconds: 3 });
    return await work(server, bench);
  } finally {
    await server.stop();
  }
}

interface Measured {
  readonly rate: number;
  /** Seconds of server and Postgres a million readings. */
  readonly cpu: number | null;
}

/** As many reports as are answered. */
async function measureFullLoad(server: RunningServer, { devices }: BenchTenant, title: string): Promise<Measured> {
  log(`${SENTRIES} sentries, ${READINGS} readings a report, ${CONNECTIONS} connections, ${SECONDS} s …`);
  const before = await countReadings(postgres.url);
  const cpuBefore = cpuSeconds(server.pid, postmaster);
  const full = await load({ base: server.base, devices, connections: CONNECTIONS, seconds: SECONDS });
  const cpuAfter = cpuSeconds(server.pid, postmaster);
  const stored = (await countReadings(postgres.url)) - before;
  checkStored(full, stored);
  const rate = stored / full.seconds;
  console.log(
    `${title.padEnd(22)}${formatCount(rate)} readings/s, durable and evaluated; ${percentiles(full.latencies)}`,
  );
  if (full.refused + full.failures > 0) console.log(`  ${full.refused} refused, ${full.failures} failed`);
  return { rate, cpu: cpuBefore === null || cpuAfter === null ? null : ((cpuAfter - cpuBefore) / stored) * 1e6 };
}

function checkStored({ accepted }: LoadResult, stored: number): void {
  if (stored < accepted * READINGS) throw new Error(`acknowledged ${accepted * READINGS} readings, stored ${stored}`);
}

/** Half as many, with a console open: what an answer waits for, and what the console does. */
async function measureHalfLoad(server: RunningServer, { devices, cookie }: BenchTenant, rate: number): Promise<void> {
  const sentAt = new Map<string, number>();
  const seen: number[] = [];
  const stop = new AbortController();
  const stream = await fetch(`${server.base}/api/v1/events`, { headers: { cookie }, signal: stop.signal });
  const sentries = devices.map(({ sentry }) => sentry);
  const reading = (async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of stream.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const now = performance.now();
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        const sentry = /"sentry":"([^"]+)"/u.exec(event)?.[1];
        const at = /"at":"([^"]+)"/u.exec(event)?.[1];
        const began = sentAt.get(`${sentry} ${at?.replace(/Z$/u, '').replace(/\.(\d+)$/u, '.$1')}`);
        if (event.includes('"reading"') && began !== undefined) seen.push(now - began);
      }
    }
  })().catch(() => {});
  const half = await load({
    base: server.base,
    devices,
    connections: CONNECTIONS,
    seconds: SECONDS,
    pace: rate / 2 / READINGS,
    onSend: (device, at) => sentAt.set(`${sentries[device]} ${at.replace(/(\.000)?Z$/u, '')}`, performance.now()),
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  stop.abort();
  await reading;
  console.log(
    `at half that load     ${formatCount((half.accepted * READINGS) / half.seconds)} readings/s; the answer: ${percentiles(half.latencies)}`,
  );
  console.log(
    `POST to SSE event     ${seen.length} events of ${half.accepted} reports, one console open: ${percentiles(seen)}`,
  );
}

try {
  log('COPY from a file …');
  const copy = await copyRate(admin, folder);
  console.log(`COPY from a file      ${formatCount(copy)} rows/s`);
  const one = await withServer({}, async (server, bench) => {
    const measured = await measureFullLoad(server, bench, 'one server process');
    console.log(`ratio to COPY         ${(measured.rate / copy).toFixed(3)}`);
    await measureHalfLoad(server, bench, measured.rate);
    return measured;
  });

  log('Packing what was stored …');
  const db = openDatabase(postgres.url, createLog('warn'));
  const packer = createPacker(db, createLog('warn'));
  const cpuBefore = cpuSeconds(process.pid, postmaster);
  const began = performance.now();
  let packed = 0;
  for (let readings = -1; readings !== 0; packed += readings)
    ({ readings } = await packer.pack(Date.now() + 2 * DAY, 600_000));
  const seconds = (performance.now() - began) / 1000;
  const cpuAfter = cpuSeconds(process.pid, postmaster);
  await db.close();
  if (cpuBefore !== null && cpuAfter !== null && one.cpu !== null) {
    const cost = ((cpuAfter - cpuBefore) / packed) * 1e6;
    console.log(
      `packing               ${formatCount(packed / seconds)} readings/s; ${cost.toFixed(1)} s of processor a million readings, ingesting them ${one.cpu.toFixed(1)} s: ${(cost / one.cpu).toFixed(2)} of it`,
    );
  }

  await withServer({ PICKET_INGEST_CONCURRENCY: '1', PICKET_INGEST_QUEUE_LIMIT: '8' }, async (server, { devices }) => {
    const before = await countReadings(postgres.url);
    // Each connection has sentries of its own: a report that is refused is sent again before the next.
    const over = await load({ base: server.base, devices, connections: 200, seconds: 10 });
    const stored = (await countReadings(postgres.url)) - before;
    checkStored(over, stored);
    console.log(
      `overload              200 connections, room for 8 reports: ${over.refused} rejected with 503, ${over.failures} failed, ${over.accepted} reports acknowledged, missing of them ${Math.max(0, over.accepted * READINGS - stored)} readings`,
    );
  });

  const two = await withServer({ PICKET_WORKERS: '2' }, (server, bench) =>
    measureFullLoad(server, bench, 'two server processes'),
  );
  console.log(
    `ratio to COPY         ${(two.rate / copy).toFixed(3)}; ${(two.rate / one.rate).toFixed(2)} of one process`,
  );
} finally {
  await admin.end();
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
