/** A location's past as the console asks for it: limits as they were, quiet hours, silence, device changes, pictures, days and hours. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { AnnotationsOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { type Device, type Picket, picketForTest } from './harness.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Advances the time; sessions idle for an hour sign in again. */
async function pass(picket: Picket, seconds: number): Promise<void> {
  picket.clock.pass(seconds);
  picket.admin = await picket.signIn('admin@picket.example');
}

const annotationsOf = async (picket: Picket, location: string, from: number, to: number): Promise<AnnotationsOut> => {
  const query = `?from=${formatInstant(from)}&to=${formatInstant(to)}`;
  const answer = await picket.call<AnnotationsOut>('GET', `/views/locations/${location}/annotations${query}`, {
    as: picket.admin,
  });
  expect(answer.status).toBe(200);
  return answer.body;
};

async function policyNamed(picket: Picket, name: string) {
  const { body } = await picket.call<ResponseOf<'GET /policies'>>('GET', '/policies?limit=500', { as: picket.admin });
  const found = body.items.find((policy) => policy.name === name);
  if (found === undefined) throw new Error(`no policy ${name}`);
  return found;
}

const tooHot = ({ thresholds }: AnnotationsOut, sentry?: string) =>
  thresholds.filter((one) => one.violation === 'Too hot' && one.sentry === sentry);

test('limits are given as they were in force, globally and where a sentry had its own', async () => {
  const picket = await picketForTest();
  const start = picket.clock.now();
  const location = await picket.addLocation();
  const device = await picket.addDevice(location);
  const policy = await policyNamed(picket, 'Room temperature');
  const with30 = structuredClone(policy.definition);
  for (const violation of with30.violations)
    for (const condition of violation.conditions) if (condition.operator === 'GREATER_THAN') condition.threshold = 30;
  await pass(picket, 3600);
  const edited = picket.clock.now();
  await picket.call('PATCH', `/policies/${policy.guid}`, { as: picket.admin, body: { definition: with30 } });
  await pass(picket, 3600);
  const overridden = picket.clock.now();
  const patch = {
    ignoreGlobalPolicyChanges: false,
    definition: {
      violations: [
        { description: 'Too hot', conditions: [{ sensorMetricId: 'environment_temperature', threshold: 27 }] },
      ],
    },
  };
  const put = await picket.call('PUT', `/sentries/${device.sentry}/policies/${policy.guid}`, {
    as: picket.admin,
    body: patch,
  });
  expect(put.status).toBe(200);
  await pass(picket, 3600);
  const end = picket.clock.now();

  const whole = await annotationsOf(picket, location, start - HOUR, end);
  expect(tooHot(whole).map(({ threshold, from, to }) => [threshold, from, to])).toEqual([
    [31.6667, formatInstant(start - HOUR), formatInstant(edited)],
    [30, formatInstant(edited), formatInstant(end)],
  ]);
  expect(tooHot(whole, device.sentry).map(({ threshold, from }) => [threshold, from])).toEqual([
    [31.6667, formatInstant(start - HOUR)],
    [30, formatInstant(edited)],
    [27, formatInstant(overridden)],
  ]);
  // Deleted since: what it said is still known.
  await picket.call('DELETE', `/policies/${policy.guid}`, { as: picket.admin });
  picket.clock.pass(60);
  const after = await annotationsOf(picket, location, start - HOUR, picket.clock.now());
  expect(tooHot(after).map(({ threshold }) => threshold)).toEqual([31.6667, 30]);
  expect(tooHot(after)[1]).toMatchObject({ policy: { name: 'Room temperature' }, to: formatInstant(end) });
});

test('quiet hours in the location’s own zone; none beyond five weeks', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  await picket.addDevice(location);
  const from = Date.parse('2026-03-02T00:00:00Z');
  const month = await annotationsOf(picket, location, from, from + DAY);
  const motion = month.doNotDisturb.find(({ policy }) => policy.name === 'Motion');
  expect(motion?.spans).toEqual([{ from: '2026-03-02T08:00:00Z', to: '2026-03-02T16:00:00Z' }]);
  const year = await annotationsOf(picket, location, from, from + 36 * DAY);
  expect(year.doNotDisturb).toEqual([]);
});

