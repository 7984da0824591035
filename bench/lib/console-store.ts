/** A store for the console: locations with sentries that have reported, copied by SQL. Only reading is measured. */
import { join } from 'node:path';
import { DeviceClient } from '@picket/sentry';
import { openClient } from '@picket/server/database-connections';
import type { startBenchServer } from './bench-server.ts';
import { packClosedDays } from './fill-store.ts';

export const SENTRIES = 10;
export const MINUTES = 525_600;
/** The location that the bench itself reports to. */
export const FIRST_LOCATION = 'Aachen 000';

export interface FirstLocation {
  readonly location: string;
  readonly sentry: string;
  readonly device: DeviceClient;
}

type Client = ReturnType<typeof openClient>;
type BenchServer = Awaited<ReturnType<typeof startBenchServer>>;

/** One location with one sentry, made through the API, and a device that has reported once. */
export async function addFirstLocation({ api, base, dataDir }: BenchServer): Promise<FirstLocation> {
  const first = await api('POST /locations', { body: { name: FIRST_LOCATION, timezone: 'Europe/Berlin' } });
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

/** Copies the first location until there are `total`, each with sentries and a day of readings. */
async function copyLocations(client: Client, location: string, total: number): Promise<void> {
  await client.query(
    `INSERT INTO location (guid, tenant_guid, name, name_key, timezone, attributes, created_at, last_update_ts)
     SELECT gen_random_uuid(), tenant_guid, 'Site ' || n, 'site' || n, 'Europe/Berlin', '{}', now(), now()
       FROM location, generate_series((SELECT count(*) FROM location), $1::int) n WHERE guid = $2::uuid`,
    [total - 1, location],
  );
  await client.query(
    `INSERT INTO sentry (guid, tenant_guid, location_guid, name, name_key, report_interval_seconds, attributes, activated_at,
                         created_at, last_update_ts, clock_skewed)
     SELECT gen_random_uuid(), tenant_guid, guid, 'Rack ' || n, 'rack' || n, 60, '{}', now(), now(), now(), false
       FROM location l, generate_series(1, $1::int) n
      WHERE NOT EXISTS (SELECT 1 FROM sentry s WHERE s.location_guid = l.guid AND s.name = 'Rack ' || n)`,
    [SENTRIES],
  );
  await client.query(
    `INSERT INTO monitor_state (tenant_guid, sentry_guid, state, last_received_at, revision)
     SELECT s.tenant_guid, s.guid, m.state, now(), 0 FROM sentry s, (SELECT state FROM monitor_state LIMIT 1) m
      WHERE NOT EXISTS (SELECT 1 FROM monitor_state x WHERE x.sentry_guid = s.guid)`,
  );
  await client.query(
    `INSERT INTO series (tenant_guid, sentry_guid, sensor_metric_id, column_name)
     SELECT tenant_guid, guid, metric, 'value' FROM sentry, unnest(ARRAY['environment_temperature', 'environment_humidity']) metric
      ON CONFLICT DO NOTHING`,
  );
  await client.query(
    `INSERT INTO reading (tenant_guid, series_id, at, value)
     SELECT x.tenant_guid, x.id, date_trunc('minute', now()) - n * interval '10 minutes', 21 + sin(n / 20.0) + x.id % 7
       FROM series x, generate_series(1, 144) n
      WHERE NOT EXISTS (SELECT 1 FROM reading r WHERE r.tenant_guid = x.tenant_guid AND r.series_id = x.id AND r.at < now() - interval '5 minutes')
         ON CONFLICT DO NOTHING`,
  );
}

/** Brings the store to `total` locations; days that are over are compressed, as they are after a day. */
export async function fillLocations(databaseUrl: string, location: string, total: number): Promise<void> {
  const client = openClient(databaseUrl, 'script');
  await client.connect();
  await copyLocations(client, location, total);
  await client.query('ANALYZE');
  await client.end();
  await packClosedDays(databaseUrl);
}

/** Adds a year of readings, one a minute, to one series of the sentry. */
export async function addYear(databaseUrl: string, sentry: string): Promise<void> {
  const client = openClient(databaseUrl, 'script');
  await client.connect();
  const { rows } = await client.query<{ tenant: string; id: number }>(
    `SELECT x.tenant_guid AS tenant, x.id FROM series x JOIN sentry s ON s.guid = x.sentry_guid
      WHERE s.guid = $1::uuid AND x.sensor_metric_id = 'environment_temperature'`,
    [sentry],
  );
  await client.query(
    `INSERT INTO reading (tenant_guid, series_id, at, value)
     SELECT $3::uuid, $1::int, date_trunc('minute', now()) - n * interval '1 minute', 21 + 4 * sin(n / 400.0) + sin(n / 7.0)
       FROM generate_series(1, $2::int) n ON CONFLICT DO NOTHING`,
    [rows[0]?.id, MINUTES, rows[0]?.tenant],
  );
  await client.query('ANALYZE');
  await client.end();
  await packClosedDays(databaseUrl);
}
