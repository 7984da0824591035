/** Readings a second beside COPY, latencies at half of that, overload, packing, and two processes: for `bench-ingest.ts`. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@picket/cli/postgres';
import { createPacker } from '@picket/server/benchmarks';
import { createLog, openDatabase } from '@picket/server/commands';
import { openClient } from '@picket/server/database-connections';
import { type RunningServer, startServer } from '../../tests/support/server-process.ts';
import { cpuSeconds } from './cpu-time.ts';
import { type BenchTenant, copyRate, countReadings, makeSentries, OWNER_ENV } from './ingest-bench.ts';
import { type LoadResult, load, percentile } from './report-load.ts';

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

interface RateOptions {
  readonly seconds: number;
  readonly sentries: number;
  /** Of a report. */
  readonly readings: number;
  readonly connections: number;
}

interface Place {
  readonly options: RateOptions;
  readonly folder: string;
  readonly postgres: Awaited<ReturnType<typeof startPostgres>>;
  readonly postmaster: number;
}

/** Starts a server, lets the sentries report, and stops it. */
async function withServer<Result>(
  { options, folder, postgres }: Place,
  env: Readonly<Record<string, string>>,
  work: (server: RunningServer, bench: BenchTenant) => Promise<Result>,
): Promise<Result> {
  const server = await startServer(postgres.url, {
    dataDir: join(folder, 'server'),
    env: { ...OWNER_ENV, PICKET_OWNER_DATABASE_URL: postgres.ownerUrl, ...env },
  });
  try {
    const bench = await makeSentries(server.base, options.sentries, options.readings);
    log('Warming up …');
    await load({ base: server.base, devices: bench.devices, connections: options.connections, seconds: 3 });
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
async function measureFullLoad(
  { options, postgres, postmaster }: Place,
  server: RunningServer,
  { devices }: BenchTenant,
  title: string,
): Promise<Measured> {
  const { sentries, readings, connections, seconds } = options;
  log(`${sentries} sentries, ${readings} readings a report, ${connections} connections, ${seconds} s …`);
  const before = await countReadings(postgres.url);
  const cpuBefore = cpuSeconds(server.pid, postmaster);
  const full = await load({ base: server.base, devices, connections, seconds });
  const cpuAfter = cpuSeconds(server.pid, postmaster);
  const stored = (await countReadings(postgres.url)) - before;
  checkStored(full, stored, readings);
  const rate = stored / full.seconds;
  console.log(
    `${title.padEnd(22)}${formatCount(rate)} readings/s, durable and evaluated; ${percentiles(full.latencies)}`,
  );
  if (full.refused + full.failures > 0) console.log(`  ${full.refused} refused, ${full.failures} failed`);
  return { rate, cpu: cpuBefore === null || cpuAfter === null ? null : ((cpuAfter - cpuBefore) / stored) * 1e6 };
}

function checkStored({ accepted }: LoadResult, stored: number, readings: number): void {
  if (stored < accepted * readings) throw new Error(`acknowledged ${accepted * readings} readings, stored ${stored}`);
}

/** Half as many, with a console open: what an answer waits for, and what the console does. */
async function measureHalfLoad(
  { connections, seconds, readings }: RateOptions,
  server: RunningServer,
  { devices, cookie }: BenchTenant,
  rate: number,
): Promise<void> {
  const sentAt = new Map<string, number>();
  const seen: number[] = [];
  const stop = new AbortController();
  const stream = await fetch(`${server.base}/api/v1/events`, { headers: { cookie }, signal: stop.signal });
  const sentries = devices.map(({ sentry }) => sentry);
  const listening = (async () => {
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
    connections,
    seconds,
    pace: rate / 2 / readings,
    onSend: (device, at) => sentAt.set(`${sentries[device]} ${at.replace(/(\.000)?Z$/u, '')}`, performance.now()),
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  stop.abort();
  await listening;
  console.log(
    `at half that load     ${formatCount((half.accepted * readings) / half.seconds)} readings/s; the answer: ${percentiles(half.latencies)}`,
  );
  console.log(
    `POST to SSE event     ${seen.length} events of ${half.accepted} reports, one console open: ${percentiles(seen)}`,
  );
}

/** What packing the readings costs, beside ingesting them. */
async function measurePacking({ postgres, postmaster }: Place, ingestCpu: number | null): Promise<void> {
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
  if (cpuBefore === null || cpuAfter === null || ingestCpu === null) return;
  const cost = ((cpuAfter - cpuBefore) / packed) * 1e6;
  console.log(
    `packing               ${formatCount(packed / seconds)} readings/s; ${cost.toFixed(1)} s of processor a million readings, ingesting them ${ingestCpu.toFixed(1)} s: ${(cost / ingestCpu).toFixed(2)} of it`,
  );
}

/** Many connections, and little room: each of them has sentries of its own, as a report that is refused is sent again before the next. */
async function measureOverload({ options, postgres }: Place, server: RunningServer, { devices }: BenchTenant) {
  const before = await countReadings(postgres.url);
  const over = await load({ base: server.base, devices, connections: 200, seconds: 10 });
  const stored = (await countReadings(postgres.url)) - before;
  checkStored(over, stored, options.readings);
  const missing = Math.max(0, over.accepted * options.readings - stored);
  console.log(
    `overload              200 connections, room for 8 reports: ${over.refused} rejected with 503, ${over.failures} failed, ${over.accepted} reports acknowledged, missing of them ${missing} readings`,
  );
}

/** All but the floor, on a Postgres of its own. */
export async function benchRates(options: RateOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
  const postgres = await startPostgres(folder);
  const postmaster = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const place = { options, folder, postgres, postmaster };
  const admin = openClient(postgres.adminUrl, 'script');
  await admin.connect();
  try {
    log('COPY from a file …');
    const copy = await copyRate(admin, folder);
    console.log(`COPY from a file      ${formatCount(copy)} rows/s`);
    const one = await withServer(place, {}, async (server, bench) => {
      const measured = await measureFullLoad(place, server, bench, 'one server process');
      console.log(`ratio to COPY         ${(measured.rate / copy).toFixed(3)}`);
      await measureHalfLoad(options, server, bench, measured.rate);
      return measured;
    });
    await measurePacking(place, one.cpu);
    await withServer(place, { PICKET_INGEST_CONCURRENCY: '1', PICKET_INGEST_QUEUE_LIMIT: '8' }, (server, bench) =>
      measureOverload(place, server, bench),
    );
    const two = await withServer(place, { PICKET_WORKERS: '2' }, (server, bench) =>
      measureFullLoad(place, server, bench, 'two server processes'),
    );
    console.log(
      `ratio to COPY         ${(two.rate / copy).toFixed(3)}; ${(two.rate / one.rate).toFixed(2)} of one process`,
    );
  } finally {
    await admin.end();
    postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
