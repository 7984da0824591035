/**
 * npm run bench:policies: latency of editing a policy or a zone. The backtest: a draft and the version in force over 30 days
 * of a sentry, one reading per minute, from the server and drawn in a browser. A zone: from its edit to its recomputed week
 * of history, one picture per minute; and its preview. Each is compared with the time of the database for the same rows.
 */

import { join } from 'node:path';
import { DeviceClient } from '@picket/sentry';
import { openClient } from '@picket/server/database-connections';
import { chromium, type Page } from 'playwright-core';
import { OWNER, printTimes, sleep, startBenchServer } from './lib/bench-server.ts';

const MINUTES = 30 * 24 * 60;
const PICTURES = 7 * 24 * 60;
const ROUNDS = 7;
const ROWS = 24;
const COLUMNS = 32;
const METRIC = 'thermal_temperature';
const DAY = 86_400_000;

const { api, base, dataDir, databaseUrl, stop } = await startBenchServer();
const client = openClient(databaseUrl, 'script');
await client.connect();

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function rounds(work: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(() => work(round)));
  return times;
}

async function fill() {
  const location = await api('POST /locations', { body: { name: 'Cold store', timezone: 'Europe/Berlin' } });
  const made = await api('POST /locations/{guid}/sentries', {
    params: { guid: location.guid },
    body: { name: 'Rack 0', reportIntervalSeconds: 60 },
  });
  const device = new DeviceClient(base, join(dataDir, 'device'));
  await device.activate(made.activationCode, 'PT-1', 'S-0');
  const data = Buffer.from(new Float32Array(ROWS * COLUMNS).fill(21).buffer).toString('base64');
  const at = Date.now();
  const values = { value: 21 };
  await device.report(
    [
      { sensorMetricId: 'environment_temperature', at, values },
      { sensorMetricId: METRIC, at, frame: { rows: ROWS, columns: COLUMNS, data } },
    ],
    false,
  );
  // A day's swing, a wobble, and now and then a fault: some forty alerts in a month.
  await client.query(
    `INSERT INTO reading (tenant_guid, series_id, at, value)
     SELECT x.tenant_guid, x.id, date_trunc('minute', now()) - n * interval '1 minute',
            26 + 4 * sin(n * 2 * pi() / 1440) + 1.5 * sin(n / 7.0) + CASE WHEN n % 1000 < 12 THEN 6 ELSE 0 END
       FROM series x, generate_series(1, $2::int) n
      WHERE x.sentry_guid = $1::uuid AND x.sensor_metric_id = 'environment_temperature' ON CONFLICT DO NOTHING`,
    [made.guid, MINUTES],
  );
  const picture = (await client.query<{ data: Buffer }>('SELECT data FROM frame LIMIT 1')).rows[0]?.data;
  await client.query(
    `INSERT INTO frame (tenant_guid, sentry_guid, sensor_metric_id, at, rows, columns, data)
     SELECT s.tenant_guid, s.guid, $2, date_trunc('minute', now()) - n * interval '1 minute', $3, $4, $5
       FROM sentry s, generate_series(1, $6::int) n WHERE s.guid = $1::uuid ON CONFLICT DO NOTHING`,
    [made.guid, METRIC, ROWS, COLUMNS, picture, PICTURES],
  );
  await client.query(
    `INSERT INTO reading (tenant_guid, series_id, at, value)
     SELECT x.tenant_guid, x.id, f.at, 21 FROM series x JOIN frame f ON f.sentry_guid = x.sentry_guid AND f.sensor_metric_id = x.sensor_metric_id
      WHERE x.sensor_metric_id = $1 ON CONFLICT DO NOTHING`,
    [METRIC],
  );
  await client.query('ANALYZE');
  return { location: location.guid, sentry: made.guid };
}

/** From a limit being typed until the backtest says something else and has been painted. */
async function redraws(page: Page, policy: string): Promise<number[]> {
  await page.goto(`${base}/sign-in`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(OWNER.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/locations');
  await page.goto(`${base}/admin/policies/${policy}`);
  await page.locator('[data-backtest] svg rect[data-state]').first().waitFor();
  const limit = page.getByRole('textbox', { name: 'Limit of temperature' }).nth(1);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const changed = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const backtest = document.querySelector('[data-backtest] [aria-live="polite"]');
          if (!backtest) throw new Error('the backtest is not there');
          let began = 0;
          document.addEventListener(
            'input',
            () => {
              began = performance.now();
            },
            { capture: true, once: true },
          );
          new MutationObserver((_, observer) => {
            if (began === 0) return;
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began), 0));
          }).observe(backtest, { characterData: true, subtree: true, childList: true });
        }),
    );
    await sleep(200);
    // Every other one finds no alert at all: what it says is never what it said.
    await limit.fill(round % 2 === 0 ? String(140 + round) : String(90 + round));
    times.push(await changed);
    await sleep(400);
  }
  return times;
}

