/** Zones before they are saved, and tagging zones as one thing with the policy that watches them. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Device, openPicket, type Picket } from './harness.ts';

let picket: Picket;
let location: string;
let device: Device;

type Method = Parameters<Picket['call']>[0];
type Cell = 'included' | 'excluded' | 'excluded-tagged';
const ROWS = 24;
const COLUMNS = 32;
const METRIC = 'thermal_temperature';

/** A grid from what each cell is. */
const grid = (cell: (row: number, column: number) => Cell): Cell[][] =>
  Array.from({ length: ROWS }, (_, row) => Array.from({ length: COLUMNS }, (__, column) => cell(row, column)));
const everything = grid(() => 'included');
const leftHalf = grid((_, column) => (column < 16 ? 'included' : 'excluded'));
const rightHalf = grid((_, column) => (column < 16 ? 'excluded' : 'included'));
const corner = grid((row, column) => (row < 2 && column < 2 ? 'included' : 'excluded'));

beforeAll(async () => {
  picket = await openPicket();
});
afterAll(() => picket.close());
beforeEach(async () => {
  picket.admin = await picket.signIn('admin@picket.example');
  location = await picket.addLocation(`Room ${Math.random()}`);
  device = await picket.addDevice(location, { reportIntervalSeconds: 60 });
});

