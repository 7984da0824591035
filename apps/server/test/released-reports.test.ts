/** A report that waits holds what is kept of its readings, not what was sent. */
import { formatInstant } from '@picket/domain/time';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { ingestReport } from '../src/capabilities/ingest/ingest-report.ts';
import { contextOf } from '../src/platform/http/context.ts';
import { picketForTest } from './harness.ts';

test('the readings may be let go while the report waits to be stored', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const device = await picket.addDevice(location);
  const sentry = await picket.server.pipeline.sentryOf(device.token);
  if (sentry === null) throw new Error('the token is not known');
  const holder = new pg.Client({ connectionString: picket.platform.db.connectionString });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM monitor_state WHERE sentry_guid = $1 FOR UPDATE', [device.sentry]);

  const at = formatInstant(picket.clock.now());
  const readings: unknown[] = [
    { sensorMetricId: 'environment_temperature', at, values: { value: 20 } },
    { sensorMetricId: 'environment_humidity', at, values: { value: 41 } },
    { sensorMetricId: 'no_such_metric', at, values: { value: 1 } },
  ];
  const release = vi.fn(() => {
    readings.length = 0;
  });
  const report = ingestReport(contextOf(picket.platform, sentry), picket.server.pipeline, { readings, release });
  await expect.poll(() => picket.server.pipeline.ingestQueue.load.tenants, { timeout: 20_000 }).toBe(1);
  expect(release).toHaveBeenCalledTimes(1);
  await holder.query('ROLLBACK');
  await holder.end();

  expect(await report).toMatchObject({ accepted: 2, duplicates: 0, rejected: [{ index: 2 }] });
  const { rows } = await picket.platform.db.console.query<{ value: number }>(
    'SELECT r.value FROM reading r JOIN series s ON s.id = r.series_id WHERE s.sentry_guid = $1 ORDER BY r.value',
    [device.sentry],
  );
  expect(rows.map(({ value }) => value)).toEqual([20, 41]);
});