test('offline begins when the sentry was last seen; server downtime is separate', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const device = await picket.addDevice(location);
  await picket.send(device, 'environment_temperature', 21);
  const lastSeen = picket.clock.now();
  for (let minute = 0; minute < 20; minute++) {
    for (let heartbeat = 0; heartbeat < 6; heartbeat++) {
      picket.clock.pass(10);
      await picket.heartbeat();
    }
    await picket.tick();
  }
  await picket.send(device, 'environment_temperature', 21);
  const back = picket.clock.now();
  // The server is away for an hour.
  await pass(picket, 3600);
  await picket.heartbeat();
  const found = await annotationsOf(picket, location, lastSeen - HOUR, picket.clock.now());
  expect(found.offline).toEqual([{ sentry: device.sentry, from: formatInstant(lastSeen), to: formatInstant(back) }]);
  expect(found.serverDown).toEqual([{ from: formatInstant(back), to: formatInstant(back + HOUR) }]);
});

test('a replaced device keeps name, place, policies and history, with a device change', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const old = await picket.addDevice(location, { name: 'North rack' });
  await picket.send(old, 'environment_temperature', 21);
  const began = picket.clock.now();
  picket.clock.pass(60);
  const code = await picket.call<{ activationCode: string }>('POST', `/sentries/${old.sentry}/replace`, {
    as: picket.admin,
  });
  expect(code.status).toBe(201);
  // Until the new device is there, the old one works.
  expect((await picket.send(old, 'environment_temperature', 22)).status).toBe(200);
  picket.clock.pass(60);
  const swapped = picket.clock.now();
  const made = await picket.call<Device>('POST', '/sentry/activate', {
    body: {
      activationCode: code.body.activationCode,
      model: 'PT-2',
      serialNumber: 'S2',
      softwareVersion: '2.0',
    },
  });
  expect(made.body.sentry).toBe(old.sentry);
  picket.clock.pass(2);
  expect((await picket.send(old, 'environment_temperature', 23)).status).toBe(401);
  expect((await picket.send(made.body, 'environment_temperature', 24)).status).toBe(200);
  const to = picket.clock.now() + 1000;
  const telemetry = await picket.call<ResponseOf<'GET /locations/{guid}/telemetry'>>(
    'GET',
    `/locations/${location}/telemetry?from=${formatInstant(began)}&to=${formatInstant(to)}`,
    { as: picket.admin },
  );
  expect(telemetry.body.series.map(({ points }) => points.map(({ mean }) => mean))).toEqual([[21, 22, 24]]);
  expect((await annotationsOf(picket, location, began, to)).deviceChanges).toEqual([
    { sentry: old.sentry, at: formatInstant(swapped), model: 'PT-2', serialNumber: 'S2' },
  ]);
  const fresh = await picket.call<{ guid: string }>('POST', `/locations/${location}/sentries`, {
    as: picket.admin,
    body: { name: 'Never activated' },
  });
  expect((await picket.call('POST', `/sentries/${fresh.body.guid}/replace`, { as: picket.admin })).status).toBe(409);
});

test('alerts and offsets of the time range are annotations', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const device = await picket.addDevice(location);
  const start = picket.clock.now();
  await picket.send(device, 'sentry_tamper', 1);
  await picket.call('PATCH', `/sentries/${device.sentry}/sensors/environment_temperature`, {
    as: picket.admin,
    body: { offset: { value: -0.5, reason: 'compared with a reference' } },
  });
  picket.clock.pass(60);
  const found = await annotationsOf(picket, location, start - HOUR, picket.clock.now());
  expect(found.alerts).toMatchObject([
    { severity: 320, severityLabel: 'critical', sentry: device.sentry, series: ['sentry_tamper.value'] },
  ]);
  expect(found.offsets).toMatchObject([{ offset: -0.5, reason: 'compared with a reference' }]);
  const wrong = await picket.call(
    'GET',
    `/views/locations/${location}/annotations?from=2026-03-02T10:00:00Z&to=2026-03-01T10:00:00Z`,
    {
      as: picket.admin,
    },
  );
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ name: 'to', message: 'must be later than from' }] } });
});

