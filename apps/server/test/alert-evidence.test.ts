/** The read model of an alert's page. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { newGuid } from '../src/platform/keys/ids.ts';
import { openPolicyRoom, type PolicyRoom, TEMPERATURE, violation } from './policy-room.ts';

const room = openPolicyRoom();
const MINUTE = 60_000;
const DELTA = { grab: 'DELTA', minutes: 10 };

type View = ResponseOf<'GET /views/alerts/{guid}'>;

const view = (at: PolicyRoom, guid: string): Promise<View> => at.ask<View>('GET', `/views/alerts/${guid}`);

/** A policy whose violation is raised at once, and clears after two minutes. */
const makePolicy = (extras: object = {}) =>
  room().makePolicy([violation(25, { onsetDelay: 0, exitDelay: 120, ...extras })]);

/** The newest alert of a policy. */
async function alertOf(policy: { readonly guid: string }): Promise<string> {
  const [alert] = await room().alertsOf(policy.guid);
  if (alert === undefined) throw new Error('no alert was raised');
  return alert.guid;
}

describe('what its sensor measures', () => {
  test('is asked again and again without loading the configuration again', async () => {
    const policy = await makePolicy();
    await room().send(24);
    await room().send(27);
    const guid = await alertOf(policy);
    await view(room(), guid);
    const queries = vi.spyOn(room().picket.platform.db.lookups, 'query');
    onTestFinished(() => queries.mockRestore());
    expect((await view(room(), guid)).state).toBe('OPEN');
    expect(queries.mock.calls.filter(([text]) => text.includes('v.violation_keys AS keys'))).toEqual([]);
  });

  test('the newest reading with its trend; outside and going further out there is no forecast', async () => {
    const policy = await makePolicy();
    for (let minute = 0; minute <= 8; minute++) await room().send(24 + minute * 0.25);
    const guid = await alertOf(policy);
    const found = await view(room(), guid);
    const now = room().picket.clock.now();
    expect(found).toMatchObject({ guid, state: 'OPEN', sentry: { guid: room().device.sentry } });
    expect(found.measurements).toEqual([
      {
        sensorMetricId: TEMPERATURE,
        column: 'value',
        operator: 'GREATER_THAN',
        threshold: 25,
        comparesReadings: true,
        at: formatInstant(now),
        value: 26,
        holdSeconds: 150,
        perMinute: expect.closeTo(0.25, 6),
      },
    ]);
    expect(found.exit).toBeUndefined();
    expect(found.timeline.map(({ code }) => code)).toContain('RAISED');
  });

  test('on its way back it says when it is within its limit', async () => {
    const policy = await makePolicy();
    for (let minute = 0; minute <= 8; minute++) await room().send(30 - minute * 0.25);
    const { measurements } = await view(room(), await alertOf(policy));
    expect(measurements[0]?.forecast).toEqual({
      becomes: 'WITHIN',
      at: formatInstant(room().picket.clock.now() + 12 * MINUTE),
    });
  });

  test('a condition over several readings has a trend, and is not compared with its limit', async () => {
    const mean = {
      sensorMetricId: TEMPERATURE,
      operator: 'GREATER_THAN',
      threshold: 25,
      calc: { grab: 'MEAN', minutes: 10 },
    };
    const policy = await makePolicy({ conditions: [mean] });
    for (let minute = 0; minute <= 8; minute++) await room().send(34 - minute * 0.25);
    const [measured] = (await view(room(), await alertOf(policy))).measurements;
    expect(measured).toMatchObject({ comparesReadings: false, perMinute: expect.closeTo(-0.25, 6) });
    expect(measured?.forecast).toBeUndefined();
  });

  test('the alert knows what its condition computes, and over how long, also when it is over', async () => {
    const rise = { sensorMetricId: TEMPERATURE, operator: 'GREATER_THAN', threshold: 2, calc: DELTA };
    const policy = await makePolicy({ exitDelay: 0, conditions: [rise] });
    for (let minute = 0; minute <= 8; minute++) await room().send(20 + minute);
    const open = await view(room(), await alertOf(policy));
    expect(open.conditions).toMatchObject([{ threshold: 2, calc: DELTA }]);
    expect(open.timeline.find(({ code }) => code === 'CONDITION_MET')?.detail).toMatchObject(DELTA);
    const trace = await room().ask<ResponseOf<'GET /alerts/{guid}/trace'>>('GET', `/alerts/${open.guid}/trace`);
    expect(trace.steps.find(({ code }) => code === 'CONDITION_MET')).toMatchObject({ calc: DELTA });
    for (let minute = 0; minute <= 12; minute++) await room().send(28);
    const over = await view(room(), open.guid);
    expect(over.state).toBe('CLEARED');
    expect(over.measurements).toMatchObject([{ comparesReadings: false }]);
  });

  test('what it usually measures, by the hours of the location', async () => {
    const { picket, device } = room();
    // Ten days, warmer in the afternoon.
    for (let day = 0; day < 10; day++) {
      const readings = Array.from({ length: 24 }, (_, hour) => ({
        sensorMetricId: TEMPERATURE,
        at: formatInstant(picket.clock.now() + hour * 60 * MINUTE),
        values: { value: 18 + (hour < 6 ? 2 : 0) },
      }));
      picket.clock.pass(86_400);
      await picket.report(device, readings);
    }
    // Sessions do not last that long.
    picket.admin = await picket.signIn('admin@picket.example');
    const policy = await makePolicy();
    // What was read before is evaluated first.
    await picket.tick();
    await room().send(27);
    const [measured] = (await view(room(), await alertOf(policy))).measurements;
    expect(measured?.usual?.days).toBe(28);
    expect(measured?.usual?.hours).toHaveLength(24);
    const medians = new Set(measured?.usual?.hours.map(({ median }) => median));
    expect([...medians].sort()).toEqual([18, 20]);
  });
});

