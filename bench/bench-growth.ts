/**
 * npm run bench:growth: does ingest slow down as the store fills? The same load with few readings stored and with many:
 * two days of them as rows, as they are on any day, the rest packed, of the very series that report.
 *
 *   npm run bench:growth -- --stored 10000,10000000 --seconds 15      (10000,100000000 takes some minutes to fill)
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@picket/cli/postgres';
import { openClient } from '@picket/server/database-connections';
import { startServer } from '../tests/support/server-process.ts';
import { packSynthetic } from './lib/fill-store.ts';
import { countReadings, makeSentries, OWNER_ENV } from './lib/ingest-bench.ts';
import { load, percentile } from './lib/report-load.ts';

const { values } = parseArgs({
  options: {
    stored: { type: 'string', default: '10000,10000000' },
    seconds: { type: 'string', default: '15' },
    sentries: { type: 'string', default: '200' },
    readings: { type: 'string', default: '20' },
    connections: { type: 'string', default: '64' },
  },
});
const SECONDS = Number(values.seconds);
const READINGS = Number(values.readings);
const CONNECTIONS = Number(values.connections);
const STEPS = values.stored.split(',').map(Number);

const folder = mkdtempSync(join(tmpdir(), 'picket-bench-'));
const postgres = await startPostgres(folder);
const client = openClient(postgres.ownerUrl, 'script');
await client.connect();
const admin = openClient(postgres.adminUrl.replace(/\/postgres$/u, '/picket'), 'script');
await admin.connect();
const server = await startServer(postgres.url, { env: { ...OWNER_ENV, PICKET_OWNER_DATABASE_URL: postgres.ownerUrl } });
try {
  const { devices } = await makeSentries(server.base, Number(values.sentries), READINGS);
  const run = (seconds: number) => load({ base: server.base, devices, connections: CONNECTIONS, seconds });
  await run(3);
  const { rows } = await client.query<{ id: number }>('SELECT id FROM series ORDER BY id');
  const series = rows.map(({ id }) => id);
  let first: number | null = null;
  for (const stored of STEPS) {
    await packSynthetic(postgres.url, series, stored - (await countReadings(postgres.url)), (share) =>
      process.stderr.write(`\rfilling up to ${stored.toLocaleString('en')} … ${Math.round(share * 100)} % `),
    );
    process.stderr.write('\n');
    // What filling has left to do is not what is measured.
    await admin.query('VACUUM ANALYZE');
    await admin.query('CHECKPOINT');
    await run(2);
    const before = await countReadings(postgres.url);
    const { accepted, latencies, seconds } = await run(SECONDS);
    const rate = (accepted * READINGS) / seconds;
    first ??= rate;
    console.log(
      `${before.toLocaleString('en').padStart(12)} stored: ${Math.round(rate).toLocaleString('en')} readings/s, p99 ${percentile(latencies, 0.99).toFixed(0)} ms; ${(rate / first).toFixed(2)} of the first`,
    );
  }
} finally {
  await client.end();
  await admin.end();
  await server.stop();
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
