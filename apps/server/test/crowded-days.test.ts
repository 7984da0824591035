/** A day with more readings than a call may have arguments. */
import { expect, test } from 'vitest';
import { readingsSince } from '../src/capabilities/timeseries/index.ts';
import { picketForTest } from './harness.ts';

const READINGS = 200_000;

test('all readings of a crowded day are found for the repair of a sentry', async () => {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation());
  const { db } = picket.platform;
  const first = new Date(picket.clock.now());
  first.setUTCHours(0, 0, 0, 0);
  await db.console.query(
    `WITH made AS (INSERT INTO series (tenant_guid, sentry_guid, sensor_metric_id, column_name)
       SELECT tenant_guid, guid, 'probe_1', 'value' FROM sentry WHERE guid = $1::uuid RETURNING tenant_guid, id)
     INSERT INTO reading (tenant_guid, series_id, at, value)
     SELECT tenant_guid, id, $3::timestamptz + n * interval '400 ms', n FROM made CROSS JOIN generate_series(1, $2::int) AS g(n)`,
    [device.sentry, READINGS, first],
  );
  const { tenantGuid } = await db.prisma.sentry.findFirstOrThrow({ where: { guid: device.sentry } });
  const found = await readingsSince(db.console, tenantGuid, device.sentry, first.getTime());
  expect(found.length).toBe(READINGS);
  expect(found.at(-1)?.value).toBe(READINGS);
});