test('pictures: when there are some, and the newest by an instant', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const device = await picket.addDevice(location);
  const start = picket.clock.now();
  const picture = (value: number) => Array.from({ length: 24 * 32 }, (_, cell) => (cell === 5 ? null : value));
  for (let minute = 0; minute < 10; minute++) {
    picket.clock.set(start + minute * 60_000);
    const at = formatInstant(picket.clock.now());
    const frame = { rows: 24, columns: 32, data: picture(20 + minute) };
    await picket.report(device, [{ sensorMetricId: 'thermal_temperature', at, frame }]);
  }
  const path = `/sentries/${device.sentry}`;
  const range = `from=${formatInstant(start)}&to=${formatInstant(start + HOUR)}`;
  const times = async (points: number) =>
    (
      await picket.call<ResponseOf<'GET /sentries/{guid}/frames'>>(
        'GET',
        `${path}/frames?sensorMetricId=thermal_temperature&${range}&points=${points}`,
        { as: picket.admin },
      )
    ).body.items;
  expect(await times(300)).toHaveLength(10);
  expect((await times(20)).map(({ at }) => at)).toEqual(
    [0, 3, 6, 9].map((minute) => formatInstant(start + minute * 60_000)),
  );
  const frame = await picket.call<ResponseOf<'GET /sentries/{guid}/frame'>>(
    'GET',
    `${path}/frame?sensorMetricId=thermal_temperature&at=${formatInstant(start + 150_000)}`,
    { as: picket.admin },
  );
  expect(frame.body).toMatchObject({ at: formatInstant(start + 120_000), rows: 24, columns: 32 });
  const cells = new Float32Array(new Uint8Array(Buffer.from(frame.body.data, 'base64')).buffer);
  expect([cells[0], cells[5]]).toEqual([22, Number.NaN]);
  const before = await picket.call(
    'GET',
    `${path}/frame?sensorMetricId=thermal_temperature&at=${formatInstant(start - 1000)}`,
    { as: picket.admin },
  );
  expect(before.status).toBe(404);
});

test('readings as CSV: each as it is stored, with the raw value beside an offset', async () => {
  const picket = await picketForTest();
  const location = await picket.addLocation();
  const device = await picket.addDevice(location);
  const start = picket.clock.now() - 6000 * 1000;
  const readings = Array.from({ length: 6000 }, (_, second) => ({
    sensorMetricId: 'environment_temperature',
    at: formatInstant(start + second * 1000),
    values: { value: second === 3 ? null : 20 },
  }));
  await picket.report(device, readings.slice(0, 3000), true);
  await picket.report(device, readings.slice(3000));
  await picket.call('PATCH', `/sentries/${device.sentry}/sensors/environment_temperature`, {
    as: picket.admin,
    body: { offset: { value: 1, reason: 'reference', from: formatInstant(start + 5999_000) } },
  });
  const answer = await picket.call<string>(
    'GET',
    `/locations/${location}/telemetry/export?from=${formatInstant(start)}&to=${formatInstant(start + 7000_000)}`,
    { as: picket.admin },
  );
  const lines = answer.body.trimEnd().split('\r\n');
  expect(lines).toHaveLength(6001);
  expect(lines[0]).toBe('sentry,sensorMetricId,column,unit,at,value,raw');
  expect(lines[4]).toBe(`${device.sentry},environment_temperature,value,°C,${formatInstant(start + 3000)},,`);
  expect(lines[6000]).toMatch(/,21,20$/u);
  expect(answer.headers['content-disposition']).toContain('picket-readings.csv');
});

test('the activity grid uses the location’s hours, and outlines what is unusual', async () => {
  const picket = await picketForTest({ now: Date.parse('2026-03-31T12:30:00Z') });
  const location = await picket.addLocation();
  const device = await picket.addDevice(location);
  const now = picket.clock.now();
  const odd = Date.parse('2026-03-30T03:00:00Z');
  const readings: object[] = [];
  for (let at = now - 35 * DAY; at < now; at += HOUR / 2)
    readings.push({
      sensorMetricId: 'environment_temperature',
      at: formatInstant(at),
      values: { value: at >= odd && at < odd + HOUR ? 26 : 21 + (at % 7) / 100 },
    });
  await picket.report(device, readings);
  const ask = async (query: string) =>
    (
      await picket.call<ResponseOf<'GET /views/locations/{guid}/activity'>>(
        'GET',
        `/views/locations/${location}/activity?${query}`,
        { as: picket.admin },
      )
    ).body;
  const grid = await ask(`sensorMetricId=environment_temperature&column=value&sentry=${device.sentry}&weeks=2`);
  expect(grid).toMatchObject({ timezone: 'Europe/Zurich', unit: '°C' });
  expect(grid.days).toHaveLength(14);
  expect(grid.days.at(-1)).toBe('2026-03-31');
  // 03:00 UTC is 5 in the morning in Zurich's summer.
  expect(grid.cells.filter(({ unusual }) => unusual).map(({ day, hour }) => [day, hour])).toEqual([['2026-03-30', 5]]);
  await picket.send(device, 'sentry_tamper', 1);
  const kind = (await picket.alerts())[0]?.kind;
  const alerts = await ask(`kind=${kind}&weeks=1`);
  expect(alerts.cells.reduce((sum, { value }) => sum + value, 0)).toBe(1);
  expect(alerts.cells.at(-1)).toMatchObject({ day: '2026-03-31', hour: 14, value: 1 });
  const neither = await picket.call('GET', `/views/locations/${location}/activity`, { as: picket.admin });
  expect(neither).toMatchObject({ status: 400, body: { errors: [{ name: 'sensorMetricId' }] } });
});
