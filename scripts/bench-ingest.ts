/**
 * npm run bench:ingest: readings a second through HTTP, durable and evaluated with the default policies, beside COPY from
 * a file into (int, timestamptz, float8) with a primary key on the same database. Only the ratio travels between machines.
 *
 *   npm run bench:ingest -- --seconds 20 --sentries 200 --readings 20 --connections 64
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient, encodePassword } from '@picket/contracts/client';
import pg from 'pg';
import { startServer } from '../tests/server-process.ts';
import { startPostgres } from './lib/postgres.ts';

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
const COPY_ROWS = 2_000_000;
const PASSWORD = 'a benchmark is no place for secrets';

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** Rows a second of COPY FROM a file, the best of three. */
/** What a browser would send back. */
const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

async function copyRate(admin: pg.Client, folder: string): Promise<number> {
  const file = join(folder, 'copy.csv');
  const start = Date.UTC(2026, 0, 1);
  const lines = Array.from(
    { length: COPY_ROWS },
    (_, row) =>
      `${row % 4000},${new Date(start + Math.floor(row / 4000) * 1000).toISOString()},${20 + (row % 97) / 10}`,
  );
  writeFileSync(file, lines.join('\n'), { mode: 0o644 });
  let best = 0;
  for (let run = 0; run < 3; run++) {
    await admin.query('DROP TABLE IF EXISTS copy_bench');
    await admin.query('CREATE TABLE copy_bench (series int, at timestamptz, value float8, PRIMARY KEY (series, at))');
    const began = performance.now();
    await admin.query(`COPY copy_bench FROM '${file}' WITH (FORMAT csv)`);
    best = Math.max(best, COPY_ROWS / ((performance.now() - began) / 1000));
  }
  await admin.query('DROP TABLE copy_bench');
  rmSync(file);
  return best;
}

interface BenchDevice {
  readonly token: string;
  /** What each of its sensors says. */
  readonly metrics: readonly ((value: number) => { readonly sensorMetricId: string; readonly values: object })[];
}

function metricsOf(sentry: number): BenchDevice['metrics'] {
  return Array.from({ length: READINGS }, (_, index) => {
    if (index === 0)
      return (value: number) => ({ sensorMetricId: 'environment_temperature', values: { value: 22 + value } });
    if (index === 1)
      return (value: number) => ({ sensorMetricId: 'environment_humidity', values: { value: 45 + value } });
    const sensorMetricId = `fluid-B-${serialOf(sentry, index)}_battery`;
    return (value: number) => ({ sensorMetricId, values: { value: 3 + value / 10 } });
  });
}

/** Every sentry has fluid sensors of its own, paired, so that each reading meets the policies on it. */
const serialOf = (sentry: number, index: number): string => `${sentry}.${index}`;

interface Load {
  readonly reports: number;
  readonly failures: number;
  readonly latencies: readonly number[];
}

/** Every connection sends one report after the other, each for the next sentry. */
async function load(base: string, devices: readonly BenchDevice[], seconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const { hostname, port } = new URL(base);
  const deadline = performance.now() + seconds * 1000;
  const latencies: number[] = [];
  let failures = 0;
  let turn = 0;
  let clock = Date.now() - 3_600_000;
  const body = (device: BenchDevice): string => {
    clock += 1;
    const at = new Date(clock).toISOString();
    const value = (clock % 17) / 17;
    return JSON.stringify({ sentAt: at, readings: device.metrics.map((reading) => ({ ...reading(value), at })) });
  };
  const once = (device: BenchDevice): Promise<void> =>
    new Promise((resolve) => {
      const payload = body(device);
      const began = performance.now();
      const call = request(
        {
          agent,
          hostname: hostname === 'localhost' ? '127.0.0.1' : hostname,
          port,
          method: 'POST',
          path: '/api/v1/sentry/telemetry',
          headers: {
            authorization: `Bearer ${device.token}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(payload),
          },
        },
        (response) => {
          response.resume();
          response.on('end', () => {
            if (response.statusCode === 200) latencies.push(performance.now() - began);
            else failures += 1;
            resolve();
          });
        },
      );
      call.on('error', () => {
        failures += 1;
        resolve();
      });
      call.end(payload);
    });
  const connection = async (): Promise<void> => {
    while (performance.now() < deadline) {
      turn += 1;
      const device = devices[turn % devices.length];
      if (device !== undefined) await once(device);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  agent.destroy();
  return { reports: latencies.length, failures, latencies };
}

const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
const postgres = await startPostgres(folder);
const admin = new pg.Client({ connectionString: postgres.adminUrl });
await admin.connect();
try {
  say('COPY from a file …');
  const copy = await copyRate(admin, folder);
  const server = await startServer(postgres.url, {
    env: { PICKET_ADMIN_EMAIL: 'bench@picket.example', PICKET_ADMIN_PASSWORD: PASSWORD },
  });
  try {
    const login = await fetch(`${server.base}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'bench@picket.example', password: encodePassword(PASSWORD) }),
    });
    const cookie = cookiesOf(login);
    const api = createClient({ base: `${server.base}/api/v1`, credentials: 'omit', headers: () => ({ cookie }) });
    const location = await api('POST /locations', { body: { name: 'Bench', timezone: 'UTC' } });
    const devices: BenchDevice[] = [];
    for (let index = 0; index < SENTRIES; index++) {
      const made = await api('POST /locations/{guid}/sentries', {
        params: { guid: location.guid },
        body: { name: `Sentry ${index}` },
      });
      const { token } = await api('POST /sentry/activate', {
        body: { activationCode: made.activationCode, model: 'bench', serialNumber: `${index}`, softwareVersion: '1' },
      });
      devices.push({ token, metrics: metricsOf(index) });
      const sensors = Array.from({ length: Math.max(0, READINGS - 2) }, (_, sensor) => ({
        model: 'B',
        serial_number: serialOf(index, sensor + 2),
        type: 'FLUID' as const,
      }));
      const device = createClient({
        base: `${server.base}/api/v1`,
        credentials: 'omit',
        headers: () => ({ authorization: `Bearer ${token}` }),
      });
      await device('POST /sentry/discovered', { body: { sensors } });
      if (sensors.length > 0)
        await api('POST /locations/{guid}/sensors/subscribe', { params: { guid: location.guid }, body: { sensors } });
    }
    say('Warming up …');
    await load(server.base, devices, 3);
    say(`${SENTRIES} sentries, ${READINGS} readings a report, ${CONNECTIONS} connections, ${SECONDS} s …`);
    const before = await countReadings();
    const began = performance.now();
    const { reports, failures, latencies } = await load(server.base, devices, SECONDS);
    const elapsed = (performance.now() - began) / 1000;
    const stored = (await countReadings()) - before;
    const sorted = [...latencies].sort((a, b) => a - b);
    const percentile = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
    const rate = stored / elapsed;
    if (stored < reports * READINGS) throw new Error(`acknowledged ${reports * READINGS} readings, stored ${stored}`);
    console.log(
      `ingest through HTTP   ${Math.round(rate).toLocaleString('en')} readings/s, durable and evaluated (${reports} reports, ${failures} refused)`,
    );
    console.log(
      `report latency        p50 ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms, p99 ${percentile(0.99)} ms`,
    );
    console.log(`COPY from a file      ${Math.round(copy).toLocaleString('en')} rows/s`);
    console.log(`ratio                 ${(rate / copy).toFixed(3)}`);
  } finally {
    await server.stop();
  }
} finally {
  await admin.end();
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function countReadings(): Promise<number> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM reading');
  await client.end();
  return Number(rows[0]?.count ?? 0);
}
