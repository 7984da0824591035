/** What depends on the time of day of a location follows its time zone. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { expect, test } from 'vitest';
import { picketForTest } from './harness.ts';

const OFFICE_HOURS = { daysOfWeek: [1, 2, 3, 4, 5], beginHour: 9, beginMinute: 0, endHour: 17, endMinute: 0 };
const HOT = { sensorMetricId: 'environment_temperature', operator: 'GREATER_THAN', threshold: 25 };

test('once the time zone of a location is corrected, an alert is muted no longer than do-not-disturb lasts there', async () => {
  const monday = Temporal.ZonedDateTime.from('2026-03-02T16:30[Europe/Berlin]');
  const picket = await picketForTest({ now: monday.epochMilliseconds });
  const location = await picket.addLocation('Cold store');
  const change = (body: object) => picket.call('PATCH', `/locations/${location}`, { as: picket.admin, body });
  expect((await change({ timezone: 'America/New_York' })).status).toBe(200);
  const device = await picket.addDevice(location);
  const body = {
    name: 'Heat',
    definition: { violations: [{ description: 'Hot', severity: 360, conditions: [HOT] }] },
    doNotDisturb: OFFICE_HOURS,
  };
  expect((await picket.call('POST', '/policies', { as: picket.admin, body })).status).toBe(201);
  await picket.tick();
  await picket.send(device, 'environment_temperature', 28);
  const mine = async () => (await picket.alerts(`&sentry=${device.sentry}`)).filter(({ severity }) => severity === 360);
  const [alert] = await mine();
  expect(alert).toMatchObject({ muted: true });
  picket.clock.set(monday.with({ hour: 17, minute: 5 }).epochMilliseconds);
  expect((await change({ name: 'Cold room' })).status).toBe(200);
  expect(await picket.releaseMutedAlerts()).toBe(0);
  expect((await change({ timezone: 'Europe/Berlin' })).status).toBe(200);
  await picket.releaseMutedAlerts();
  expect(await mine()).toMatchObject([{ guid: alert?.guid, muted: false }]);
  const { timeline } = (
    await picket.call<ResponseOf<'GET /alerts/{guid}'>>('GET', `/alerts/${alert?.guid}`, { as: picket.admin })
  ).body;
  expect(timeline.map(({ code }) => code)).toContain('UNMUTED');
});
