/** The calendar of a location: alerts and minutes out of range by local days. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { AnnotationsOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { picketForTest } from './harness.ts';

test('the calendar counts alerts and minutes out of range by local days', async () => {
  const picket = await picketForTest({ now: Date.parse('2026-03-10T22:30:00Z') });
  const location = await picket.addLocation();
  const device = await picket.addDevice(location);
  // 23:30 in Zurich: it lasts until 00:30 of the next day.
  await picket.send(device, 'sentry_tamper', 1);
  // Picket is up all the time.
  for (let seconds = 0; seconds < 3600; seconds += 20) {
    picket.clock.pass(20);
    await picket.heartbeat();
  }
  picket.admin = await picket.signIn('admin@picket.example');
  await picket.send(device, 'sentry_tamper', 0);
  const ask = (month: string) =>
    picket.call<ResponseOf<'GET /views/locations/{guid}/calendar'>>(
      'GET',
      `/views/locations/${location}/calendar?month=${month}`,
      { as: picket.admin },
    );
  const { body } = await ask('2026-03');
  expect(body.days).toHaveLength(31);
  expect(body.days[9]).toEqual({
    day: '2026-03-10',
    // Tampering, and an hour without a word.
    alerts: 2,
    bySeverity: { critical: 2, warning: 0, info: 0 },
    worst: 'critical',
    outOfRangeMinutes: 30,
    hasReadings: true,
  });
  expect(body.days[10]).toMatchObject({ alerts: 0, outOfRangeMinutes: 30, hasReadings: true });
  expect(body.days[11]).toMatchObject({ outOfRangeMinutes: 0, hasReadings: false });
  expect((await ask('2026-13')).status).toBe(400);
});

test('the calendar has the minutes before midnight of an alert that was raised in the next month', async () => {
  const picket = await picketForTest({ now: Date.parse('2026-04-02T10:00:00Z') });
  const location = await picket.addLocation();
  const device = await picket.addDevice(location);
  await picket.send(device, 'sentry_tamper', 1);
  picket.clock.pass(60);
  await picket.send(device, 'sentry_tamper', 0);
  // From 23:50 to 00:40 in Zurich, raised at 00:10.
  const { rowCount } = await picket.platform.db.console.query(
    `UPDATE alert SET started_at = '2026-03-31T21:50:00Z', raised_at = '2026-03-31T22:10:00Z',
            ended_at = '2026-03-31T22:40:00Z', cleared_at = '2026-03-31T22:40:00Z' WHERE sentry_guid = $1::uuid`,
    [device.sentry],
  );
  expect(rowCount).toBe(1);
  const days = async (month: string) => {
    const path = `/views/locations/${location}/calendar?month=${month}`;
    const { body } = await picket.call<ResponseOf<'GET /views/locations/{guid}/calendar'>>('GET', path, {
      as: picket.admin,
    });
    return body.days;
  };
  expect((await days('2026-03')).at(-1)).toMatchObject({ alerts: 0, outOfRangeMinutes: 10 });
  expect((await days('2026-04'))[0]).toMatchObject({ alerts: 1, outOfRangeMinutes: 40 });
  const midnight = Date.parse('2026-03-31T22:00:00Z');
  const range = `from=${formatInstant(midnight - 3_600_000)}&to=${formatInstant(midnight)}`;
  const { body } = await picket.call<AnnotationsOut>('GET', `/views/locations/${location}/annotations?${range}`, {
    as: picket.admin,
  });
  expect(body.alerts).toHaveLength(1);
});
