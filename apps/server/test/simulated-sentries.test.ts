/** Sentries that the server simulates: made like real ones, marked, bounded, run by one process of several, and gone after a day. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { SentryOut } from '@picket/contracts/types';
import { SIMULATED_MODEL } from '@picket/domain/scenario-table';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPicket, type Picket, picketForTest, type Session } from './harness.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

interface Problem {
  readonly message: string;
  readonly errors?: readonly { readonly name: string }[];
}

async function simulate(picket: Picket, location: string, as: Session = picket.admin, language?: 'de' | 'en') {
  const headers = language === undefined ? {} : { 'accept-language': language };
  return picket.call<SentryOut & Problem>('POST', `/locations/${location}/simulated-sentries`, { as, headers });
}
const sentryOf = (picket: Picket, guid: string) =>
  picket.call<SentryOut & Problem>('GET', `/sentries/${guid}`, { as: picket.admin });
const latest = async (picket: Picket, location: string) =>
  (
    await picket.call<ResponseOf<'GET /locations/{guid}/latest'>>('GET', `/locations/${location}/latest`, {
      as: picket.admin,
    })
  ).body.items;
const run = (picket: Picket) => picket.server.pipeline.simulation.run();
const latestValue = (items: Awaited<ReturnType<typeof latest>>, metric: string) =>
  items.find(({ sensorMetricId, column }) => sensorMetricId.endsWith(metric) && column === 'value')?.value;

describe('in an organization', () => {
  let picket: Picket;
  let location: string;
  beforeAll(async () => {
    picket = await openPicket();
  });
  afterAll(() => picket.close());

  test('one press: activated, paired, reporting within the first run, and marked', async () => {
    location = await picket.addLocation('Basel');
    const made = await simulate(picket, location);
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Simulated sentry', model: SIMULATED_MODEL, simulatedUntil: '2026-03-03T10:00:00Z' },
    });
    expect(made.body.activatedAt).toBeDefined();
    expect(await run(picket)).toBe(1);
    const items = await latest(picket, location);
    expect(latestValue(items, 'environment_temperature')).toBeGreaterThan(18);
    expect(latestValue(items, '_leak')).toBe(0);
    expect(items.some(({ sensorMetricId }) => sensorMetricId === 'thermal_temperature')).toBe(true);
    // Nothing is due before its interval is over, in this process or another.
    expect(await run(picket)).toBe(0);
    picket.clock.pass(30);
    expect(await Promise.all([run(picket), run(picket)])).toContain(0);
    const { body } = await picket.call<ResponseOf<'GET /locations/{guid}/sensors'>>(
      'GET',
      `/locations/${location}/sensors`,
      { as: picket.admin },
    );
    expect(body.items.map(({ status }) => status)).toEqual(['PAIRED']);
    // People move in the room now and then.
    expect((await picket.alerts()).filter(({ policy }) => policy?.name !== 'Motion')).toEqual([]);
  });

  test('it keeps its name, and other things about it can be changed', async () => {
    const [one] = (
      await picket.call<ResponseOf<'GET /sentries'>>('GET', `/sentries?location=${location}`, { as: picket.admin })
    ).body.items;
    const change = (body: object) =>
      picket.call<Problem>('PATCH', `/sentries/${one?.guid}`, { as: picket.admin, body });
    expect(await change({ name: 'North rack' })).toMatchObject({ status: 400, body: { errors: [{ name: 'name' }] } });
    expect((await change({ name: 'Simulated sentry', reportIntervalSeconds: 10 })).status).toBe(200);
  });

  test('scenarios play outside demo organizations, on these sentries only', async () => {
    const demo = (body?: object) =>
      picket.call<ResponseOf<'GET /locations/{guid}/demo'>>(
        body === undefined ? 'GET' : 'POST',
        `/locations/${location}/demo`,
        { as: picket.admin, ...(body === undefined ? {} : { body }) },
      );
    expect((await demo()).body.items[0]?.scenarios).toEqual(['heat-up', 'leak', 'motion', 'power-cut', 'go-silent']);
    expect((await demo({ scenario: 'leak' })).status).toBe(200);
    picket.clock.pass(1);
    expect(await run(picket)).toBe(1);
    expect(latestValue(await latest(picket, location), '_leak')).toBe(1);
    // While a scenario is played it reports every few seconds.
    picket.clock.pass(3);
    expect(await run(picket)).toBe(1);
    const silent = await demo({ scenario: 'go-silent' });
    expect(silent.body.items[0]?.scenario?.name).toBe('go-silent');
    const before = (await latest(picket, location)).map(({ at }) => at);
    picket.clock.pass(10);
    await run(picket);
    expect((await latest(picket, location)).map(({ at }) => at)).toEqual(before);
    await demo({ scenario: null });
    await run(picket);
    expect(latestValue(await latest(picket, location), '_leak')).toBe(0);
    const elsewhere = await picket.addLocation('Porto');
    const answer = await picket.call('GET', `/locations/${elsewhere}/demo`, { as: picket.admin });
    expect(answer.status).toBe(404);
  });

  test('at most three, however many are asked for at once; another organization has its own', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => simulate(picket, location)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422]);
    expect(answers.flatMap(({ body }) => (body.guid ? [body.name] : [])).sort()).toEqual([
      'Simulated sentry 2',
      'Simulated sentry 3',
    ]);
    const neighbor = await picket.addTenant('Neighbor');
    expect((await simulate(picket, location, neighbor.admin)).status).toBe(404);
    expect((await simulate(picket, await picket.addLocation('Theirs', neighbor.admin), neighbor.admin)).status).toBe(
      201,
    );
    const viewer = await picket.addPerson('VIEWER', location);
    expect((await simulate(picket, location, viewer)).status).toBe(403);
  });
});

test('its name is in the language of the user, else in that of the browser', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  expect((await simulate(picket, location, picket.admin, 'de')).body.name).toBe('Simulierter Wächter');
  const body = { preferences: { language: 'de' } };
  await picket.call('PATCH', '/users/my-profile', { as: picket.admin, body });
  expect((await simulate(picket, location)).body.name).toBe('Simulierter Wächter 2');
  await picket.call('PATCH', '/users/my-profile', { as: picket.admin, body: { preferences: { language: 'en' } } });
  expect((await simulate(picket, location, picket.admin, 'de')).body.name).toBe('Simulated sentry');
});

test('after a day it is removed as by a person, unless it is kept', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const { guid: kept } = (await simulate(picket, location)).body;
  const { guid: ended } = (await simulate(picket, location)).body;
  await run(picket);
  picket.clock.pass(DAY - HOUR);
  picket.admin = await picket.signIn('admin@picket.example');
  const keep = (guid: string) =>
    picket.call<SentryOut & Problem>('POST', `/sentries/${guid}/simulation`, { as: picket.admin });
  expect(await keep(kept)).toMatchObject({ status: 200, body: { simulatedUntil: '2026-03-04T09:00:00Z' } });
  const real = await picket.addDevice(location);
  expect((await keep(real.sentry)).status).toBe(422);
  picket.clock.pass(HOUR);
  picket.admin = await picket.signIn('admin@picket.example');
  await Promise.all([run(picket), run(picket)]);
  expect((await sentryOf(picket, ended)).status).toBe(404);
  expect((await sentryOf(picket, kept)).status).toBe(200);
  const log = await picket.call<{ items: { action: string; actor: { name: string } }[] }>('GET', '/audit', {
    as: picket.admin,
  });
  const removals = log.body.items.filter(({ action }) => action === 'SENTRY_REMOVED');
  expect(removals).toHaveLength(1);
});

test('removed by a person, or taken over by a real device: it is simulated no more', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const { guid: removed } = (await simulate(picket, location)).body;
  const { guid: taken } = (await simulate(picket, location)).body;
  await picket.call('DELETE', `/sentries/${removed}`, { as: picket.admin });
  const { body } = await picket.call<{ activationCode: string }>('POST', `/sentries/${taken}/replace`, {
    as: picket.admin,
  });
  await picket.call('POST', '/sentry/activate', {
    body: { activationCode: body.activationCode, model: 'PT-1', serialNumber: 'S1', softwareVersion: '1.0' },
  });
  picket.clock.pass(60);
  expect(await run(picket)).toBe(0);
  expect((await sentryOf(picket, taken)).body).not.toHaveProperty('simulatedUntil');
  expect((await simulate(picket, location)).status).toBe(201);
});

test('turned off: none can be added, and those that are there are removed', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const { guid } = (await simulate(picket, location)).body;
  // Guarantee: the setting alone differs, as after a restart with another environment.
  Object.assign(picket.platform.config, { simulatedSentries: false });
  expect((await simulate(picket, location)).status).toBe(422);
  expect(await run(picket)).toBe(0);
  expect((await sentryOf(picket, guid)).status).toBe(404);
});
