/**
 * npm run bench:console: how long people wait. 200 locations with 2,000 sentries: when /locations can be used after its
 * first byte, and how long a live reading takes from its event to the screen. A year of one series, a reading a minute
 * (525,600): how long /history takes from the click to the drawing. Compared with drawing the same number of points that
 * are already there, which is what no server could do faster.
 */

import { join } from 'node:path';
import { DeviceClient } from '@picket/sentry';
import { openClient } from '@picket/server/database-connections';
import { chromium, type Page } from 'playwright-core';
import { OWNER, printTimes, sleep, startBenchServer } from './lib/bench-server.ts';
import { packClosedDays } from './lib/fill-store.ts';

const LOCATIONS = 200;
const SENTRIES = 10;
const MINUTES = 525_600;
const ROUNDS = 7;

const { api, base, dataDir, databaseUrl, stop } = await startBenchServer();

/** One location with one sentry, made through the API, and a device that has reported once. */
async function addFirst(): Promise<{ location: string; sentry: string; device: DeviceClient }> {
  const first = await api('POST /locations', { body: { name: 'Aachen 000', timezone: 'Europe/Berlin' } });
  const made = await api('POST /locations/{guid}/sentries', {
    params: { guid: first.guid },
    body: { name: 'Rack 0', reportIntervalSeconds: 60 },
  });
  const device = new DeviceClient(base, join(dataDir, 'device'));
  await device.activate(made.activationCode, 'PT-1', 'S-0');
  const now = Date.now();
  const values = { value: 21 };
  await device.report(
    ['environment_temperature', 'environment_humidity'].map((sensorMetricId) => ({ sensorMetricId, at: now, values })),
    false,
  );
  return { location: first.guid, sentry: made.guid, device };
}

type Client = ReturnType<typeof openClient>;

/** Adds the other locations and sentries: copies of the first, with a day of readings each. Only reading is measured. */
async function addCopies(client: Client, location: string): Promise<void> {
  await client.query(
    `INSERT INTO location (guid, tenant_guid, name, name_key, timezone, attributes, created_at, last_update_ts)
     SELECT gen_random_uuid(), tenant_guid, 'Site ' || n, 'site' || n, 'Europe/Berlin', '{}', now(), now()
       FROM location, generate_series(1, $1::int) n WHERE guid = $2::uuid`,
    [LOCATIONS - 1, location],
  );
  await client.query(
    `INSERT INTO sentry (guid, tenant_guid, location_guid, name, name_key, report_interval_seconds, attributes, activated_at,
                         created_at, last_update_ts, clock_skewed)
     SELECT gen_random_uuid(), tenant_guid, guid, 'Rack ' || n, 'rack' || n, 60, '{}', now(), now(), now(), false
       FROM location, generate_series(1, $1::int) n`,
    [SENTRIES],
  );
  await client.query(
    `INSERT INTO monitor_state (sentry_guid, state, last_received_at, revision)
     SELECT s.guid, m.state, now(), 0 FROM sentry s, (SELECT state FROM monitor_state LIMIT 1) m
      WHERE NOT EXISTS (SELECT 1 FROM monitor_state x WHERE x.sentry_guid = s.guid)`,
  );
  await client.query(
    `INSERT INTO series (sentry_guid, sensor_metric_id, column_name)
     SELECT guid, metric, 'value' FROM sentry, unnest(ARRAY['environment_temperature', 'environment_humidity']) metric
      ON CONFLICT DO NOTHING`,
  );
  await client.query(
    `INSERT INTO reading (series_id, at, value)
     SELECT x.id, date_trunc('minute', now()) - n * interval '10 minutes', 21 + sin(n / 20.0) + x.id % 7
       FROM series x, generate_series(1, 144) n ON CONFLICT DO NOTHING`,
  );
}

