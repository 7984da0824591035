/** Readings that arrive in any order: stored, reconciled with recorded alerts, nothing notified twice, nothing deleted. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Device, openPicket, type Picket, picketForTest } from './harness.ts';
import { roomOracle } from './room-oracle.ts';

let picket: Picket;
let location: string;
let device: Device;

beforeAll(async () => {
  picket = await openPicket();
  location = await picket.addLocation();
});
afterAll(() => picket.close());
beforeEach(async () => {
  device = await picket.addDevice(location, { reportIntervalSeconds: 60 });
});

const MINUTE = 60_000;
const reading = (at: number, value: number | null) => ({
  sensorMetricId: 'environment_temperature',
  at: formatInstant(at),
  values: { value },
});
const reconcile = async (): Promise<void> => {
  picket.clock.pass(2);
  await picket.tick();
};
const mine = (query = '') => picket.alerts(`&sentry=${device.sentry}${query}`);
describe('late readings', () => {
  test('an alert found in late readings is added with its true times and marked backfilled', async () => {
    const now = picket.clock.now();
    await picket.report(device, [reading(now - 30 * MINUTE, 20), reading(now, 20)]);
    const late = await picket.report(device, [
      reading(now - 20 * MINUTE, 50),
      reading(now - 19 * MINUTE, 50),
      reading(now - 18 * MINUTE, 20),
      reading(now - 15 * MINUTE, 20),
    ]);
    expect(late.body).toMatchObject({ accepted: 4, late: 4 });
    await reconcile();
    const [alert, ...others] = await mine();
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      violation: 'Too hot',
      state: 'CLEARED',
      backfilled: true,
      corrected: false,
      startedAt: formatInstant(now - 20 * MINUTE),
      raisedAt: formatInstant(now - 20 * MINUTE + 10_000),
      endedAt: formatInstant(now - 18 * MINUTE),
      clearedAt: formatInstant(now - 16 * MINUTE),
    });
    const detail = await picket.call<ResponseOf<'GET /alerts/{guid}'>>('GET', `/alerts/${alert?.guid}`, {
      as: picket.admin,
    });
    expect(detail.body.timeline.map(({ code }) => code)).toEqual([
      'CONDITION_MET',
      'RAISED',
      'EXIT_STARTED',
      'CLEARED',
      'BACKFILLED',
    ]);
    expect(detail.body.notificationReasons).toEqual([
      { code: 'RECORDED_AFTER_CLEARED', at: detail.body.timeline.at(-1)?.at },
    ]);
    expect(detail.body.readings.length).toBeGreaterThan(0);
  });

  test('an alert that should not have been raised is marked withdrawn and cleared, never deleted', async () => {
    const now = picket.clock.now();
    await picket.report(device, [reading(now - 5 * MINUTE, 50), reading(now - 4 * MINUTE, 50)]);
    expect(await mine()).toMatchObject([{ state: 'OPEN' }]);
    // It was cold for a moment before the delay was over.
    await picket.report(device, [reading(now - 5 * MINUTE + 5000, 20), reading(now - 5 * MINUTE + 6000, 20)]);
    await reconcile();
    expect(await mine()).toEqual([]);
    expect(await mine('&withdrawn=only')).toMatchObject([
      { state: 'CLEARED', withdrawn: true, corrected: false, backfilled: false },
    ]);
    // It was hot a minute later: that is an alert of its own.
    await picket.report(device, [reading(now - 3 * MINUTE, 50)]);
    expect((await mine()).map(({ state, raisedAt }) => [state, raisedAt])[0]).toEqual([
      'OPEN',
      formatInstant(now - 4 * MINUTE + 10_000),
    ]);
  });

  test('a changed end is corrected on the same alert', async () => {
    const now = picket.clock.now();
    await picket.report(device, [
      reading(now - 20 * MINUTE, 50),
      reading(now - 19 * MINUTE, 50),
      reading(now - 18 * MINUTE, 20),
      reading(now - 16 * MINUTE, 20),
    ]);
    const [before] = await mine();
    expect(before).toMatchObject({ state: 'CLEARED', clearedAt: formatInstant(now - 16 * MINUTE) });
    await picket.report(device, [reading(now - 17 * MINUTE, 50)]);
    await reconcile();
    const after = await mine();
    expect(after).toMatchObject([{ guid: before?.guid, corrected: true, state: 'OPEN' }]);
    expect(after).toHaveLength(1);
    await picket.report(device, [
      reading(now - 14 * MINUTE, 20),
      reading(now - 13 * MINUTE, 20),
      reading(now - 12 * MINUTE, 20),
    ]);
    expect(await mine()).toMatchObject([
      { guid: before?.guid, state: 'CLEARED', endedAt: formatInstant(now - 16 * MINUTE) },
    ]);
  });

  test('an alert a person resolved stays resolved', async () => {
    const now = picket.clock.now();
    await picket.report(device, [reading(now - 5 * MINUTE, 50), reading(now - 4 * MINUTE, 50)]);
    const [alert] = await mine();
    await picket.call('POST', `/alerts/${alert?.guid}/resolve`, { as: picket.admin });
    await picket.report(device, [reading(now - 5 * MINUTE + 15_000, 50)]);
    await reconcile();
    expect(await mine()).toMatchObject([{ guid: alert?.guid, state: 'RESOLVED', corrected: false }]);
    expect(await mine()).toHaveLength(1);
  });

  test('an alert that a person resolved before an edit is not raised again by a late reading', async () => {
    const own = await picketForTest();
    const sensor = await own.addDevice(await own.addLocation(), { reportIntervalSeconds: 60 });
    const hotAbove = (threshold: number) => ({
      definition: {
        violations: [
          {
            description: 'Hot',
            severity: 360,
            conditions: [{ sensorMetricId: 'environment_temperature', operator: 'GREATER_THAN', threshold }],
          },
        ],
      },
    });
    const body = { name: 'Heat', ...hotAbove(25) };
    const { body: policy } = await own.call<{ guid: string }>('POST', '/policies', { as: own.admin, body });
    const alerts = async () =>
      (await own.alerts(`&sentry=${sensor.sentry}&policy=${policy.guid}`)).filter(
        ({ violation }) => violation === 'Hot',
      );
    await own.send(sensor, 'environment_temperature', 28);
    const [alert] = await alerts();
    await own.call('POST', `/alerts/${alert?.guid}/resolve`, { as: own.admin });
    for (let minute = 0; minute < 3; minute++) {
      own.clock.pass(60);
      await own.send(sensor, 'environment_temperature', 28);
    }
    await own.call('PATCH', `/policies/${policy.guid}`, { as: own.admin, body: hotAbove(26) });
    await own.tick();
    expect(await alerts()).toMatchObject([{ guid: alert?.guid, state: 'RESOLVED' }]);
    await own.send(sensor, 'environment_temperature', 28, own.clock.now() - 30_000);
    own.clock.pass(2);
    await own.tick();
    expect(await alerts()).toMatchObject([{ guid: alert?.guid, state: 'RESOLVED' }]);
  });

  test('an alert that a person resolved does not become a later one', async () => {
    const now = picket.clock.now();
    await picket.report(device, [reading(now - 40 * MINUTE, 50), reading(now - 39 * MINUTE, 50)]);
    const [resolved] = await mine();
    await picket.call('POST', `/alerts/${resolved?.guid}/resolve`, { as: picket.admin });
    await picket.report(device, [reading(now - 38 * MINUTE, 20), reading(now - 36 * MINUTE, 20), reading(now, 20)]);
    await picket.report(device, [
      // It was cold before either delay was over.
      reading(now - 40 * MINUTE + 5000, 20),
      reading(now - 39 * MINUTE + 5000, 20),
      reading(now - 20 * MINUTE, 50),
      reading(now - 19 * MINUTE, 50),
      reading(now - 18 * MINUTE, 20),
      reading(now - 16 * MINUTE, 20),
    ]);
    await reconcile();
    expect(await mine()).toMatchObject([
      { state: 'CLEARED', backfilled: true, raisedAt: formatInstant(now - 20 * MINUTE + 10_000) },
    ]);
    expect(await mine('&withdrawn=only')).toMatchObject([
      { guid: resolved?.guid, state: 'RESOLVED', raisedAt: resolved?.raisedAt },
    ]);
  });

  test('two days in any order, over checkpoints, give the alerts of the ordered run', async () => {
    const start = picket.clock.now();
    const history = Array.from({ length: 2 * 24 * 30 }, (_, index) => ({
      at: start + index * 2 * MINUTE,
      value: Math.round((24 + 9 * Math.sin(index / 37) + 3 * Math.sin(index / 5)) * 10) / 10,
    }));
    const last = history.at(-1)?.at ?? start;
    picket.clock.set(last + 1000);
    picket.admin = await picket.signIn('admin@picket.example');
    // In pieces of twenty, each swapped with one up to six places on, and every third piece sent twice.
    const pieces = Array.from({ length: history.length / 20 }, (_, index) =>
      history.slice(index * 20, index * 20 + 20),
    );
    for (let index = 0; index < pieces.length; index++) {
      const other = Math.min(pieces.length - 1, index + ((index * 7) % 6));
      [pieces[index], pieces[other]] = [pieces[other] ?? [], pieces[index] ?? []];
    }
    for (const [index, piece] of pieces.entries()) {
      const sent = [...piece].reverse().map(({ at, value }) => reading(at, value));
      await picket.report(device, sent, index < pieces.length - 1);
      if (index % 3 === 0) await picket.report(device, sent, true);
      if (index % 5 === 0) await reconcile();
    }
    const { rows } = await picket.platform.db.console.query('SELECT 1 FROM monitor_checkpoint WHERE sentry_guid = $1', [
      device.sentry,
    ]);
    expect(rows.length).toBeGreaterThan(0);
    await reconcile();
    const now = picket.clock.now() - 2000;
    const expected = roomOracle(history, now);
    expect(expected.length).toBeGreaterThan(3);
    // Alerts withdrawn on the way are not listed.
    const standing = (await mine())
      .filter(({ policy }) => policy?.name === 'Room temperature')
      .map((alert) => ({
        violation: alert.violation,
        raisedAt: Date.parse(alert.raisedAt),
        startedAt: Date.parse(alert.startedAt),
        endedAt: alert.endedAt === undefined ? null : Date.parse(alert.endedAt),
        clearedAt: alert.clearedAt === undefined ? null : Date.parse(alert.clearedAt),
      }));
    const inOrder = <One extends { raisedAt: number }>(list: readonly One[]) =>
      [...list].sort((a, b) => a.raisedAt - b.raisedAt);
    expect(inOrder(standing)).toEqual(inOrder(expected));
  });
});

test('a reading that arrives after a tick raised the alert corrects its start', async () => {
  const quick = await picket.addDevice(location, { reportIntervalSeconds: 2 });
  const condition = (sensorMetricId: string, extras: object) => ({ sensorMetricId, ...extras });
  await picket.call('POST', '/policies', {
    as: picket.admin,
    body: {
      name: `Both ${Math.random()}`,
      definition: {
        violations: [
          {
            description: 'Both',
            severity: 300,
            conditions: [
              condition('environment_temperature', { operator: 'CHANGED', onsetDelay: 2, exitDelay: 3 }),
              condition('environment_humidity', { operator: 'LESS_THAN', threshold: 2, onsetDelay: 3, exitDelay: 1 }),
            ],
          },
        ],
      },
    },
  });
  await picket.heartbeat();
  await picket.tick();
  const base = picket.clock.now();
  const send = (sensorMetricId: string, seconds: number, value: number) => ({
    sensorMetricId: `environment_${sensorMetricId}`,
    at: formatInstant(base + seconds * 1000),
    values: { value },
  });
  picket.clock.set(base + 4000);
  await picket.report(quick, [send('temperature', 3, 20), send('temperature', 3.5, 23), send('humidity', 4, 1)]);
  picket.clock.set(base + 9100);
  await picket.tick();
  const found = async () =>
    (await picket.alerts(`&sentry=${quick.sentry}`)).filter(({ violation }) => violation === 'Both');
  const [notified] = await found();
  expect(notified).toMatchObject({ state: 'OPEN', raisedAt: formatInstant(base + 7000), corrected: false });
  expect(notified?.startedAt).toBe(formatInstant(base + 4000));
  await picket.report(quick, [send('temperature', 4, 23), send('temperature', 4.5, 20)]);
  expect(await found()).toMatchObject([
    {
      guid: notified?.guid,
      state: 'OPEN',
      raisedAt: formatInstant(base + 7000),
      startedAt: formatInstant(base + 4500),
      corrected: true,
    },
  ]);
});

test('after a gap a replay of late readings carries nothing forward while the sentry has more to send', async () => {
  const pass = async (seconds: number): Promise<void> => {
    picket.clock.pass(seconds);
    await picket.heartbeat();
  };
  const hot = async () => (await mine('&withdrawn=include')).filter(({ violation }) => violation === 'Too hot');
  await picket.heartbeat();
  await picket.report(device, [reading(picket.clock.now(), 20)]);
  for (let passed = 0; passed < 140; passed += 20) await pass(20);
  const back = picket.clock.now();
  await picket.report(device, [reading(back, 50)], true);
  await picket.report(device, [reading(back - MINUTE, 20)], true);
  await pass(15);
  await picket.tick();
  expect(await hot()).toEqual([]);
  await picket.report(device, [reading(back + 5000, 20)]);
  await pass(5);
  await picket.tick();
  expect(await hot()).toEqual([]);
});

test('a report from a fast clock is rejected with the server’s time, and the sentry is flagged', async () => {
  const answer = await picket.report(device, [reading(picket.clock.now() + 61_000, 20)]);
  expect(answer.body.rejected[0]?.message).toContain(formatInstant(picket.clock.now()));
  const sentry = await picket.call<ResponseOf<'GET /sentries/{guid}'>>('GET', `/sentries/${device.sentry}`, {
    as: picket.admin,
  });
  expect(sentry.body.clockSkewed).toBe(true);
});

const HOUR = 60 * MINUTE;

/** A policy on the temperature, with one violation. */
const addPolicy = async (at: Picket, description: string, condition: object): Promise<void> => {
  const conditions = [{ sensorMetricId: 'environment_temperature', ...condition }];
  const { status } = await at.call('POST', '/policies', {
    as: at.admin,
    body: { name: description, definition: { violations: [{ description, severity: 300, conditions }] } },
  });
  expect(status).toBe(201);
};

