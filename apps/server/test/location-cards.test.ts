/** The cards of the locations: which sentries are online, and which readings are shown. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { MAX_SHORT_LIST } from '@picket/domain/location-lists';
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { type Device, type Picket, picketForTest } from './harness.ts';

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

test('where the first sensor by name has no reading any more, a card shows the next one', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const first = await picket.addDevice(location, { name: 'Aisle' });
  const second = await picket.addDevice(location, { name: 'Door' });
  await picket.send(first, 'environment_humidity', 45);
  await picket.send(second, 'environment_humidity', 50);
  const shown = async () => (await cardOf(picket, location)).readings.map(({ sentryName }) => sentryName);
  expect(await shown()).toEqual(['Aisle']);
  await picket.platform.db.console.query(
    `DELETE FROM reading r USING series s JOIN sentry d ON d.tenant_guid = s.tenant_guid AND d.guid = s.sentry_guid
      WHERE d.name = 'Aisle' AND r.tenant_guid = s.tenant_guid AND r.series_id = s.id`,
    [],
  );
  expect(await shown()).toEqual(['Door']);
});

const MINUTE = 60_000;
const LIMIT = 31.6667;

/** A reading a minute up to now, `values` minutes long. */
async function measure(picket: Picket, device: Device, values: readonly number[]): Promise<void> {
  await pass(picket, values.length * 60);
  const begin = picket.clock.now() - (values.length - 1) * MINUTE;
  const readings = values.map((value, index) => ({
    sensorMetricId: 'environment_temperature',
    at: formatInstant(begin + index * MINUTE),
    values: { value },
  }));
  await picket.report(device, readings);
}

const minutes = (count: number, value: (minute: number) => number): readonly number[] =>
  Array.from({ length: count }, (_, minute) => value(minute));

test('a card says when a reading reaches its limit, where that is sure', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const device = await picket.addDevice(location, { reportIntervalSeconds: 60 });
  const forecast = async () => (await cardOf(picket, location)).readings[0]?.forecast;
  await measure(
    picket,
    device,
    minutes(20, (minute) => 24 + (minute % 2) * 0.1),
  );
  expect(await forecast()).toBeUndefined();
  // An eighth of a degree a minute: 27.8 after half an hour, the limit after another 31 minutes.
  await measure(
    picket,
    device,
    minutes(30, (minute) => 24.2 + minute * 0.125),
  );
  const reached = await forecast();
  expect(reached?.threshold).toBe(LIMIT);
  const ahead = (Date.parse(reached?.at ?? '') - picket.clock.now()) / MINUTE;
  expect(ahead).toBeGreaterThan(28);
  expect(ahead).toBeLessThan(34);
  // Others who ask meanwhile cost no further look at the readings, an edit of the limit counts at once.
  expect(await forecast()).toEqual(reached);
  const { items } = (await picket.call<ResponseOf<'GET /policies'>>('GET', '/policies', { as: picket.admin })).body;
  const policy = items.find(({ name }) => name === 'Room temperature');
  const violations = policy?.definition.violations.map((violation) => ({
    ...violation,
    conditions: violation.conditions.map((condition) =>
      condition.operator === 'GREATER_THAN' ? { ...condition, threshold: 29 } : condition,
    ),
  }));
  await picket.call('PATCH', `/policies/${policy?.guid}`, { as: picket.admin, body: { definition: { violations } } });
  expect((await forecast())?.threshold).toBe(29);
  // A reading that is old says nothing about what comes.
  await pass(picket, 300);
  expect(await forecast()).toBeUndefined();
});

test('a card says since when nothing happens: edits do not count, an open alert does', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  expect((await cardOf(picket, location)).quietSince).toBeUndefined();
  const device = await picket.addDevice(location, { reportIntervalSeconds: 60 });
  const activated = picket.clock.now();
  await pass(picket, 100);
  await picket.send(device, 'environment_temperature', 24);
  expect((await cardOf(picket, location)).quietSince).toBe(formatInstant(activated));
  await picket.send(device, 'sentry_tamper', 1);
  expect((await cardOf(picket, location)).quietSince).toBeUndefined();
  picket.clock.pass(60);
  await picket.send(device, 'sentry_tamper', 0);
  const cleared = (await picket.alerts(`&location=${location}`)).find(({ violation }) => violation === 'Tampered with');
  expect(cleared?.state).toBe('CLEARED');
  await pass(picket, 30);
  expect((await cardOf(picket, location)).quietSince).toBe(cleared?.clearedAt);
});

test('a card says how fast a reading moves, where that is sure', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const device = await picket.addDevice(location, { reportIntervalSeconds: 60 });
  const rate = async () => (await cardOf(picket, location)).readings[0]?.perMinute;
  await measure(
    picket,
    device,
    minutes(15, () => 24),
  );
  expect(await rate()).toBeUndefined();
  // Down, away from the limit that is near.
  await measure(
    picket,
    device,
    minutes(25, (minute) => 24 - minute * 0.05),
  );
  // The half hour behind it has five steady minutes as well.
  expect(await rate()).toBeLessThan(-0.04);
  expect(await rate()).toBeGreaterThan(-0.055);
  await pass(picket, 300);
  expect(await rate()).toBeUndefined();
});