const cells = (round: number) =>
  Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLUMNS }, (__, column) =>
      row > 2 && column > 2 + round ? ('included' as const) : ('excluded' as const),
    ),
  );

try {
  const { location, sentry } = await fill();
  const policies = await api('GET /policies', { query: { limit: 500 } });
  const room = policies.items.find(({ name }) => name === 'Room temperature');
  const thermal = policies.items.find(({ name }) => name === 'Thermal');
  if (!room || !thermal) throw new Error('the default policies are not there');
  const now = Date.now();
  const span = (days: number) => ({
    from: new Date(now - days * DAY).toISOString(),
    to: new Date(now).toISOString(),
  });

  console.log(`backtest: ${MINUTES} readings of one sentry, Room temperature (two violations)`);
  let answer = { before: 0, after: 0 };
  const backtests = await rounds(async (round) => {
    const violations = room.definition.violations.map((one) => ({ ...one, onsetDelay: 60 * (round + 1) }));
    const { draft, inForce } = await api('POST /policies/{guid}/backtest', {
      params: { guid: room.guid },
      body: { definition: { violations }, sentry, ...span(30) },
    });
    answer = { before: inForce.alerts.length, after: draft.alerts.length };
  });
  const plain = await rounds(() =>
    client.query(
      `SELECT at, value, lag(value) OVER (ORDER BY at) FROM reading r JOIN series x ON x.tenant_guid = r.tenant_guid AND x.id = r.series_id
        WHERE x.sentry_guid = $1::uuid AND x.sensor_metric_id = 'environment_temperature' AND at >= now() - interval '30 days'`,
      [sentry],
    ),
  );
  console.log(`  ${answer.before} alerts in force, ${answer.after} of the last draft`);
  const backtest = printTimes('  a draft and the version in force, returned', backtests);
  console.log(`  ${(backtest / printTimes('  the same rows read out of Postgres', plain)).toFixed(2)} times that`);

  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const painted = await redraws(await browser.newPage({ viewport: { width: 1366, height: 900 } }), room.guid);
  printTimes('  redrawn in the browser after a limit was typed', painted);
  await browser.close();

  console.log(`zone: ${PICTURES} pictures of one sensor, ${ROWS} x ${COLUMNS}`);
  const zone = await api('POST /locations/{guid}/zones', {
    params: { guid: location },
    body: { name: 'Shelves', sentry, sensorMetricIdList: [METRIC], exclusions: cells(0), policy: thermal.guid },
  });
  const count = async (revision: number): Promise<number> => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM reading r JOIN series x ON x.tenant_guid = r.tenant_guid AND x.id = r.series_id
        WHERE x.sentry_guid = $1::uuid AND x.column_name = $2`,
      [sentry, `max@${zone.zoneId}:${revision}`],
    );
    return rows[0]?.count ?? 0;
  };
  const previews = await rounds((round) =>
    api('POST /locations/{guid}/zones/preview', {
      params: { guid: location },
      body: {
        sentry,
        sensorMetricId: METRIC,
        rows: ROWS,
        columns: COLUMNS,
        exclusions: cells(round + 8),
        zoneId: zone.zoneId,
        ...span(7),
      },
    }),
  );
  // The oldest pictures of the week leave it while this runs.
  const most = PICTURES - 5;
  while ((await count(1)) < most) await sleep(50);
  const edits = await rounds(async (round) => {
    await api('PATCH /locations/{guid}/zones/{zoneId}', {
      params: { guid: location, zoneId: zone.zoneId },
      body: { exclusions: cells(round + 1) },
    });
    while ((await count(round + 2)) < most) await sleep(10);
  });
  const read = await rounds(() =>
    client.query('SELECT at, data FROM frame WHERE sentry_guid = $1::uuid AND sensor_metric_id = $2', [sentry, METRIC]),
  );
  const preview = printTimes('  preview of a redrawn zone, returned', previews);
  const edit = printTimes('  from the edit to its week of history', edits);
  const pictures = printTimes('  the same pictures read out of Postgres', read);
  console.log(`  ${(preview / pictures).toFixed(2)} and ${(edit / pictures).toFixed(2)} times that`);
} finally {
  await client.end();
  await stop();
}
process.exit(0);