/** Adds a year of readings, one a minute, to one series of the sentry. */
async function addYear(client: Client, sentry: string): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT x.id FROM series x JOIN sentry s ON s.guid = x.sentry_guid
      WHERE s.guid = $1::uuid AND x.sensor_metric_id = 'environment_temperature'`,
    [sentry],
  );
  await client.query(
    `INSERT INTO reading (series_id, at, value)
     SELECT $1::int, date_trunc('minute', now()) - n * interval '1 minute', 21 + 4 * sin(n / 400.0) + sin(n / 7.0)
       FROM generate_series(1, $2::int) n ON CONFLICT DO NOTHING`,
    [rows[0]?.id, MINUTES],
  );
}

async function fill(): Promise<{ first: string; device: DeviceClient }> {
  const { location, sentry, device } = await addFirst();
  const client = openClient(databaseUrl, 'script');
  await client.connect();
  await addCopies(client, location);
  await addYear(client, sentry);
  await client.query('ANALYZE');
  await client.end();
  await packClosedDays(databaseUrl);
  return { first: location, device };
}

/** Measures from the first byte of the page until its cards are shown and the main thread is free. */
async function interactive(page: Page): Promise<{ usable: number; answered: number }> {
  await page.goto(`${base}/locations`, { waitUntil: 'commit' });
  await page.locator('.location-card').first().waitFor();
  return page.evaluate(async () => {
    await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const usable = performance.now() - (entry?.responseStart ?? 0);
    const [cards] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/views/locations')) as PerformanceResourceTiming[];
    return { usable, answered: cards?.duration ?? Number.NaN };
  });
}

/** Measures from the event in the page until the number is painted. */
async function liveUpdate(page: Page, device: DeviceClient, value: number): Promise<number> {
  const painted = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const card = [...document.querySelectorAll('.location-card')].find((one) =>
          one.textContent?.includes('Aachen 000'),
        );
        const number = card?.querySelector('[data-metric="environment_temperature.value"] .value');
        if (!number) throw new Error('the card is not there');
        const arrived = (window as unknown as { arrived: number[] }).arrived;
        arrived.length = 0;
        new MutationObserver((_, observer) => {
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - (arrived[0] ?? Number.NaN)), 0));
        }).observe(number, { characterData: true, subtree: true, childList: true });
      }),
  );
  await sleep(100);
  await device.report([{ sensorMetricId: 'environment_temperature', at: Date.now(), values: { value } }], false);
  return painted;
}

/** Measures from the click on "1 y" until the graph of the year is drawn. */
async function yearDrawn(page: Page, location: string): Promise<{ drawn: number; answered: number }> {
  await page.goto(`${base}/locations/${location}/history?range=24h&series=environment_temperature.value`);
  await page.locator('.time-graph canvas').first().waitFor();
  await sleep(400);
  return page.evaluate(
    () =>
      new Promise<{ drawn: number; answered: number }>((resolve) => {
        const button = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].find(
          ({ value }) => value === '1y',
        );
        const began = performance.now();
        const note = document.querySelector('.graph-note');
        if (!button || !note) throw new Error('the page is not there');
        new MutationObserver((_, observer) => {
          if (!note.textContent?.startsWith('Thinned')) return;
          observer.disconnect();
          requestAnimationFrame(() =>
            setTimeout(() => {
              const [asked] = performance
                .getEntriesByType('resource')
                .filter(
                  ({ name, startTime }) => name.includes('/telemetry?') && startTime >= began,
                ) as PerformanceResourceTiming[];
              resolve({ drawn: performance.now() - began, answered: asked?.duration ?? Number.NaN });
            }, 0),
          );
        }).observe(note, { characterData: true, subtree: true, childList: true });
        button.click();
      }),
  );
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const { first, device } = await fill();
  console.log(`${LOCATIONS} locations, ${LOCATIONS * SENTRIES + 1} sentries, ${MINUTES} readings in one series`);
  // A card shows its hottest sentry: from here on that is the one that reports.
  await device.report([{ sensorMetricId: 'environment_temperature', at: Date.now(), values: { value: 60 } }], false);
  const context = await browser.newContext({ viewport: { width: 1366, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const arrived: number[] = [];
    Object.assign(window, { arrived });
    const Original = window.EventSource;
    class Watched extends Original {
      constructor(url: string | URL, init?: EventSourceInit) {
        super(url, init);
        this.addEventListener('reading', () => arrived.push(performance.now()));
      }
    }
    window.EventSource = Watched;
  });
  await page.goto(`${base}/sign-in`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(OWNER.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/locations');
  await page.locator('.location-card').first().waitFor();

  const loads: number[] = [];
  const listed: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { usable, answered } = await interactive(page);
    loads.push(usable);
    listed.push(answered);
  }
  printTimes('/locations usable after its first byte', loads);
  printTimes('  of which the answer with its cards', listed);
  await sleep(1500);
  const lives: number[] = [];
  for (let round = 0; round < ROUNDS; round++) lives.push(await liveUpdate(page, device, 61 + round / 2));
  printTimes('a live reading painted after its event', lives);
  const years: number[] = [];
  const answers: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { drawn, answered } = await yearDrawn(page, first);
    years.push(drawn);
    answers.push(answered);
  }
  const drawnIn = printTimes('a year of one-minute readings drawn after the click', years);
  const answeredIn = printTimes('  of which its answer from the server', answers);
  console.log(`  drawn in ${(drawnIn / answeredIn).toFixed(2)} times its answer`);
} finally {
  await browser.close();
  await stop();
}
process.exit(0);
