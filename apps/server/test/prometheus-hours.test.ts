/** Long graphs in PromQL: functions over whole hours say the same from roll-ups of packed days as from readings. */
import { expect, test } from 'vitest';
import { createReadingPartitions } from '../src/capabilities/timeseries/index.ts';
import { picketForTest } from './harness.ts';

const HOUR = 3_600_000;

interface Matrix {
  readonly data: { readonly result: readonly { readonly values: readonly (readonly [number, string])[] }[] };
}

test('whole hours come from roll-ups, over packed days as over readings', async () => {
  const picket = await picketForTest();
  const made = await picket.call<{ token: string }>('POST', '/api-tokens', {
    as: picket.admin,
    body: { name: 'Grafana', days: 30, permissions: [{ role: 'VIEWER' }] },
  });
  const as = { sentry: '', token: made.body.token };
  const device = await picket.addDevice(await picket.addLocation());
  const day = Date.UTC(2026, 1, 27);
  await createReadingPartitions(picket.platform.db, picket.clock.now());
  const { console: sql } = picket.platform.db;
  await picket.send(device, 'air_co2', 0);
  await sql.query(
    `INSERT INTO reading (tenant_guid, series_id, at, value)
     SELECT x.tenant_guid, x.id, $2::timestamptz + make_interval(mins => n), n FROM series x, generate_series(1, 2879, 2) n
      WHERE x.sentry_guid = $1::uuid AND x.sensor_metric_id = 'air_co2'`,
    [device.sentry, new Date(day)],
  );
  const ask = async (query: string) => {
    const body = { query, start: `${(day + HOUR) / 1000}`, end: `${(day + 48 * HOUR) / 1000}`, step: '1h' };
    const answer = await picket.call<Matrix>('POST', '/prometheus/api/v1/query_range', { as, body });
    return answer.body.data.result[0]?.values.map(([, value]) => Number(value));
  };
  const name = 'picket_air_co2_ppm';
  const queries = ['avg', 'min', 'max', 'sum', 'count', 'last'].map((one) => `${one}_over_time(${name}[1h])`);
  const expected = (of: (first: number) => number) => Array.from({ length: 48 }, (_, hour) => of(hour * 60 + 1));
  const check = async () => {
    expect(await Promise.all(queries.map(ask))).toEqual([
      expected((first) => first + 29),
      expected((first) => first),
      expected((first) => first + 58),
      expected((first) => (first + 29) * 30),
      expected(() => 30),
      expected((first) => first + 58),
    ]);
  };
  await check();
  expect((await picket.pack()).days).toBeGreaterThan(0);
  await check();
});