async function ask<Body>(method: Method, path: string, body?: unknown, as = picket.admin): Promise<Body> {
  const answer = await picket.call<Body>(method, path, { as, body });
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}
const refused = async (method: Method, path: string, body: unknown) => {
  const answer = await picket.call<{ message: string; errors?: { name: string; message: string }[] }>(method, path, {
    as: picket.admin,
    body,
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  return { status: answer.status, errors: answer.body.errors ?? [], message: answer.body.message };
};

/** A picture of 20 degrees with one hotter cell. */
async function sendPicture(hottest: { row: number; column: number; value: number } | null): Promise<void> {
  picket.clock.pass(60);
  const data = Array.from({ length: ROWS * COLUMNS }, () => 20);
  if (hottest !== null) data[hottest.row * COLUMNS + hottest.column] = hottest.value;
  await picket.report(device, [
    { sensorMetricId: METRIC, at: formatInstant(picket.clock.now()), frame: { rows: ROWS, columns: COLUMNS, data } },
  ]);
}
const tickTwice = async (): Promise<void> => {
  await picket.tick();
  await picket.tick();
};
const thermalPolicy = async (): Promise<string> => {
  const policies = await ask<ResponseOf<'GET /policies'>>('GET', '/policies');
  return policies.items.find(({ name }) => name === 'Thermal')?.guid ?? '';
};
const hot = (threshold: number, extras: object = {}) => ({
  violations: [
    {
      description: 'Hot rack',
      severity: 300,
      conditions: [{ sensorMetricId: METRIC, column: 'max', operator: 'GREATER_THAN', threshold, ...extras }],
    },
  ],
});

describe('a zone before it is saved', () => {
  type Preview = ResponseOf<'POST /locations/{guid}/zones/preview'>;
  const preview = (body: object) =>
    ask<Preview>('POST', `/locations/${location}/zones/preview`, {
      sentry: device.sentry,
      sensorMetricId: METRIC,
      rows: ROWS,
      columns: COLUMNS,
      from: formatInstant(picket.clock.now() - 3_600_000),
      to: formatInstant(picket.clock.now() + 1),
      ...body,
    });

  test('shows its values and alerts, and the alerts without it', async () => {
    const policy = await thermalPolicy();
    await sendPicture(null);
    await sendPicture({ row: 1, column: 30, value: 50 });
    await sendPicture(null);
    const left = await preview({ exclusions: leftHalf, policy });
    expect(left).toMatchObject({ pictures: 3, column: 'max', draft: [] });
    expect(left.inForce).toMatchObject([{ violation: 'Hot spot', sentry: device.sentry }]);
    expect(left.points.map(({ value }) => value)).toEqual([20, 20, 20]);
    const right = await preview({ exclusions: rightHalf, policy });
    expect(right.draft).toMatchObject([{ raisedAt: left.inForce[0]?.raisedAt, clearedAt: left.inForce[0]?.clearedAt }]);
    expect(Math.max(...right.points.map(({ value }) => value))).toBe(50);
    // Nothing was saved.
    expect((await ask<ResponseOf<'GET /locations/{guid}/zones'>>('GET', `/locations/${location}/zones`)).items).toEqual(
      [],
    );
  });

  test('a redrawn zone is compared with the saved one, and the preview matches the edit', async () => {
    const policy = await thermalPolicy();
    const zone = await ask<ResponseOf<'POST /locations/{guid}/zones'>>('POST', `/locations/${location}/zones`, {
      name: 'Left',
      sentry: device.sentry,
      sensorMetricIdList: [METRIC],
      exclusions: leftHalf,
      policy,
    });
    await sendPicture(null);
    await sendPicture({ row: 1, column: 30, value: 50 });
    await sendPicture({ row: 1, column: 30, value: 50 });
    const answer = await preview({ exclusions: everything, zoneId: zone.zoneId });
    expect(answer.inForce).toEqual([]);
    expect(answer.draft).toHaveLength(1);
    await ask('PATCH', `/locations/${location}/zones/${zone.zoneId}`, { exclusions: everything });
    await tickTwice();
    // It stands, so it is raised when the zone was redrawn; the preview says when it would have been.
    const raised = (await picket.alerts(`&sentry=${device.sentry}&policy=${policy}`)).filter(
      ({ state }) => state === 'OPEN',
    );
    expect(raised).toHaveLength(1);
    const column = `max@${zone.zoneId}:2`;
    const history = await ask<ResponseOf<'GET /locations/{guid}/telemetry'>>(
      'GET',
      `/locations/${location}/telemetry?sensorMetricId=${METRIC}&column=${encodeURIComponent(column)}&from=${formatInstant(picket.clock.now() - 3_600_000)}&to=${formatInstant(picket.clock.now() + 1)}&points=100`,
    );
    expect(history.series[0]?.points.map(({ max }) => max)).toEqual([20, 50, 50]);
  });

  test('a tagging zone has its own thresholds', async () => {
    await sendPicture({ row: 1, column: 1, value: 30 });
    await sendPicture(null);
    expect((await preview({ exclusions: corner, definition: hot(25) })).draft).toHaveLength(1);
    expect((await preview({ exclusions: corner, definition: hot(31) })).draft).toEqual([]);
  });

  test('input out of bounds or that does not map evenly is rejected by field', async () => {
    await sendPicture(null);
    const body = {
      sentry: device.sentry,
      sensorMetricId: METRIC,
      from: '2026-03-01T00:00:00Z',
      to: '2026-03-02T00:00:00Z',
    };
    const path = `/locations/${location}/zones/preview`;
    const tooFew = await refused('POST', path, { ...body, rows: 24, columns: 32, exclusions: everything.slice(1) });
    expect(tooFew.errors).toMatchObject([
      { name: 'exclusions', message: expect.stringContaining('Coordinate out of bounds') },
    ]);
    const uneven = Array.from({ length: 10 }, () => Array.from({ length: 32 }, () => 'included'));
    const dirty = await refused('POST', path, { ...body, rows: 10, columns: 32, exclusions: uneven });
    expect(dirty.errors).toMatchObject([
      { name: 'rows', message: expect.stringContaining('dirty row or column mapping') },
    ]);
    const elsewhere = await refused('POST', path, {
      ...body,
      rows: 24,
      columns: 32,
      exclusions: everything,
      sentry: location,
    });
    expect(elsewhere.errors).toMatchObject([{ name: 'sentry' }]);
    const noPicture = await refused('POST', path, {
      ...body,
      sensorMetricId: 'environment_temperature',
      rows: 24,
      columns: 32,
      exclusions: everything,
    });
    expect(noPicture.errors).toMatchObject([{ name: 'sensorMetricId' }]);
  });
});

describe('a tagging zone', () => {
  type Tagging = ResponseOf<'POST /locations/{guid}/tagging-zones'>;
  let base: string;
  const path = (policy = '') => `/locations/${location}/tagging-zones${policy === '' ? '' : `/${policy}`}`;
  const body = (extras: object = {}) => ({
    name: 'Rack 4',
    sentry: device.sentry,
    sensorMetricIdList: [METRIC],
    exclusions: corner,
    parentId: base,
    definition: hot(60),
    ...extras,
  });
  const zones = async () =>
    (await ask<ResponseOf<'GET /locations/{guid}/zones'>>('GET', `/locations/${location}/zones`)).items;
  const parent = async () => (await zones()).find(({ zoneId }) => zoneId === base);

  beforeEach(async () => {
    const made = await ask<ResponseOf<'POST /locations/{guid}/zones'>>('POST', `/locations/${location}/zones`, {
      name: 'Base',
      sentry: device.sentry,
      sensorMetricIdList: [METRIC],
      exclusions: everything,
      policy: await thermalPolicy(),
    });
    base = made.zoneId;
  });

  test('is created with its policy and limits, and does not affect its parent', async () => {
    const made = await ask<Tagging>('POST', path(), body());
    expect(made.zone).toMatchObject({ name: 'Rack 4', parentId: base });
    expect(made.policy.definition.violations[0]?.conditions[0]).toMatchObject({
      zoneId: made.zone.zoneId,
      threshold: 60,
    });
    expect((await parent())?.exclusions[1]?.[1]).toBe('excluded-tagged');
    await tickTwice();
    await sendPicture({ row: 1, column: 1, value: 55 });
    expect(await picket.alerts(`&sentry=${device.sentry}`)).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ kind: 'POLICY_ALERT_WITH_READINGS' })]),
    );
    await sendPicture({ row: 1, column: 1, value: 65 });
    const raised = (await picket.alerts(`&sentry=${device.sentry}`)).filter(
      ({ kind }) => kind !== 'POLICY_CHANGE_ALERT',
    );
    expect(raised).toMatchObject([{ violation: 'Hot rack', policy: { guid: made.policy.guid } }]);
  });

  test('is not visible elsewhere: other locations show neither its limits nor its quiet hours', async () => {
    const every = { daysOfWeek: [1, 2, 3, 4, 5, 6, 7], beginHour: 0, beginMinute: 0, endHour: 23, endMinute: 59 };
    const made = await ask<Tagging>('POST', path(), body({ doNotDisturb: every }));
    await sendPicture({ row: 1, column: 1, value: 20 });
    const elsewhere = await picket.addLocation(`Else ${Math.random()}`);
    const other = await picket.addDevice(elsewhere, { reportIntervalSeconds: 60 });
    await picket.send(other, METRIC, 20, picket.clock.now(), 'max');
    const span = `from=${formatInstant(picket.clock.now() - 3_600_000)}&to=${formatInstant(picket.clock.now())}`;
    const annotationsOf = (where: string) =>
      ask<ResponseOf<'GET /views/locations/{guid}/annotations'>>(
        'GET',
        `/views/locations/${where}/annotations?${span}`,
      );
    const names = ({ doNotDisturb }: Awaited<ReturnType<typeof annotationsOf>>) =>
      doNotDisturb.map(({ policy }) => policy.guid);
    const [here, there] = [await annotationsOf(location), await annotationsOf(elsewhere)];
    expect(names(here)).toContain(made.policy.guid);
    expect(names(there)).not.toContain(made.policy.guid);
    // A limit on a part of the picture is none on all of it.
    for (const one of [here, there])
      expect(one.thresholds.filter(({ policy }) => policy.guid === made.policy.guid)).toEqual([]);
    const cards = await ask<ResponseOf<'GET /views/locations'>>('GET', '/views/locations');
    const quietAt = (where: string) => cards.items.find(({ guid }) => guid === where)?.doNotDisturbUntil;
    expect(quietAt(location)).toBeDefined();
    expect(quietAt(elsewhere)).toBeUndefined();
  });

  test('is updated as one, or not at all', async () => {
    const made = await ask<Tagging>('POST', path(), body());
    const wider = grid((row, column) => (row < 4 && column < 4 ? 'included' : 'excluded'));
    const changed = await ask<Tagging>('PATCH', path(made.policy.guid), {
      name: 'Rack 5',
      exclusions: wider,
      definition: hot(70),
    });
    expect(changed).toMatchObject({ zone: { name: 'Rack 5' }, policy: { version: 2 } });
    expect(changed.policy.definition.violations[0]?.conditions[0]).toMatchObject({
      zoneId: made.zone.zoneId,
      threshold: 70,
    });
    expect((await parent())?.exclusions[3]?.[3]).toBe('excluded-tagged');
    const wrong = await refused('PATCH', path(made.policy.guid), {
      exclusions: corner,
      definition: {
        violations: [
          { ...hot(1).violations[0], conditions: [{ sensorMetricId: 'fluid_leak', operator: 'GREATER_THAN' }] },
        ],
      },
    });
    expect(wrong.errors).toMatchObject([{ name: 'definition.violations.0' }]);
    expect(await ask<Tagging>('GET', path(made.policy.guid))).toEqual(changed);
    const late = await picket.call('PATCH', path(made.policy.guid), {
      as: picket.admin,
      body: { name: 'Rack 6' },
      headers: { 'if-unmodified-since': made.last_update_ts },
    });
    expect(late.status).toBe(412);
  });

  test('is created as one, or not at all', async () => {
    const before = await zones();
    const bad = await refused('POST', path(), body({ definition: { violations: [] } }));
    expect(bad.errors).toMatchObject([{ name: 'definition.violations' }]);
    const unknown = await refused('POST', path(), body({ definition: hot(60, { column: 'middle' }) }));
    expect(unknown.errors).toMatchObject([{ name: 'definition.violations.0.conditions.0.column' }]);
    expect(await zones()).toEqual(before);
    await ask('POST', path(), body());
    // Its cells are taken now.
    const twice = await refused('POST', path(), body({ name: 'Rack 7' }));
    expect(twice.errors).toMatchObject([
      { name: 'exclusions.0.0', message: 'is not part of the parent zone any more' },
    ]);
  });

  test('of one sentry that took cells from a zone of all sentries before can still be restored', async () => {
    const made = await ask<Tagging>('POST', path(), body());
    const { prisma } = picket.platform.db;
    await prisma.zone.updateMany({ where: { guid: base }, data: { sentryGuid: null } });
    await ask('DELETE', path(made.policy.guid));
    const edits = (await ask<ResponseOf<'GET /policy-edits'>>('GET', '/policy-edits?limit=2')).items;
    for (const { alert } of edits) await ask('POST', `/alerts/${alert}/restore`);
    expect((await ask<Tagging>('GET', path(made.policy.guid))).zone).toMatchObject({ parentId: base });
  });

  test('is deleted with its policy; its cells return', async () => {
    const made = await ask<Tagging>('POST', path(), body());
    await ask('DELETE', path(made.policy.guid));
    expect((await parent())?.exclusions[1]?.[1]).toBe('included');
    expect((await picket.call('GET', `/policies/${made.policy.guid}`, { as: picket.admin })).status).toBe(404);
    expect((await picket.call('GET', path(made.policy.guid), { as: picket.admin })).status).toBe(404);
  });

  test('can be restored after deletion, with its policy', async () => {
    const made = await ask<Tagging>('POST', path(), body());
    await ask('DELETE', path(made.policy.guid));
    const edits = (await ask<ResponseOf<'GET /policy-edits'>>('GET', '/policy-edits?limit=2')).items;
    expect(edits.map(({ changes }) => changes[0]?.code)).toEqual(['ZONE_REMOVED', 'POLICY_DELETED']);
    for (const { alert } of edits) await ask('POST', `/alerts/${alert}/restore`);
    const back = await ask<Tagging>('GET', path(made.policy.guid));
    expect(back.zone).toMatchObject({ zoneId: made.zone.zoneId, exclusions: made.zone.exclusions, parentId: base });
    expect(back.policy.definition).toEqual(made.policy.definition);
    expect((await parent())?.exclusions[1]?.[1]).toBe('excluded-tagged');
    await tickTwice();
    await sendPicture({ row: 1, column: 1, value: 65 });
    const raised = (await picket.alerts(`&sentry=${device.sentry}&policy=${made.policy.guid}`)).filter(
      ({ kind }) => kind !== 'POLICY_CHANGE_ALERT',
    );
    expect(raised).toMatchObject([{ violation: 'Hot rack' }]);
  });

  test('can be created by an administrator of the location, without access to other policies', async () => {
    const local = await picket.addPerson('ADMIN', location);
    const made = await ask<Tagging>('POST', path(), body(), local);
    await ask('PATCH', path(made.policy.guid), { definition: hot(61) }, local);
    const other = await picket.call('PATCH', path(await thermalPolicy()), { as: local, body: { definition: hot(1) } });
    expect(other.status).toBe(404);
  });
});