test('on battery power a card says when the battery is empty, as long as it runs down', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const device = await picket.addDevice(location, { reportIntervalSeconds: 60 });
  const runDown = async (count: number, from: number, perMinute: number, isOnBattery: boolean): Promise<void> => {
    await pass(picket, count * 60);
    const begin = picket.clock.now() - (count - 1) * MINUTE;
    await picket.report(
      device,
      minutes(count, (minute) => from - minute * perMinute).flatMap((percent, index) => {
        const at = formatInstant(begin + index * MINUTE);
        return [
          { sensorMetricId: 'power_onBattery', at, values: { value: isOnBattery ? 1 : 0 } },
          { sensorMetricId: 'power_battery', at, values: { percent } },
        ];
      }),
    );
  };
  const emptyAt = async () =>
    (await cardOf(picket, location)).readings.find(({ sensorMetricId }) => sensorMetricId === 'power_onBattery')
      ?.batteryEmptyAt;
  await runDown(20, 100, 1, true);
  // 81 % at the end, one a minute: further ahead than twice what was seen says nothing.
  expect(await emptyAt()).toBeUndefined();
  await runDown(20, 80, 2, true);
  const left = (Date.parse((await emptyAt()) ?? '') - picket.clock.now()) / MINUTE;
  expect(left).toBeGreaterThan(20);
  expect(left).toBeLessThan(30);
  await runDown(10, 40, 0, true);
  expect(await emptyAt()).toBeUndefined();
});

test('of a long list cards come without readings where that is asked for, and those of some locations alone', async () => {
  const picket = await picketForTest();
  const guids: string[] = [];
  for (let number = 10; number < MAX_SHORT_LIST + 10; number += 1)
    guids.push(await picket.addLocation(`Room ${number}`));
  const [first = '', second = '', third = ''] = guids;
  const sentry = await picket.addDevice(first);
  await picket.send(sentry, 'environment_temperature', 24);
  const read = async (query: string, as = picket.admin) =>
    picket.call<ResponseOf<'GET /views/locations'>>('GET', `/views/locations?${query}`, { as });
  const cardsOf = async (query: string, as = picket.admin) =>
    (await read(query, as)).body.items.map(({ name, sentries, readings }) => [name, sentries.total, readings.length]);
  // A list of 60 is short.
  expect((await cardsOf('readings=short'))[0]).toEqual(['Room 10', 1, 1]);
  await picket.addLocation('Room 99');
  const long = await cardsOf('readings=short');
  expect([long.length, long[0]]).toEqual([MAX_SHORT_LIST + 1, ['Room 10', 1, 0]]);
  expect((await cardsOf('readings=all'))[0]).toEqual(['Room 10', 1, 1]);
  expect(await cardsOf(`locations=${second},${first}&readings=short`)).toEqual([
    ['Room 10', 1, 1],
    ['Room 11', 0, 0],
  ]);
  const viewer = await picket.addPerson('VIEWER', second);
  expect(await cardsOf(`locations=${first},${second},${third}`, viewer)).toEqual([['Room 11', 0, 0]]);
  expect(await cardsOf(`locations=${first}`, viewer)).toEqual([]);
  for (const refused of ['locations=', 'locations=somewhere', `locations=${Array(101).fill(first).join(',')}`])
    expect(await read(refused)).toMatchObject({
      status: 400,
      body: { code: 'validation', errors: [{ name: expect.stringMatching(/^locations/u) }] },
    });
});

test('cards and the page of a location say that maintenance is on, and until when', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const other = await picket.addLocation('Attic');
  const { admin: as, clock } = picket;
  const path = `/locations/${location}/maintenance`;
  const plan = async (from: number, to: number) => {
    const body = { startsAt: formatInstant(from), endsAt: formatInstant(to), reason: 'New fans' };
    const { body: planned } = await picket.call<{ guid: string }>('POST', path, { as, body });
    return planned.guid;
  };
  const shown = async (where = location) => {
    const page = await picket.call<ResponseOf<'GET /views/locations/{guid}'>>('GET', `/views/locations/${where}`, {
      as,
    });
    return [(await cardOf(picket, where)).maintenanceUntil, page.body.maintenanceUntil];
  };
  const began = clock.now();
  const end = began + 600_000;
  const window = await plan(began, end);
  await plan(end, end + 60_000);
  expect(await shown()).toEqual([formatInstant(end), formatInstant(end)]);
  expect(await shown(other)).toEqual([undefined, undefined]);
  await picket.call('DELETE', `${path}/${window}`, { as });
  expect(await shown()).toEqual([undefined, undefined]);
  clock.set(end);
  expect(await shown()).toEqual([formatInstant(end + 60_000), formatInstant(end + 60_000)]);
  clock.set(end + 60_000);
  expect(await shown()).toEqual([undefined, undefined]);
});

test('every location has a card, of thousands as well', async () => {
  const picket = await picketForTest();
  await picket.addLocation();
  await picket.platform.db.acrossTenants.console.query(
    `INSERT INTO location (guid, tenant_guid, name, name_key, timezone, attributes, created_at, last_update_ts)
     SELECT gen_random_uuid(), tenant_guid, 'Room ' || n, 'room' || n, timezone, '{}', now(), now()
       FROM (SELECT tenant_guid, timezone FROM location LIMIT 1) one, generate_series(1, 2100) n`,
  );
  const { body } = await picket.call<ResponseOf<'GET /views/locations'>>('GET', '/views/locations?readings=short', {
    as: picket.admin,
  });
  expect(body.items.length).toBe(2101);
});