test('a replay from the middle of the history adds no alert about a window that was not full there', async () => {
  const own = await picketForTest();
  await addPolicy(own, 'Few readings', {
    operator: 'LESS_THAN',
    threshold: 3,
    calc: { grab: 'COUNT', minutes: 60 },
  });
  const slow = await own.addDevice(await own.addLocation(), { reportIntervalSeconds: 600 });
  const now = own.clock.now();
  const history = Array.from({ length: 33 * 24 * 6 }, (_, index) => reading(now - index * 10 * MINUTE, 20)).reverse();
  for (let sent = 0; sent < history.length; sent += 1000)
    await own.report(slow, history.slice(sent, sent + 1000), sent + 1000 < history.length);
  const few = async () =>
    (await own.alerts(`&sentry=${slow.sentry}`)).filter(({ violation }) => violation === 'Few readings');
  const before = await few();
  // Of the first readings there are.
  expect(before).toMatchObject([{ state: 'CLEARED', raisedAt: history[0]?.at, backfilled: false }]);
  // No checkpoint from before is of the policies that are in force now.
  await addPolicy(own, 'Scorching', { operator: 'GREATER_THAN', threshold: 90 });
  await own.tick();
  await own.report(slow, [reading(now - 2 * HOUR + MINUTE, 20)]);
  own.clock.pass(2);
  await own.tick();
  expect(await few()).toEqual(before);
});
