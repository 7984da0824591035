/** A location with more series than a graph shows. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { queryHistory } from '../src/capabilities/timeseries/index.ts';
import type { Sql } from '../src/platform/db/database.ts';
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

test('a long stretch of many series is read some series at a time, few readings as themselves and many as buckets', async () => {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation());
  const { db } = picket.platform;
  const to = picket.clock.now();
  const from = to - 6.9 * 86_400_000;
  const { rows } = await db.console.query<{ id: number }>(
    `WITH made AS (INSERT INTO series (tenant_guid, sentry_guid, sensor_metric_id, column_name)
       SELECT s.tenant_guid, s.guid, 'probe_' || n, 'value' FROM sentry s CROSS JOIN generate_series(1, 200) AS g(n)
        WHERE s.guid = $1::uuid RETURNING tenant_guid, id),
      stored AS (INSERT INTO reading (tenant_guid, series_id, at, value)
       SELECT tenant_guid, id, $2::timestamptz + n * interval '1 minute', n FROM made CROSS JOIN generate_series(0, 2999) AS g(n)
        WHERE n < 5 OR id = (SELECT min(id) FROM made))
     SELECT id FROM made ORDER BY id`,
    [device.sentry, new Date(from)],
  );
  let mostAtOnce = 0;
  const sql: Sql = {
    query: (text, values, prepared) => {
      for (const value of values ?? []) if (Array.isArray(value)) mostAtOnce = Math.max(mostAtOnce, value.length);
      return db.console.query(text, values, prepared);
    },
  };
  const { tenantGuid } = await db.prisma.sentry.findFirstOrThrow({ where: { guid: device.sentry } });
  const ids = rows.map(({ id }) => id);
  const histories = await queryHistory(sql, tenantGuid, ids, from, to, 2000, Number.NEGATIVE_INFINITY);
  expect(mostAtOnce).toBeLessThanOrEqual(20);
  const [many, ...few] = ids.map((id) => histories.get(id));
  expect(many).toMatchObject({ source: 'raw', resolutionSeconds: 299 });
  expect(many?.points.length).toBeLessThan(700);
  expect(many?.points.reduce((sum, { count }) => sum + count, 0)).toBe(3000);
  expect(few).toHaveLength(199);
  for (const one of few) expect([one?.resolutionSeconds, one?.points.length]).toEqual([0, 5]);
});
