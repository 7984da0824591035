/** Warnings of weather services become alerts: once an event, for as long as it lasts, and only where somebody asked. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { describe, expect, onTestFinished, test } from 'vitest';
import { activeWarnings } from '../../../tests/support/recorded-data.ts';
import { openPicket } from './harness.ts';
import { feature, HOUR, NOW, openWorld, PHOENIX, VTEC } from './weather-world.ts';

/** As MET Norway gives it. */
const gale = (): unknown => ({
  type: 'Feature',
  properties: {
    id: '2.49.0.1.578.0.20260514.001',
    event: 'gale',
    eventAwarenessName: 'Gale',
    title: 'Gale, yellow level, Oslofjord',
    description: 'Strong wind.',
    severity: 'Moderate',
    status: 'Actual',
    type: 'Alert',
  },
  when: { interval: [formatInstant(NOW), formatInstant(NOW + 3 * HOUR)] },
});

test('a location without a provider is not polled', async () => {
  const { service, check, weather, alerts } = await openWorld();
  service.respondWith(feature({ id: 'one', vtec: VTEC() }));
  expect(await check()).toBe(0);
  expect(service.asked).toEqual([]);
  expect(await alerts()).toEqual([]);
  expect(await weather()).toEqual({
    availableProviders: ['NWS'],
    hasCoordinates: true,
    warnings: [],
    last_update_ts: formatInstant(0),
  });
});

test('a warning is raised once, follows its updates, and ends when it `ends`', async () => {
  const { picket, service, check, choose, weather, alerts } = await openWorld();
  await choose('NWS');
  const first = feature({ id: 'one', vtec: VTEC(), zones: ['AZZ544'] });
  // The same event for the county, and one elsewhere.
  service.respondWith(
    first,
    feature({ id: 'county', vtec: VTEC(), zones: ['AZC013'], sent: NOW - 2 * HOUR }),
    feature({ id: 'far', vtec: VTEC('NEW', '0009'), zones: ['CAZ001'] }),
  );
  expect(await check()).toBe(1);
  expect(await alerts()).toEqual([
    { kind: 'WEATHER_ALERT', state: 'OPEN', message: 'Extreme Heat Warning one', severity: 320, endedAt: undefined },
  ]);
  expect(service.asked[0]).toBe('/points/33.4500,-112.0700');
  expect(service.asked[1]).toBe('/alerts/active?zone=AZC013,AZZ133,AZZ544');
  const [alert] = await picket.alerts();
  const detail = await picket.call<ResponseOf<'GET /alerts/{guid}'>>('GET', `/alerts/${alert?.guid}`, {
    as: picket.admin,
  });
  expect(detail.body.timeline.map(({ code, by }) => `${code} ${by}`)).toEqual([
    'RAISED National Weather Service (United States)',
    'WEATHER_REPORTED National Weather Service (United States)',
  ]);
  expect(await weather()).toMatchObject({
    provider: 'NWS',
    warnings: [{ alert: alert?.guid, event: 'Extreme Heat Warning' }],
  });

  // Its message expires and is renewed: the event goes on, longer than before.
  service.respondWith(
    feature({
      id: 'two',
      vtec: VTEC('EXT'),
      sent: NOW + HOUR / 2,
      expires: NOW - HOUR,
      ends: NOW + 8 * HOUR,
      messageType: 'Update',
    }),
  );
  expect(await check()).toBe(1);
  expect(await check()).toBe(0);
  expect(await alerts()).toMatchObject([{ state: 'OPEN', message: 'Extreme Heat Warning two' }]);
  // The service is away; the event ends all the same, when it said it would.
  service.fail(503);
  await check();
  expect(await weather()).toMatchObject({ lastProblem: 'The weather service answered 503' });
  expect(await alerts()).toMatchObject([{ state: 'OPEN' }]);
  await check(9 * 60);
  expect(await alerts()).toMatchObject([{ state: 'CLEARED', endedAt: formatInstant(NOW + 8 * HOUR) }]);
  // It comes back and still lists what is over.
  service.fail(200);
  await check();
  expect(await alerts()).toHaveLength(1);
  expect((await weather()).lastProblem).toBeUndefined();
});

test('a warning that one response leaves out is raised again when the next one lists it', async () => {
  const { service, check, choose, alerts } = await openWorld();
  await choose('NWS');
  service.respondWith(feature({ id: 'one', vtec: VTEC() }));
  await check();
  service.respondWith();
  await check();
  expect((await alerts()).map(({ state }) => state)).toEqual(['CLEARED']);
  service.respondWith(feature({ id: 'one', vtec: VTEC() }));
  expect(await check()).toBe(1);
  expect((await alerts()).map(({ state }) => state).sort()).toEqual(['CLEARED', 'OPEN']);
  expect(await check()).toBe(0);
});

