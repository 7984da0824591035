/**
 * npm run bench:ingest: readings a second through HTTP, durable and evaluated with the default policies, beside COPY from
 * a file on the same database; the load is made on the same machine. Only the ratio travels between machines.
 *
 *   npm run bench:ingest -- --seconds 20 --sentries 200 --readings 20 --connections 64
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startServer } from '../tests/server-process.ts';
import { copyRate, countReadings, makeSentries, OWNER_ENV } from './lib/ingest-bench.ts';
import { startPostgres } from './lib/postgres.ts';
import { load, percentile } from './lib/report-load.ts';

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

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
const postgres = await startPostgres(folder);
const admin = new pg.Client({ connectionString: postgres.adminUrl });
await admin.connect();
try {
  say('COPY from a file …');
  const copy = await copyRate(admin, folder);
  const env = { ...OWNER_ENV, NODE_OPTIONS: process.env.BENCH_SERVER_OPTIONS ?? '' };
  const server = await startServer(postgres.url, { env });
  try {
    const { devices } = await makeSentries(server.base, SENTRIES, READINGS);
    say('Warming up …');
    await load({ base: server.base, devices, connections: CONNECTIONS, seconds: 3 });
    say(`${SENTRIES} sentries, ${READINGS} readings a report, ${CONNECTIONS} connections, ${SECONDS} s …`);
    const before = await countReadings(postgres.url);
    const full = await load({ base: server.base, devices, connections: CONNECTIONS, seconds: SECONDS });
    const stored = (await countReadings(postgres.url)) - before;
    if (stored < full.accepted * READINGS)
      throw new Error(`acknowledged ${full.accepted * READINGS} readings, stored ${stored}`);
    const rate = stored / full.seconds;
    console.log(
      `ingest through HTTP   ${Math.round(rate).toLocaleString('en')} readings/s, durable and evaluated (${full.accepted} reports, ${full.refused} refused, ${full.failures} failed)`,
    );
    console.log(
      `report latency        p50 ${percentile(full.latencies, 0.5).toFixed(1)} ms, p95 ${percentile(full.latencies, 0.95).toFixed(1)} ms, p99 ${percentile(full.latencies, 0.99).toFixed(1)} ms`,
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
