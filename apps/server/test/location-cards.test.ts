/** The cards of the locations: which sentries are online, and which readings are shown. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { expect, test } from 'vitest';
import { type Picket, picketForTest } from './harness.ts';

async function cardOf(picket: Picket, location: string) {
  const answer = await picket.call<ResponseOf<'GET /views/locations'>>('GET', '/views/locations', { as: picket.admin });
  const card = answer.body.items.find(({ guid }) => guid === location);
  if (card === undefined) throw new Error('the location has no card');
  return card;
}

/** Passes the time in steps; a session that is used does not end. */
async function pass(picket: Picket, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 600) {
    picket.clock.pass(Math.min(left, 600));
    await picket.call('GET', '/users/my-profile', { as: picket.admin });
  }
}

test('a sentry is online by its own interval, as in the list of all sentries', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const often = await picket.addDevice(location, { name: 'Often', reportIntervalSeconds: 30 });
  const rarely = await picket.addDevice(location, { name: 'Rarely', reportIntervalSeconds: 1200 });
  await picket.report(often, []);
  await picket.report(rarely, []);
  const onlineAt = async (): Promise<number> => (await cardOf(picket, location)).sentries.online;
  expect(await onlineAt()).toBe(2);
  await pass(picket, 120);
  expect(await onlineAt()).toBe(2);
  // One that reports every 30 s is offline after two minutes.
  await pass(picket, 1);
  expect(await onlineAt()).toBe(1);
  const fleet = await picket.call<ResponseOf<'GET /metrics/sentries'>>('GET', '/metrics/sentries', {
    as: picket.admin,
  });
  expect(fleet.body.items.filter(({ online }) => online).map(({ name }) => name)).toEqual(['Rarely']);
  // The other after two and a half of its own intervals.
  await pass(picket, 3000 - 121);
  expect(await onlineAt()).toBe(1);
  await pass(picket, 1);
  expect(await onlineAt()).toBe(0);
});

test('a card shows the reading with the worst alert first, whichever sensor it is of', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const warm = await picket.addDevice(location, { name: 'Warm corner' });
  const cold = await picket.addDevice(location, { name: 'Cold corner' });
  await picket.send(warm, 'environment_humidity', 45);
  await picket.send(warm, 'environment_temperature', 24);
  await picket.send(cold, 'environment_temperature', 20);
  const shown = async () =>
    (await cardOf(picket, location)).readings.map(({ sentryName, sensorMetricId }) => [sentryName, sensorMetricId]);
  expect(await shown()).toEqual([
    ['Warm corner', 'environment_temperature'],
    ['Warm corner', 'environment_humidity'],
  ]);
  for (let second = 0; second < 18; second += 3) {
    picket.clock.pass(3);
    await picket.send(cold, 'environment_temperature', 5);
  }
  expect(await shown()).toEqual([
    ['Cold corner', 'environment_temperature'],
    ['Warm corner', 'environment_humidity'],
  ]);
  // Tampering is on no card, unless it is what people have to know.
  await picket.send(warm, 'sentry_tamper', 1);
  expect(await shown()).toEqual([
    ['Cold corner', 'environment_temperature'],
    ['Warm corner', 'sentry_tamper'],
  ]);
});
