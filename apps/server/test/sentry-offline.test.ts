import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { type Device, type Picket, picketForTest } from './harness.ts';

/** Advances time as on a running server, with heartbeats and ticks. */
async function live(picket: Picket, seconds: number): Promise<void> {
  const end = picket.clock.now() + seconds * 1000;
  while (picket.clock.now() < end) {
    picket.clock.set(Math.min(end, picket.clock.now() + 10_000));
    await picket.heartbeat();
    await picket.tick();
  }
}

const offline = async (picket: Picket, device: Device) =>
  (await picket.alerts(`&sentry=${device.sentry}`))
    .map(({ violation, raisedAt, state, severity }) => ({ violation, raisedAt, state, severity }))
    .sort((a, b) => a.severity - b.severity);

test('both offline thresholds are exact; the first is an event, the second clears with the next report', async () => {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation());
  await picket.report(device, []);
  const lastSeen = picket.clock.now();
  await live(picket, 119);
  expect(await offline(picket, device)).toEqual([]);
  await live(picket, 1);
  const first = {
    violation: 'No report for 2 minutes',
    raisedAt: formatInstant(lastSeen + 120_000),
    state: 'CLEARED',
    severity: 0,
  };
  expect(await offline(picket, device)).toEqual([first]);
  await live(picket, 779);
  expect(await offline(picket, device)).toEqual([first]);
  await live(picket, 1);
  const second = { violation: 'No report for 15 minutes', raisedAt: formatInstant(lastSeen + 900_000), severity: 999 };
  expect(await offline(picket, device)).toEqual([first, { ...second, state: 'OPEN' }]);
  await live(picket, 60);
  await picket.report(device, []);
  const back = picket.clock.now();
  expect(await offline(picket, device)).toEqual([first, { ...second, state: 'CLEARED' }]);
  const [worst] = await picket.alerts(`&sentry=${device.sentry}&minSeverity=999`);
  expect(worst).toMatchObject({ kind: 'POLICY_ALERT', endedAt: formatInstant(back), clearedAt: formatInstant(back) });
});

test('without any report the time counts from activation', async () => {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation());
  const activated = picket.clock.now();
  await live(picket, 130);
  expect((await offline(picket, device))[0]?.raisedAt).toBe(formatInstant(activated + 120_000));
});

test('a server that was down for two hours raises no offline alerts for it, and detects sentries that stay offline', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const alive = await picket.addDevice(location);
  const dead = await picket.addDevice(location);
  await picket.report(alive, []);
  await picket.report(dead, []);
  await live(picket, 30);
  picket.clock.pass(7200);
  await picket.heartbeat();
  picket.clock.pass(1);
  await picket.tick();
  picket.admin = await picket.signIn('admin@picket.example');
  expect(await offline(picket, alive)).toEqual([]);
  expect(await offline(picket, dead)).toEqual([]);
  const back = picket.clock.now();
  await live(picket, 40);
  await picket.report(alive, []);
  await live(picket, 60);
  // 30 s of silence before the outage and 90 after it make 120; the hours between do not count.
  expect((await offline(picket, dead)).map(({ violation }) => violation)).toEqual(['No report for 2 minutes']);
  expect(await offline(picket, alive)).toEqual([]);
  expect(Date.parse((await offline(picket, dead))[0]?.raisedAt ?? '')).toBe(back - 1000 + 90_000);
});

test('the first tick after an outage of the database raises no offline alerts, whether or not its end is on record', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const alive = await picket.addDevice(location);
  const dead = await picket.addDevice(location);
  await picket.report(alive, []);
  await picket.report(dead, []);
  await live(picket, 30);
  picket.clock.pass(1200);
  await picket.tick();
  expect(await offline(picket, alive)).toEqual([]);
  expect(await offline(picket, dead)).toEqual([]);
  picket.clock.pass(8);
  const back = picket.clock.now();
  await picket.heartbeat();
  await picket.tick();
  expect(await offline(picket, dead)).toEqual([]);
  await picket.report(alive, []);
  await live(picket, 100);
  expect(await offline(picket, alive)).toEqual([]);
  // 30 s of silence before the outage and 90 after it.
  expect((await offline(picket, dead)).map(({ raisedAt }) => raisedAt)).toEqual([formatInstant(back + 90_000)]);
});

test('the first report after an outage of the database raises no offline alert, and nothing once its end is on record', async () => {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation());
  await picket.report(device, []);
  await live(picket, 30);
  picket.clock.pass(1200);
  await picket.report(device, []);
  expect(await offline(picket, device)).toEqual([]);
  await live(picket, 60);
  await picket.report(device, []);
  expect(await offline(picket, device)).toEqual([]);
});

test('before the end of an outage of the database is on record, ticks carry no readings forward', async () => {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation(), { reportIntervalSeconds: 60 });
  await picket.send(device, 'environment_temperature', 33);
  picket.clock.pass(100);
  await picket.tick();
  expect(await picket.alerts('&minSeverity=300')).toEqual([]);
});

test('after an outage ticks wait for the sentry to catch up before they carry its readings forward', async () => {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation(), { reportIntervalSeconds: 60 });
  await picket.send(device, 'environment_temperature', 33);
  const began = picket.clock.now();
  picket.clock.pass(100);
  await picket.heartbeat();
  await picket.tick();
  // No report since the platform came back: the onset may have ended long ago.
  expect(await picket.alerts('&minSeverity=300')).toEqual([]);
  const cool = { sensorMetricId: 'environment_temperature', at: formatInstant(began + 5000), values: { value: 25 } };
  await picket.report(device, [cool]);
  await live(picket, 100);
  expect(await picket.alerts('&minSeverity=300')).toEqual([]);
});

test('without a report, ticks continue one interval and 30 s after the platform came back', async () => {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation(), { reportIntervalSeconds: 60 });
  await picket.send(device, 'environment_temperature', 33);
  const began = picket.clock.now();
  picket.clock.pass(60);
  await picket.heartbeat();
  await live(picket, 80);
  expect(await picket.alerts('&minSeverity=300')).toEqual([]);
  await live(picket, 20);
  expect((await picket.alerts('&minSeverity=300')).map(({ raisedAt }) => raisedAt)).toEqual([
    formatInstant(began + 10_000),
  ]);
});

test('an open alert of an offline sentry stays open and says that the sentry is offline', async () => {
  const picket = await picketForTest();
  const device = await picket.addDevice(await picket.addLocation(), { reportIntervalSeconds: 30 });
  await picket.send(device, 'power_badSource', 1);
  expect((await picket.alerts('&minSeverity=600'))[0]).toMatchObject({ state: 'OPEN', sentryOffline: false });
  await live(picket, 600);
  expect((await picket.alerts('&minSeverity=600&state=OPEN'))[0]).toMatchObject({ state: 'OPEN', sentryOffline: true });
});
