/** A location with more series than a graph shows. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { picketForTest } from './harness.ts';

const SERIES = 201;

test('all series of a location are exported; a graph says that it does not show all', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const device = await picket.addDevice(location);
  const now = picket.clock.now();
  await picket.platform.db.console.query(
    `WITH made AS (INSERT INTO series (tenant_guid, sentry_guid, sensor_metric_id, column_name)
       SELECT s.tenant_guid, s.guid, 'probe_' || n, 'value' FROM sentry s CROSS JOIN generate_series(1, $2::int) AS g(n)
        WHERE s.guid = $1::uuid RETURNING tenant_guid, id)
     INSERT INTO reading (tenant_guid, series_id, at, value) SELECT tenant_guid, id, $3::timestamptz, 1 FROM made`,
    [device.sentry, SERIES, new Date(now)],
  );
  const ask = <Body>(path: string, query = '') =>
    picket.call<Body>(
      'GET',
      `/locations/${location}/${path}?from=${formatInstant(now - 1000)}&to=${formatInstant(now + 1000)}${query}`,
      { as: picket.admin },
    );
  const { body } = await ask<string>('telemetry/export');
  const lines = String(body).trimEnd().split('\r\n');
  expect(new Set(lines).size).toBe(SERIES + 1);
  const graph = await ask<ResponseOf<'GET /locations/{guid}/telemetry'>>('telemetry', '&points=10');
  expect([graph.body.series.length, graph.body.isCut]).toEqual([200, true]);
  const one = await ask<ResponseOf<'GET /locations/{guid}/telemetry'>>(
    'telemetry',
    '&points=10&sensorMetricId=probe_7',
  );
  expect([one.body.series.length, one.body.isCut]).toEqual([1, undefined]);
});
