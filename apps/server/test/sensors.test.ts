/** Fluid sensors, offsets and intervals: what is particular to a sensor, over the wire and in what is raised. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ingestReport } from '../src/capabilities/ingest/ingest-report.ts';
import { withClient } from '../src/platform/db/database-connections.ts';
import { contextOf } from '../src/platform/http/context.ts';
import { type Device, openPicket, type Picket } from './harness.ts';

let picket: Picket;

let location: string;

let device: Device;

interface Refusal {
  readonly errors?: readonly { readonly name: string; readonly message: string }[];
  readonly message: string;
}

const catchUp = async (): Promise<void> => {
  picket.clock.pass(2);
  await picket.tick();
  await picket.tick();
};

const mine = async (of = device, query = '') =>
  (await picket.alerts(`&sentry=${of.sentry}${query}`)).filter(({ kind }) => kind !== 'POLICY_CHANGE_ALERT');

const post = <Body>(path: string, body: object, as: Parameters<Picket['call']>[2] = {}) =>
  picket.call<Body & Refusal>('POST', path, { as: picket.admin, body, ...as });

beforeAll(async () => {
  picket = await openPicket();
});

afterAll(() => picket.close());

beforeEach(async () => {
  location = await picket.addLocation(`Room ${Math.random()}`);
  device = await picket.addDevice(location, { reportIntervalSeconds: 60 });
});

describe('fluid sensors', () => {
  const sensor = (serial_number: string, model = 'FX2') => ({ model, serial_number, type: 'FLUID' });
  const listed = async () =>
    (
      await picket.call<ResponseOf<'GET /locations/{guid}/sensors'>>('GET', `/locations/${location}/sensors`, {
        as: picket.admin,
      })
    ).body.items.map(({ serial_number, status }) => [serial_number, status]);

  test('discovered, paired, ignored; the response lists the changed ones', async () => {
    const discovered = await picket.call('POST', '/sentry/discovered', {
      as: device,
      body: { sensors: [sensor('A1'), sensor('B2')] },
    });
    expect(discovered.body).toEqual({ accepted: 2, rejected: [] });
    expect(await listed()).toEqual([
      ['A1', 'DISCOVERED'],
      ['B2', 'DISCOVERED'],
    ]);
    const paired = await post(`/locations/${location}/sensors/subscribe`, { sensors: [sensor('A1'), sensor('Z9')] });
    expect(paired.body).toEqual({ sensors: [{ model: 'FX2', serial_number: 'A1' }] });
    const ignored = await post(`/locations/${location}/sensors/ignore`, { sensors: [sensor('B2')] });
    expect(ignored.body).toEqual({ sensors: [{ model: 'FX2', serial_number: 'B2' }] });
    expect(await listed()).toEqual([
      ['A1', 'PAIRED'],
      ['B2', 'IGNORED'],
    ]);
    const config = await picket.call<ResponseOf<'GET /sentry/config'>>('GET', '/sentry/config', { as: device });
    expect(config.body.sensors.map(({ serial_number, status }) => [serial_number, status])).toEqual(await listed());
  });

  test('invalid names are rejected at pairing; at discovery one by one', async () => {
    const refused = await post(`/locations/${location}/sensors/subscribe`, { sensors: [sensor('A-1')] });
    expect([refused.status, refused.body.errors?.map(({ name }) => name)]).toEqual([400, ['sensors.0.serial_number']]);
    const discovered = await picket.call<ResponseOf<'POST /sentry/discovered'>>('POST', '/sentry/discovered', {
      as: device,
      body: { sensors: [sensor('A_1'), sensor('C3'), 'nonsense'] },
    });
    expect(discovered.body).toMatchObject({
      accepted: 1,
      rejected: [{ index: 0, name: 'sensors.0.serial_number' }, { index: 2 }],
    });
  });

  test('a sentry has at most 512 sensors: those beyond are rejected by name, and the rest is stored', async () => {
    const discover = async (serials: readonly string[]) =>
      (
        await picket.call<ResponseOf<'POST /sentry/discovered'>>('POST', '/sentry/discovered', {
          as: device,
          body: { sensors: serials.map((serial) => sensor(serial)) },
        })
      ).body;
    const serials = Array.from({ length: 511 }, (_, index) => `S${index}`);
    for (let from = 0; from < 511; from += 200)
      expect(await discover(serials.slice(from, from + 200))).toMatchObject({ rejected: [] });
    expect(await discover(['A1', 'S3', 'A2', 'A1'])).toEqual({
      accepted: 3,
      rejected: [{ index: 2, name: 'sensors.2', message: 'this sentry has too many sensors already' }],
    });
    const where = { sentryGuid: device.sentry };
    expect(await picket.platform.db.prisma.fluidSensor.count({ where })).toBe(512);
  });

  test('a sensor that reports without pairing is discovered; its leak counts once it is paired', async () => {
    await picket.send(device, 'fluid-FX2-D4_leak', 1);
    expect(await listed()).toEqual([['D4', 'DISCOVERED']]);
    expect(await mine()).toEqual([]);
    await post(`/locations/${location}/sensors/subscribe`, { sensors: [sensor('D4')] });
    await catchUp();
    expect(await mine()).toMatchObject([{ violation: 'Fluid leak', subject: 'fluid-FX2-D4', state: 'OPEN' }]);
    await post(`/locations/${location}/sensors/ignore`, { sensors: [sensor('D4')] });
    await catchUp();
    const [alert] = await mine();
    expect(alert).toMatchObject({ state: 'CLEARED' });
    const detail = await picket.call<ResponseOf<'GET /alerts/{guid}'>>('GET', `/alerts/${alert?.guid}`, {
      as: picket.admin,
    });
    expect(detail.body.timeline.at(-1)?.code).toBe('POLICY_CHANGED');
  });

  test('that could not be offered for pairing at its first report is so at the next one', async () => {
    // What else a first report reads is there by then.
    await picket.send(device, 'environment_temperature', 20);
    await withClient(picket.platform.db.connectionString, 'script', async (holder) => {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE fluid_sensor');
      const answer = picket.send(device, 'fluid-FX2-K4_leak', 1);
      await expect
        .poll(async () => {
          const { rowCount } = await holder.query(
            `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          return rowCount;
        })
        .toBeGreaterThan(0);
      expect((await answer).status).toBe(503);
      await holder.query('ROLLBACK');
    });
    await picket.send(device, 'fluid-FX2-K4_leak', 1);
    expect(await listed()).toEqual([['K4', 'DISCOVERED']]);
  });

  test('received by two sentries, it is paired with one: one leak is one alert', async () => {
    const other = await picket.addDevice(location);
    for (const one of [device, other])
      await picket.call('POST', '/sentry/discovered', { as: one, body: { sensors: [sensor('E5')] } });
    await post(`/locations/${location}/sensors/subscribe`, { sensors: [sensor('E5')] });
    for (const one of [device, other]) await picket.send(one, 'fluid-FX2-E5_leak', 1);
    expect([...(await mine()), ...(await mine(other))]).toHaveLength(1);
  });

  test('a violation with several fluid conditions applies to one sensor at a time', async () => {
    const condition = (metric: string, threshold: number) => ({
      sensorMetricId: metric,
      operator: 'GREATER_THAN',
      threshold,
    });
    await post('/policies', {
      name: `Wet and weak ${Math.random()}`,
      definition: {
        violations: [
          {
            description: 'Wet and weak',
            severity: 300,
            conditions: [condition('fluid_leak', 0), { ...condition('fluid_battery', 2.7), operator: 'LESS_THAN' }],
          },
        ],
      },
    });
    await picket.pair(location, device, 'F6', 'G7');
    await catchUp();
    await picket.send(device, 'fluid-FX2-F6_leak', 1);
    await picket.send(device, 'fluid-FX2-G7_battery', 2);
    expect((await mine()).some(({ violation }) => violation === 'Wet and weak')).toBe(false);
    await picket.send(device, 'fluid-FX2-F6_battery', 2);
    expect((await mine()).filter(({ violation }) => violation === 'Wet and weak')).toMatchObject([
      { subject: 'fluid-FX2-F6' },
    ]);
  });
});

describe('offsets and intervals', () => {
  const path = () => `/sentries/${device.sentry}/sensors/environment_temperature`;
  const tune = (body: object) =>
    picket.call<ResponseOf<'PATCH /sentries/{guid}/sensors/{sensorMetricId}'> & Refusal>('PATCH', path(), {
      as: picket.admin,
      body,
    });
  const stored = async () =>
    (
      await picket.platform.db.console.query<{ value: number; raw: number | null }>(
        'SELECT r.value, r.raw FROM reading r JOIN series s ON s.id = r.series_id WHERE s.sentry_guid = $1 ORDER BY r.at',
        [device.sentry],
      )
    ).rows.map(({ value, raw }) => [value, raw]);

  test('an offset is added from its date on, the raw value stays, its reason is kept', async () => {
    await picket.send(device, 'environment_temperature', 20);
    picket.clock.pass(60);
    const answer = await tune({ offset: { value: 13, reason: 'hangs beside the vent' } });
    expect(answer.body).toMatchObject({
      sensorMetricId: 'environment_temperature',
      offsets: [{ column: 'value', offset: 13, reason: 'hangs beside the vent', by: 'admin@picket.example' }],
    });
    picket.clock.pass(1);
    await picket.send(device, 'environment_temperature', 20);
    picket.clock.pass(60);
    await picket.send(device, 'environment_temperature', 20);
    expect(await stored()).toEqual([
      [20, null],
      [33, 20],
      [33, 20],
    ]);
    expect(await mine()).toMatchObject([{ violation: 'Too hot', state: 'OPEN', conditions: [{ operand: 33 }] }]);
    const list = await picket.call<ResponseOf<'GET /sentries/{guid}/sensors'>>(
      'GET',
      `/sentries/${device.sentry}/sensors`,
      { as: picket.admin },
    );
    expect(list.body.items).toHaveLength(1);
  });

  test('a report that was prepared before an offset was set is refused, and stored with it once it is sent again', async () => {
    // From the second report on its sentry is remembered, with the revision of the configuration, for a second.
    for (const minute of [0, 1])
      await picket.send(device, 'environment_temperature', 20, picket.clock.now() - 120_000 + minute * 60_000);
    expect((await tune({ offset: { value: 13, reason: 'hangs beside the vent' } })).status).toBe(200);
    const at = picket.clock.now() + 1;
    expect(await picket.send(device, 'environment_temperature', 20, at)).toMatchObject({
      status: 503,
      body: { code: 'busy' },
    });
    expect((await picket.send(device, 'environment_temperature', 20, at)).body).toMatchObject({ accepted: 1 });
    expect(await stored()).toEqual([
      [20, null],
      [20, null],
      [33, 20],
    ]);
  });

  test('a report that nobody sends again, as of a webhook, is prepared once more', async () => {
    await picket.send(device, 'environment_temperature', 20, picket.clock.now() - 60_000);
    const sentry = await picket.server.pipeline.sentryOf(device.token);
    if (sentry === null) throw new Error('the token is not known');
    expect((await tune({ offset: { value: 13, reason: 'hangs beside the vent' } })).status).toBe(200);
    const at = formatInstant(picket.clock.now() + 1);
    const readings = [{ sensorMetricId: 'environment_temperature', at, values: { value: 20 } }];
    const report = ingestReport(contextOf(picket.platform, sentry), picket.server.pipeline, { readings });
    expect(await report).toMatchObject({ accepted: 1 });
    expect(await stored()).toEqual([
      [20, null],
      [33, 20],
    ]);
  });

  test('an offset with a date in the past shifts stored readings, and alerts are recomputed', async () => {
    for (let i = 0; i < 3; i++) {
      picket.clock.pass(60);
      await picket.send(device, 'environment_temperature', 33);
    }
    expect(await mine()).toMatchObject([{ violation: 'Too hot', state: 'OPEN' }]);
    await tune({
      offset: { value: -10, reason: 'was never calibrated', from: formatInstant(picket.clock.now() - 3_600_000) },
    });
    await catchUp();
    expect(await stored()).toEqual([
      [23, 33],
      [23, 33],
      [23, 33],
    ]);
    expect(await mine()).toEqual([]);
    expect(await mine(device, '&withdrawn=only')).toMatchObject([
      { violation: 'Too hot', state: 'CLEARED', corrected: false },
    ]);
  });

  test('a sensor’s own interval decides how long its readings hold', async () => {
    expect((await tune({ intervalSeconds: 600 })).body).toMatchObject({ intervalSeconds: 600 });
    await post('/policies', {
      name: `Slow ${Math.random()}`,
      definition: {
        violations: [
          {
            description: 'Slowly hot',
            severity: 300,
            onsetDelay: 1200,
            conditions: [{ sensorMetricId: 'environment_temperature', operator: 'GREATER_THAN', threshold: 25 }],
          },
        ],
      },
    });
    await catchUp();
    await picket.send(device, 'environment_temperature', 28);
    for (let i = 0; i < 30; i++) {
      picket.clock.pass(50);
      await picket.heartbeat();
      await picket.report(device, []);
      await picket.tick();
    }
    expect((await mine()).filter(({ violation }) => violation === 'Slowly hot')).toHaveLength(1);
  });

  test('an interval that is changed under an open alert about a mean ends nothing, and no replay does', async () => {
    expect((await tune({ intervalSeconds: 600 })).status).toBe(200);
    const condition = { sensorMetricId: 'environment_temperature', operator: 'GREATER_THAN', threshold: 30 };
    const conditions = [{ ...condition, calc: { grab: 'MEAN', minutes: 30 } }];
    await post('/policies', {
      name: `Mean ${Math.random()}`,
      definition: { violations: [{ description: 'Hot on average', severity: 300, conditions }] },
    });
    await catchUp();
    const send = async (seconds: number): Promise<void> => {
      picket.clock.pass(seconds);
      await picket.send(device, 'environment_temperature', 35);
    };
    const average = async () => (await mine()).filter(({ violation }) => violation === 'Hot on average');
    for (let i = 0; i < 5; i++) await send(600);
    picket.admin = await picket.signIn('admin@picket.example');
    const before = await average();
    expect(before).toMatchObject([{ state: 'OPEN' }]);
    expect((await tune({ intervalSeconds: 60 })).status).toBe(200);
    await catchUp();
    expect(await average()).toEqual(before);
    for (let i = 0; i < 3; i++) await send(60);
    expect(await average()).toEqual(before);
    await picket.send(device, 'environment_temperature', 35, picket.clock.now() - 900_000);
    await catchUp();
    expect(await average()).toEqual(before);
  });

  test('invalid input is rejected by field', async () => {
    const names = async (body: object) => (await tune(body)).body.errors?.map(({ name }) => name);
    expect(await names({ offset: { value: 1, reason: '' } })).toEqual(['offset.reason']);
    expect(await names({ offset: { value: 1, reason: 'x', column: 'max' } })).toEqual(['offset.column']);
    expect(
      await names({ offset: { value: 1, reason: 'x', from: formatInstant(picket.clock.now() + 60_000) } }),
    ).toEqual(['offset.from']);
    expect(await names({ intervalSeconds: 0 })).toEqual(['intervalSeconds']);
    const silence = await picket.call('PATCH', `/sentries/${device.sentry}/sensors/sentry_silence`, {
      as: picket.admin,
      body: { intervalSeconds: 5 },
    });
    expect(silence.status).toBe(400);
  });
});
