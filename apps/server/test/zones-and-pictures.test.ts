/** Zones: what they see of a picture, over the wire and in what is raised. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

describe('zones', () => {
  type Zone = ResponseOf<'POST /locations/{guid}/zones'>;
  const grid = (includes: (row: number, column: number) => boolean, rows = 24, columns = 32) =>
    Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (__, column) => (includes(row, column) ? 'included' : 'excluded')),
    );
  const left = grid((_, column) => column < 16);
  const zones = (body: object) =>
    post<Zone>(`/locations/${location}/zones`, { sensorMetricIdList: ['thermal_temperature'], ...body });
  const frame = (hotRow: number, hotColumn: number, value = 50, rows = 24, columns = 32) => {
    const data = Array.from({ length: rows * columns }, () => 20);
    data[hotRow * columns + hotColumn] = value;
    return {
      sensorMetricId: 'thermal_temperature',
      at: formatInstant(picket.clock.now()),
      frame: { rows, columns, data },
    };
  };
  const show = async (...args: Parameters<typeof frame>): Promise<void> => {
    picket.clock.pass(60);
    await picket.report(device, [frame(...args)]);
  };
  const thermal = async (): Promise<string> => {
    const list = await picket.call<ResponseOf<'GET /policies'>>('GET', '/policies?limit=500', { as: picket.admin });
    return list.body.items.find(({ name }) => name === 'Thermal')?.guid ?? '';
  };
  const hotSpots = async () => (await mine()).filter(({ violation }) => violation === 'Hot spot');

  test('a base zone decides what its policy sees; history is recomputed from stored pictures', async () => {
    await show(3, 20);
    expect(await hotSpots()).toMatchObject([{ state: 'OPEN' }]);
    const made = await zones({ name: 'Left half', exclusions: left, policy: await thermal() });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    await catchUp();
    // The hot spot lies outside: the edit ends the alert, and says so.
    expect(await hotSpots()).toMatchObject([{ state: 'CLEARED', corrected: false }]);
    await show(3, 20);
    expect((await hotSpots()).filter(({ state }) => state === 'OPEN')).toEqual([]);
    await show(3, 5);
    expect((await hotSpots()).filter(({ state }) => state === 'OPEN')).toMatchObject([
      { conditions: [{ operand: 50, column: 'max', zoneId: made.body.zoneId }] },
    ]);
    const [open] = (await hotSpots()).filter(({ state }) => state === 'OPEN');
    const detail = await picket.call<ResponseOf<'GET /alerts/{guid}'>>('GET', `/alerts/${open?.guid}`, {
      as: picket.admin,
    });
    expect(detail.body.readings.map(({ value }) => value)).toEqual([20, 20, 50]);
    const telemetry = await picket.call<ResponseOf<'GET /locations/{guid}/latest'>>(
      'GET',
      `/locations/${location}/latest`,
      { as: picket.admin },
    );
    expect(telemetry.body.items.map(({ column }) => column)).toEqual(['max', 'mean', 'min']);
  });

  test('a redrawn zone raises what it would have seen', async () => {
    const made = await zones({ name: 'Left half', exclusions: left, policy: await thermal() });
    await catchUp();
    await show(3, 20);
    expect(await hotSpots()).toEqual([]);
    const redrawn = await picket.call('PATCH', `/locations/${location}/zones/${made.body.zoneId}`, {
      as: picket.admin,
      body: { exclusions: grid((_, column) => column >= 16) },
    });
    expect(redrawn.status).toBe(200);
    await catchUp();
    expect(await hotSpots()).toMatchObject([{ state: 'OPEN', raisedAt: expect.any(String) }]);
    const [change] = await picket.alerts(`&location=${location}&kind=POLICY_CHANGE_ALERT`);
    expect(change?.message).toBe('Left half: zone modified: Left half');
    expect((await picket.call('POST', `/alerts/${change?.guid}/restore`, { as: picket.admin })).status).toBe(200);
    await catchUp();
    expect(await hotSpots()).toMatchObject([{ state: 'CLEARED' }]);
  });

  test('a zone that was redrawn hundreds of times is watched, and so are the sensors of its sentry', async () => {
    await picket.platform.db.console.query(
      `INSERT INTO series (tenant_guid, sentry_guid, sensor_metric_id, column_name)
       SELECT tenant_guid, guid, 'thermal_temperature', 'max@' || gen_random_uuid() || ':' || n
         FROM sentry CROSS JOIN generate_series(1, 600) AS g(n) WHERE guid = $1::uuid`,
      [device.sentry],
    );
    const made = await zones({ name: 'Left half', exclusions: left, policy: await thermal() });
    await catchUp();
    picket.clock.pass(60);
    expect((await picket.report(device, [frame(3, 5)])).body).toMatchObject({ accepted: 1, rejected: [] });
    expect(await hotSpots()).toMatchObject([{ state: 'OPEN', conditions: [{ zoneId: made.body.zoneId }] }]);
  });

  test('a picture that is sent again after a zone was drawn over it is a duplicate', async () => {
    const sent = frame(3, 5);
    expect((await picket.report(device, [sent])).body).toMatchObject({ accepted: 1, duplicates: 0 });
    await zones({ name: 'Left half', exclusions: left, policy: await thermal() });
    await catchUp();
    const again = await picket.report(device, [sent]);
    expect([again.status, again.body]).toMatchObject([200, { accepted: 0, duplicates: 1 }]);
  });

  test('a tagging zone takes its cells from the parent, has its own threshold, and gives them back', async () => {
    const parent = await zones({ name: 'Left half', exclusions: left, policy: await thermal() });
    const child = await zones({
      name: 'Pump',
      parentId: parent.body.zoneId,
      exclusions: grid((row, column) => row < 2 && column < 2),
    });
    expect(child.status, JSON.stringify(child.body)).toBe(201);
    const parentNow = () =>
      picket.call<Zone>('GET', `/locations/${location}/zones/${parent.body.zoneId}`, { as: picket.admin });
    expect((await parentNow()).body.exclusions[0]?.slice(0, 3)).toEqual([
      'excluded-tagged',
      'excluded-tagged',
      'included',
    ]);
    const policy = await post<{ guid: string }>('/policies', {
      name: `Pump ${Math.random()}`,
      definition: {
        violations: [
          {
            description: 'Pump hot',
            severity: 300,
            conditions: [
              {
                sensorMetricId: 'thermal_temperature',
                column: 'max',
                operator: 'GREATER_THAN',
                threshold: 70,
                zoneId: child.body.zoneId,
              },
            ],
          },
        ],
      },
    });
    expect(policy.status).toBe(201);
    await catchUp();
    await show(0, 0, 60);
    expect(await mine()).toEqual([]);
    await show(0, 0, 80);
    expect((await mine()).map(({ violation }) => violation)).toEqual(['Pump hot']);
    // A zone in use cannot be deleted, nor a zone with sub-zones.
    const zone = `/locations/${location}/zones/${child.body.zoneId}`;
    expect((await picket.call<Refusal>('DELETE', zone, { as: picket.admin })).body.message).toContain('is used by');
    expect(
      (await picket.call('DELETE', `/locations/${location}/zones/${parent.body.zoneId}`, { as: picket.admin })).status,
    ).toBe(409);
    await picket.call('DELETE', `/policies/${policy.body.guid}`, { as: picket.admin });
    expect((await picket.call('DELETE', zone, { as: picket.admin })).status).toBe(204);
    expect((await parentNow()).body.exclusions).toEqual(left);
  });

  test('an override of a sentry that was removed keeps no zone', async () => {
    const zone = await zones({ name: 'Left half', exclusions: left });
    const violations = [
      {
        description: 'Spot',
        severity: 300,
        conditions: [
          {
            sensorMetricId: 'thermal_temperature',
            column: 'max',
            operator: 'GREATER_THAN',
            threshold: 70,
            zoneId: zone.body.zoneId,
          },
        ],
      },
    ];
    const put = await picket.call('PUT', `/sentries/${device.sentry}/policies/${await thermal()}`, {
      as: picket.admin,
      body: { ignoreGlobalPolicyChanges: true, definition: { violations } },
    });
    expect(put.status, JSON.stringify(put.body)).toBe(200);
    const remove = (path: string) => picket.call('DELETE', path, { as: picket.admin });
    expect((await remove(`/locations/${location}/zones/${zone.body.zoneId}`)).status).toBe(409);
    expect((await remove(`/sentries/${device.sentry}`)).status).toBe(204);
    expect((await remove(`/locations/${location}/zones/${zone.body.zoneId}`)).status).toBe(204);
  });

  test('a zone of one grid sees pictures of another that scales evenly; one that does not is refused', async () => {
    const made = await zones({ name: 'Left half', exclusions: left, policy: await thermal() });
    await catchUp();
    await show(7, 40, 50, 48, 64);
    expect(await hotSpots()).toEqual([]);
    await show(7, 8, 50, 48, 64);
    expect(await hotSpots()).toHaveLength(1);
    const uneven = await zones({ name: 'Uneven', rows: 36, columns: 64, exclusions: grid(() => true, 36, 64) });
    expect([uneven.status, uneven.body.errors]).toEqual([
      400,
      [{ name: 'rows', message: 'dirty row or column mapping: 36 rows onto 48' }],
    ]);
    const beyond = await zones({ name: 'Beyond', exclusions: grid(() => true, 25, 32) });
    expect(beyond.body.errors?.[0]).toMatchObject({
      name: 'exclusions',
      message: expect.stringContaining('Coordinate out of bounds'),
    });
    const taken = await zones({
      name: 'Taken',
      parentId: made.body.zoneId,
      exclusions: grid((row, column) => row === 0 && column === 20),
    });
    expect(taken.body.errors?.map(({ name }) => name)).toEqual(['exclusions.0.20']);
    const dry = await zones({ name: 'Dry', sensorMetricIdList: ['environment_humidity'], exclusions: left });
    expect(dry.body.errors?.map(({ name }) => name)).toEqual(['sensorMetricIdList.0']);
    const twice = await zones({ name: 'Again', exclusions: left, policy: await thermal() });
    expect(twice.status).toBe(409);
    expect((await zones({ name: 'left HALF', exclusions: left })).body.errors).toEqual([
      { name: 'name', message: 'duplicate name' },
    ]);
    const list = await picket.call<ResponseOf<'GET /locations/{guid}/zones'>>('GET', `/locations/${location}/zones`, {
      as: picket.admin,
    });
    expect(list.body.items.map(({ name }) => name)).toEqual(['Left half']);
  });

  test('a tagging zone takes cells from a zone of its own sentry and metric only', async () => {
    const parent = await zones({ name: 'Rack', sentry: device.sentry, exclusions: left });
    const other = await picket.addDevice(location);
    const exclusions = grid((row, column) => row < 2 && column < 2);
    const corner = { name: 'Pump', parentId: parent.body.zoneId, exclusions };
    for (const wrong of [
      { sentry: other.sentry },
      {},
      { sentry: device.sentry, sensorMetricIdList: ['camera_motion'] },
    ]) {
      const refused = await zones({ ...corner, ...wrong });
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        [{ name: 'parentId', message: 'is of another sensor than this zone' }],
      ]);
    }
    const path = `/locations/${location}/zones/${parent.body.zoneId}`;
    expect((await picket.call<Zone>('GET', path, { as: picket.admin })).body.exclusions).toEqual(left);
    expect((await zones({ ...corner, sentry: device.sentry })).status).toBe(201);
    const everywhere = await zones({ name: 'Everywhere', exclusions: left });
    const within = { name: 'Fan', parentId: everywhere.body.zoneId, exclusions };
    expect((await zones({ ...within, sentry: device.sentry })).status).toBe(400);
    expect((await zones(within)).status).toBe(201);
  });

  test('a viewer can read but not draw; other organizations see nothing', async () => {
    const made = await zones({ name: 'Left half', exclusions: left });
    await picket.pair(location, device, 'V1');
    const zone = `/locations/${location}/zones/${made.body.zoneId}`;
    const sensor = `/sentries/${device.sentry}/sensors/environment_temperature`;
    const sensors = [{ model: 'FX2', serial_number: 'V1', type: 'FLUID' }];
    const viewer = await picket.addPerson('VIEWER', location);
    const { admin: stranger } = await picket.addTenant(`Elsewhere ${made.body.zoneId}`);
    for (const path of [zone, `/locations/${location}/sensors`, `/sentries/${device.sentry}/sensors`]) {
      expect((await picket.call('GET', path, { as: viewer })).status, path).toBe(200);
      expect((await picket.call('GET', path, { as: stranger })).status, path).toBe(404);
    }
    for (const [method, path, body] of [
      ['PATCH', zone, { name: 'Mine' }],
      ['DELETE', zone, undefined],
      ['PATCH', sensor, { intervalSeconds: 5 }],
      ['POST', `/locations/${location}/sensors/ignore`, { sensors }],
    ] as const) {
      expect((await picket.call(method, path, { as: viewer, body })).status, `${method} ${path}`).toBe(403);
      expect((await picket.call(method, path, { as: stranger, body })).status, `${method} ${path}`).toBe(404);
    }
    expect((await picket.call<Zone>('GET', zone, { as: picket.admin })).body).toEqual(made.body);
  });

  test('a picture a zone does not scale onto is unknown there: the alert stays, nothing is raised', async () => {
    await zones({ name: 'Left half', exclusions: left, policy: await thermal() });
    await catchUp();
    await show(3, 5);
    await show(3, 20, 50, 36, 32);
    expect(await hotSpots()).toMatchObject([{ state: 'OPEN' }]);
  });
});
