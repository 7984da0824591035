/**
 * npm run bench:notifications: how long a receiver waits for the first word of an alert while sentries report all the time.
 * From the moment a device sends the reading that raises (or ends) an alert to the moment a webhook's request arrives;
 * beside it the same receiver asked directly: only the ratio travels.
 *
 *   npm run bench:notifications -- --seconds 20 --pace 1000
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@picket/cli/postgres';
import { createClient } from '@picket/contracts/client';
import { openClient } from '@picket/server/database-connections';
import { jsonOf, openReceiver } from '../tests/support/receivers.ts';
import { startServer } from '../tests/support/server-process.ts';
import { makeSentries, OWNER_ENV } from './lib/ingest-bench.ts';
import { load, percentile } from './lib/report-load.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, pace: { type: 'string', default: '1000' } },
});
const SECONDS = Number(values.seconds);
const PACE = Number(values.pace);
const READINGS = 20;
/** Alerts that begin and end meanwhile, a second. */
const ALERTS = 10;

const percentiles = (all: readonly number[]): string =>
  [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${percentile(all, share).toFixed(0)} ms`).join(', ');

const folder = mkdtempSync(join(tmpdir(), 'picket-bench-notifications-'));
const postgres = await startPostgres(folder);
const receiver = await openReceiver();
const server = await startServer(postgres.url, {
  env: {
    ...OWNER_ENV,
    PICKET_OWNER_DATABASE_URL: postgres.ownerUrl,
    PICKET_OUTBOUND_ALLOWED: `127.0.0.1:${receiver.port}`,
    PICKET_LOG_LEVEL: 'warn',
  },
});
try {
  process.stderr.write('Making sentries …\n');
  const quiet = await makeSentries(server.base, 200, READINGS);
  const loud = await makeSentries(server.base, ALERTS * SECONDS, 1);
  const api = createClient({
    base: `${server.base}/api/v1`,
    credentials: 'omit',
    headers: () => ({ cookie: quiet.cookie }),
  });
  await api('POST /destinations', { body: { kind: 'WEBHOOK', name: 'Machine', settings: { url: receiver.url } } });

  const sentAt = new Map<string, number>();
  const send = async (device: (typeof loud.devices)[number], change: 'raised' | 'cleared'): Promise<void> => {
    sentAt.set(`${device.sentry} alert.${change}`, Date.now());
    const at = new Date().toISOString();
    const readings = [{ sensorMetricId: 'sentry_tamper', at, values: { value: change === 'raised' ? 1 : 0 } }];
    await fetch(`${server.base}/api/v1/sentry/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${device.token}` },
      body: JSON.stringify({ sentAt: at, readings }),
    });
  };
  const direct: number[] = [];
  const happening = (async () => {
    for (const [place, device] of loud.devices.entries()) {
      await new Promise((resolve) => setTimeout(resolve, 1000 / ALERTS));
      void send(device, 'raised');
      const before = loud.devices[place - ALERTS * 2];
      if (before !== undefined) void send(before, 'cleared');
      const began = performance.now();
      await fetch(`${receiver.url}/direct`, { method: 'POST', body: '{}' });
      direct.push(performance.now() - began);
    }
  })();
  const under = await load({
    base: server.base,
    devices: quiet.devices,
    connections: 32,
    seconds: SECONDS,
    pace: PACE,
  });
  await happening;
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const sql = openClient(postgres.url, 'script');
  await sql.connect();
  const { rows } = await sql.query<{ guid: string; sentry: string }>('SELECT guid, sentry_guid AS sentry FROM alert');
  const { rows: attempts } = await sql.query<{ wait: number }>(
    `SELECT extract(epoch FROM m.first_tried_at - d.created_at)::float8 * 1000 AS wait FROM message m
       JOIN delivery d ON d.message_guid = m.guid WHERE m.channel = 'WEBHOOK'`,
  );
  await sql.end();
  const sentryOf = new Map(rows.map(({ guid, sentry }) => [guid, sentry]));
  const waits = receiver.accepted
    .filter(({ path }) => path !== '/direct')
    .flatMap((one) => {
      const { type, data } = jsonOf<{ type: string; data: { alert: string } }>(one);
      const began = sentAt.get(`${sentryOf.get(data.alert) ?? ''} ${type}`);
      return began === undefined ? [] : [one.at - began];
    });
  console.log(
    `load                  ${Math.round((under.accepted * READINGS) / under.seconds)} readings/s, ${ALERTS} alerts/s`,
  );
  console.log(`transitions told      ${waits.length} of ${sentAt.size}`);
  console.log(`reading to receiver   ${percentiles(waits)}, worst ${Math.max(...waits).toFixed(0)} ms`);
  console.log(`written to attempt    ${percentiles(attempts.map(({ wait }) => wait))}`);
  console.log(`the receiver directly ${percentiles(direct)}`);
  console.log(`ratio at p50          ${(percentile(waits, 0.5) / percentile(direct, 0.5)).toFixed(1)}`);
} finally {
  await receiver.close();
  await server.stop();
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