describe('an event ends', () => {
  test.each<[string, readonly unknown[]]>([
    ['when it is called off', [feature({ id: 'two', vtec: VTEC('CAN'), sent: NOW, messageType: 'Cancel' })]],
    ['when it has expired by its code', [feature({ id: 'two', vtec: VTEC('EXP'), sent: NOW, messageType: 'Update' })]],
    ['when it is listed no longer', []],
  ])('%s', async (_name, fields) => {
    const { service, check, choose, alerts } = await openWorld();
    await choose('NWS');
    service.respondWith(feature({ id: 'one', vtec: VTEC() }));
    await check();
    service.respondWith(...fields);
    await check();
    expect((await alerts()).map(({ state }) => state)).toEqual(['CLEARED']);
  });

  test('and is raised as another one when it becomes more severe', async () => {
    const { service, check, choose, alerts } = await openWorld();
    await choose('NWS');
    service.respondWith(feature({ id: 'one', severity: 'Moderate' }));
    await check();
    const references = [{ identifier: 'one', sent: formatInstant(NOW - HOUR) }];
    service.respondWith(feature({ id: 'two', severity: 'Extreme', sent: NOW, references, messageType: 'Update' }));
    await check();
    expect((await alerts()).map(({ state, severity }) => `${state} ${severity}`).sort()).toEqual([
      'CLEARED 230',
      'OPEN 400',
    ]);
  });

  test('and when the provider is removed', async () => {
    const { service, check, choose, alerts, weather } = await openWorld();
    await choose('NWS');
    service.respondWith(feature({ id: 'one', vtec: VTEC() }));
    await check();
    const chosen = await weather();
    await choose(null);
    expect((await alerts()).map(({ state }) => state)).toEqual(['CLEARED']);
    const removed = await weather();
    // Its version does not go back: who read the earlier choice does not bring it back unseen.
    expect(removed).toEqual({
      availableProviders: ['NWS'],
      hasCoordinates: true,
      warnings: [],
      last_update_ts: removed.last_update_ts,
    });
    expect(Date.parse(removed.last_update_ts)).toBeGreaterThan(Date.parse(chosen.last_update_ts));
    const asked = service.asked.length;
    await check();
    expect(service.asked).toHaveLength(asked);
  });
});

test('a provider that is switched off and on raises what is still in force', async () => {
  const { service, check, choose, alerts } = await openWorld();
  await choose('NWS');
  service.respondWith(feature({ id: 'one', vtec: VTEC() }));
  await check();
  await choose(null);
  await choose('NWS');
  await check();
  expect((await alerts()).map(({ state }) => state).sort()).toEqual(['CLEARED', 'OPEN']);
  expect(await check()).toBe(0);
});

test.each<[string, object | null]>([
  ['loses its coordinates', null],
  ['moves to where its provider does not warn', { latitude: 47.37, longitude: 8.54 }],
])('the warnings of a location that %s end', async (_name, coordinates) => {
  const { picket, service, location, check, choose, alerts } = await openWorld();
  await choose('NWS');
  service.respondWith(feature({ id: 'one', vtec: VTEC(), ends: null }));
  await check();
  const move = (to: object | null) =>
    picket.call('PATCH', `/locations/${location}`, { as: picket.admin, body: { coordinates: to } });
  expect((await move(coordinates)).status).toBe(200);
  const asked = service.asked.length;
  expect(await check()).toBe(1);
  expect((await alerts()).map(({ state }) => state)).toEqual(['CLEARED']);
  expect(await check()).toBe(0);
  expect(service.asked).toHaveLength(asked);
  // Back where it was, what is still in force is raised.
  expect((await move(PHOENIX)).status).toBe(200);
  expect(await check()).toBe(1);
  expect((await alerts()).map(({ state }) => state).sort()).toEqual(['CLEARED', 'OPEN']);
});

test('a warning with a polygon applies to points inside; exercises and invalid features are ignored', async () => {
  const { service, check, choose, alerts } = await openWorld();
  await choose('NWS');
  const around = (x: number, y: number) =>
    [
      [x - 1, y - 1],
      [x + 1, y - 1],
      [x + 1, y + 1],
      [x - 1, y + 1],
      [x - 1, y - 1],
    ] as const;
  service.respondWith(
    feature({ id: 'within', vtec: VTEC('NEW', '0001'), polygon: around(PHOENIX.longitude, PHOENIX.latitude) }),
    feature({ id: 'beside', vtec: VTEC('NEW', '0002'), polygon: around(PHOENIX.longitude + 3, PHOENIX.latitude) }),
    feature({ id: 'exercise', vtec: VTEC('NEW', '0004'), status: 'Exercise' }),
    { type: 'Feature', properties: { id: 7 } },
    null,
  );
  await check();
  expect((await alerts()).map(({ message }) => message)).toEqual(['Extreme Heat Warning within']);
});

test('a moved location is polled at its new coordinates', async () => {
  const { picket, service, location, check, choose } = await openWorld();
  await choose('NWS');
  await check();
  await check();
  const coordinates = { latitude: 39.74, longitude: -104.99 };
  await picket.call('PATCH', `/locations/${location}`, { as: picket.admin, body: { coordinates } });
  await check();
  expect(service.asked.filter((path) => path.startsWith('/points'))).toEqual([
    '/points/33.4500,-112.0700',
    '/points/39.7400,-104.9900',
  ]);
});

