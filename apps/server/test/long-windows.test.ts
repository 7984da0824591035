/** Windows of weeks: their history is replayed while everything else goes on. */
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { type Device, type Picket, picketForTest } from './harness.ts';
import { condition, TEMPERATURE, violation } from './policy-room.ts';

const MONTH = 44_640;

/** So many temperatures, `seconds` apart, up to now. */
async function storeTemperatures(picket: Picket, device: Device, count: number, seconds: number): Promise<void> {
  await picket.send(device, TEMPERATURE, 20);
  await picket.platform.db.console.query(
    `INSERT INTO reading (tenant_guid, series_id, at, value)
     SELECT x.tenant_guid, x.id, $2::timestamptz - make_interval(secs => $4 * n), 20 + sin(n)
       FROM series x, generate_series(1, $3::int) n
      WHERE x.sentry_guid = $1::uuid AND x.sensor_metric_id = 'environment_temperature'`,
    [device.sentry, new Date(picket.clock.now()), count, seconds],
  );
}

const meanOverMonth = (threshold: number) => ({
  name: 'Mean of a month',
  definition: {
    violations: [
      violation(0, { onsetDelay: 0, conditions: [condition(threshold, { calc: { grab: 'MEAN', minutes: MONTH } })] }),
    ],
  },
});

test('a mean over a month of minutes is evaluated, and another organization’s silent sentry is found', async () => {
  const picket = await picketForTest();
  const other = await picket.addTenant('Neighbor');
  const warm = await picket.addDevice(await picket.addLocation(), { reportIntervalSeconds: 60 });
  const silent = await picket.addDevice(await picket.addLocation('Cellar', other.admin), {}, other.admin);
  await storeTemperatures(picket, warm, 30 * 1440, 60);
  await picket.report(silent, []);
  const made = await picket.call('POST', '/policies', { as: picket.admin, body: meanOverMonth(19) });
  expect(made.status).toBe(201);
  for (let passed = 0; passed < 130; passed += 10) {
    picket.clock.pass(10);
    await picket.heartbeat();
    await picket.tick();
  }
  expect((await picket.alerts(`&sentry=${silent.sentry}`, other.admin)).map((alert) => alert.violation)).toEqual([
    'No report for 2 minutes',
  ]);
  picket.clock.pass(10);
  await picket.send(warm, TEMPERATURE, 20);
  await picket.tick();
  expect((await picket.alerts(`&sentry=${warm.sentry}`)).map((alert) => alert.violation)).toContain('Hot');
});

test('a backtest that would compute for long is refused', async () => {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation(), { reportIntervalSeconds: 1 });
  await storeTemperatures(picket, device, 12_000, 1);
  const { definition } = meanOverMonth(19);
  const now = picket.clock.now();
  const refused = await picket.call<{ message: string }>('POST', '/policies/backtest', {
    as: picket.admin,
    body: { definition, from: formatInstant(now - 14_400_000), to: formatInstant(now) },
  });
  expect(refused.status).toBe(422);
  expect(refused.body.message).toContain('There are too many readings in this stretch');
});