test('back within limits: since when, and when it clears; cleared, nothing is on its way out', async () => {
  const policy = await makePolicy();
  await room().send(26);
  await room().send(24);
  const back = room().picket.clock.now();
  const guid = await alertOf(policy);
  expect((await view(room(), guid)).exit).toEqual({
    since: formatInstant(back),
    clearsAt: formatInstant(back + 2 * MINUTE),
  });
  for (let seconds = 0; seconds < 600; seconds += 20) {
    room().picket.clock.pass(20);
    await room().picket.heartbeat();
  }
  await room().picket.tick();
  const cleared = await view(room(), guid);
  expect(cleared.state).toBe('CLEARED');
  expect(cleared.exit).toBeUndefined();
  expect(cleared.measurements[0]?.perMinute).toBeUndefined();
});

test('the thermal picture when it was raised, with the zone that its condition sees', async () => {
  const { picket, device, location } = room();
  const exclusions = Array.from({ length: 24 }, () =>
    Array.from({ length: 32 }, (_, column) => (column < 16 ? 'included' : 'excluded')),
  );
  const drawn = { name: 'Left', sensorMetricIdList: ['thermal_temperature'], exclusions };
  const { zoneId } = await room().ask<{ zoneId: string }>('POST', `/locations/${location}/zones`, drawn);
  const condition = { sensorMetricId: 'thermal_temperature', column: 'max', operator: 'GREATER_THAN', threshold: 35 };
  const policy = await room().makePolicy([violation(35, { onsetDelay: 0, conditions: [{ ...condition, zoneId }] })]);
  picket.clock.pass(60);
  const at = picket.clock.now();
  const data = Array.from({ length: 24 * 32 }, (_, cell) => (cell === 5 ? 41 : 21));
  await picket.report(device, [
    { sensorMetricId: 'thermal_temperature', at: formatInstant(at), frame: { rows: 24, columns: 32, data } },
  ]);
  const { pictures, measurements } = await view(room(), await alertOf(policy));
  expect(measurements[0]).toMatchObject({ column: 'max', zoneId, value: 41 });
  expect(pictures.thermal).toMatchObject({ sentry: device.sentry, at: formatInstant(at), rows: 24, columns: 32 });
  expect(pictures.thermal?.zone).toEqual({ name: 'Left', rows: 24, columns: 32, exclusions });
  expect(Buffer.from(pictures.thermal?.data ?? '', 'base64').readFloatLE(5 * 4)).toBe(41);
});

test('earlier alerts like it, newest first; those of another policy are none', async () => {
  const policy = await makePolicy({ exitDelay: 0 });
  const other = await makePolicy({ description: 'Warm', exitDelay: 0 });
  const raised: string[] = [];
  for (let time = 0; time < 3; time++) {
    await room().send(30);
    raised.push(await alertOf(policy));
    await room().send(20);
  }
  await room().picket.call('POST', `/alerts/${raised[0]}/acknowledge`, { as: room().picket.admin });
  const { similar } = await view(room(), raised[2] ?? '');
  expect(similar).toMatchObject({ days: 90, count: 2 });
  expect(similar.items.map(({ guid }) => guid)).toEqual([raised[1], raised[0]]);
  expect(similar.items[1]?.by).toBe('admin@picket.example');
  expect((await room().alertsOf(other.guid)).length).toBe(3);
});

test('an alert that a person raised has no measurements', async () => {
  const body = { location: room().location, severity: 300, message: 'Smoke' };
  const raised = await room().ask<{ guid: string }>('POST', '/alerts', body);
  const found = await view(room(), raised.guid);
  expect(found).toMatchObject({ measurements: [], pictures: {}, weather: [], similar: { count: 0 } });
});

test('found by those who may view its location, by nobody else', async () => {
  const { picket } = room();
  const policy = await makePolicy();
  await room().send(26);
  const path = `/views/alerts/${await alertOf(policy)}`;
  const elsewhere = await picket.addLocation(`Elsewhere ${newGuid()}`);
  const { admin: stranger } = await picket.addTenant(`Strangers ${newGuid()}`);
  const statusFor = async (as?: { cookie: string }) =>
    (await picket.call('GET', path, as === undefined ? {} : { as })).status;
  expect(await statusFor(await picket.addPerson('VIEWER', room().location))).toBe(200);
  expect(await statusFor(await picket.addPerson('VIEWER', elsewhere))).toBe(404);
  expect(await statusFor(stranger)).toBe(404);
  expect(await statusFor()).toBe(401);
  expect((await picket.call('GET', `/views/alerts/${newGuid()}`, { as: picket.admin })).status).toBe(404);
});

test('304 until something changes', async () => {
  const { picket } = room();
  const policy = await makePolicy();
  await room().send(26);
  const guid = await alertOf(policy);
  const read = (etag?: string) =>
    picket.call('GET', `/views/alerts/${guid}`, {
      as: picket.admin,
      ...(etag === undefined ? {} : { headers: { 'if-none-match': etag } }),
    });
  const etag = String((await read()).headers.etag);
  picket.clock.pass(5);
  expect((await read(etag)).status).toBe(304);
  await room().send(26.5, 5);
  const after = await read(etag);
  expect(after.status).toBe(200);
  await picket.call('POST', `/alerts/${guid}/comments`, { as: picket.admin, body: { text: 'On my way' } });
  expect((await read(String(after.headers.etag))).status).toBe(200);
});