test('two servers poll once, and raise once', async () => {
  const { picket, service, choose, alerts } = await openWorld();
  const { databaseUrl, dataDir } = picket.platform.config;
  const environment = { PICKET_WEATHER_NWS_URL: service.url };
  const other = await openPicket({ databaseUrl, dataDir, now: NOW, withoutAdmin: true, environment });
  onTestFinished(() => other.close());
  await choose('NWS');
  service.respondWith(feature({ id: 'one', vtec: VTEC() }));
  await Promise.all([picket.server.pipeline.weather.poll(), other.server.pipeline.weather.poll()]);
  expect(await alerts()).toHaveLength(1);
  expect(service.asked.filter((path) => path.startsWith('/alerts'))).toHaveLength(1);
});

test('MET Norway is polled by point, and its interval is the event', async () => {
  const { picket, service, location, check, choose, alerts } = await openWorld();
  expect((await choose('METNO')).status).toBe(400);
  const coordinates = { latitude: 59.91, longitude: 10.75 };
  await picket.call('PATCH', `/locations/${location}`, { as: picket.admin, body: { coordinates } });
  expect((await choose('METNO')).status).toBe(200);
  service.respondWith(gale());
  await check();
  expect(await alerts()).toMatchObject([{ state: 'OPEN', message: 'Gale, yellow level, Oslofjord', severity: 230 }]);
  expect(service.asked).toEqual(['/weatherapi/metalerts/2.0/current.json?lang=en&lat=59.9100&lon=10.7500']);
  await check(200);
  expect(await alerts()).toMatchObject([{ state: 'CLEARED', endedAt: formatInstant(NOW + 3 * HOUR) }]);
});

test('MET Norway failing for one place keeps no other from its warnings', async () => {
  const { picket, service, location, check, choose, alerts, weather } = await openWorld();
  const oslo = { latitude: 59.91, longitude: 10.75 };
  await picket.call('PATCH', `/locations/${location}`, { as: picket.admin, body: { coordinates: oslo } });
  const bergen = await picket.addLocation('Bergen');
  const coordinates = { latitude: 60.39, longitude: 5.32 };
  await picket.call('PATCH', `/locations/${bergen}`, { as: picket.admin, body: { coordinates } });
  await choose('METNO');
  await picket.call('PUT', `/locations/${bergen}/weather`, { as: picket.admin, body: { provider: 'METNO' } });
  service.respondWith(gale());
  service.fail(500, 'lat=59.9100');
  expect(await check()).toBe(1);
  expect(await alerts()).toMatchObject([{ state: 'OPEN', message: 'Gale, yellow level, Oslofjord' }]);
  expect((await weather()).lastProblem).toBe('The weather service answered 500');
});

test('of a service that cannot be reached few places are asked about', async () => {
  const { picket, service, check, choose } = await openWorld();
  await choose('NWS');
  for (let place = 1; place < 8; place++) {
    const guid = await picket.addLocation(`Phoenix ${place}`);
    const coordinates = { ...PHOENIX, latitude: PHOENIX.latitude + place / 100 };
    await picket.call('PATCH', `/locations/${guid}`, { as: picket.admin, body: { coordinates } });
    await picket.call('PUT', `/locations/${guid}/weather`, { as: picket.admin, body: { provider: 'NWS' } });
  }
  service.fail('unreachable');
  await check();
  expect(service.asked).toHaveLength(3);
  const { rows } = await picket.platform.db.console.query<{ problem: string | null }>(
    'SELECT DISTINCT last_problem AS problem FROM location_weather',
  );
  expect(rows).toEqual([{ problem: 'The weather service cannot be reached' }]);
});

test('a day of the real service: every zone gets what is active there, once, and nothing that has ended', async () => {
  const { features } = activeWarnings();
  const { service, check, choose, alerts } = await openWorld();
  await choose('NWS');
  // As if every warning of that day were for this place.
  service.respondWith(
    ...features.map((one) => ({
      ...one,
      geometry: null,
      properties: { ...one.properties, geocode: { UGC: ['AZZ544'] } },
    })),
  );
  const raised = await check();
  const found = await alerts();
  const ends = (one: (typeof features)[number]): number => Date.parse(one.properties.ends ?? '2999-01-01');
  const inForce = features.filter((one) => ends(one) > NOW + 5 * 60_000);
  const expired = inForce.filter(({ properties }) => Date.parse(properties.expires) <= NOW);
  expect(expired.length).toBeGreaterThan(10);
  expect(found.length).toBe(raised);
  expect(found.length).toBeGreaterThan(50);
  expect(found.length).toBeLessThanOrEqual(inForce.length);
  expect(found.every(({ state, kind }) => state === 'OPEN' && kind === 'WEATHER_ALERT')).toBe(true);
  expect(await check(0)).toBe(0);
});
