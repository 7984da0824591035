/**
 * Two edits at the same time: whichever comes second sees what the first has done. Each test holds both where they wait for one row
 * and lets them go at once; an edit that checked before it waited would then act on what is gone.
 */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newGuid } from '../src/platform/keys/ids.ts';
import { openPicket, type Picket, picketForTest } from './harness.ts';

let picket: Picket;
let tenant: string;
let location: string;

beforeAll(async () => {
  picket = await openPicket({ connections: 8 });
  tenant = (await picket.platform.db.prisma.tenant.findFirstOrThrow()).guid;
  location = await picket.addLocation('Cellar');
});
afterAll(() => picket.close());

const call = (...[method, path, body]: [Parameters<Picket['call']>[0], string, unknown?]) =>
  picket.call<{ guid: string; zoneId: string }>(method, path, { as: picket.admin, body });

/** How many statements of this database wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await picket.platform.db.console.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

/** Runs requests while a transaction holds what they wait for; it runs `during` once so many wait, and commits. Resolves to the statuses. */
async function held(
  lock: string,
  values: readonly unknown[],
  requests: readonly (() => ReturnType<typeof call>)[],
  during: string | null = null,
): Promise<number[]> {
  const answers: ReturnType<typeof call>[] = [];
  await picket.platform.db.inTx(async ({ sql }) => {
    await sql.query(lock, values);
    for (const [index, request] of requests.entries()) {
      answers.push(request());
      await expect.poll(waiting).toBeGreaterThan(index);
    }
    if (during !== null) await sql.query(during, values);
  });
  return (await Promise.all(answers)).map(({ status }) => status);
}

const HOLD_EDITS = 'SELECT 1 FROM tenant WHERE guid = $1::uuid FOR NO KEY UPDATE';

const exclusions = (isIncluded: (row: number) => boolean): string[][] =>
  Array.from({ length: 24 }, (_, row) => Array.from({ length: 32 }, () => (isIncluded(row) ? 'included' : 'excluded')));

async function addZone(name: string): Promise<string> {
  const body = { name, sensorMetricIdList: ['thermal_temperature'], exclusions: exclusions(() => true) };
  const { body: zone, status } = await call('POST', `/locations/${location}/zones`, body);
  expect(status).toBe(201);
  return zone.zoneId;
}

const watching = (zoneId?: string) => ({
  violations: [
    {
      description: 'Too hot',
      severity: 300,
      conditions: [
        {
          sensorMetricId: 'thermal_temperature',
          column: 'max',
          operator: 'GREATER_THAN',
          threshold: 60,
          ...(zoneId === undefined ? {} : { zoneId }),
        },
      ],
    },
  ],
});

test.each([
  ['a policy is edited to name a zone', 'PATCH'],
  ['a policy that names a zone is added', 'POST'],
] as const)('%s while the zone is deleted: never a policy about a zone that is gone', async (_, method) => {
  const zone = await addZone(`Zone ${method}`);
  const made = await call('POST', '/policies', { name: `Rack ${method}`, definition: watching() });
  const path = method === 'PATCH' ? `/policies/${made.body.guid}` : '/policies';
  const body = { ...(method === 'POST' ? { name: 'Another' } : {}), definition: watching(zone) };
  const statuses = await held(
    HOLD_EDITS,
    [tenant],
    [() => call(method, path, body), () => call('DELETE', `/locations/${location}/zones/${zone}`)],
  );
  expect([
    [400, 204],
    [method === 'POST' ? 201 : 200, 409],
  ]).toContainEqual(statuses);
});

test('a sub-zone is added while its parent is deleted: never a zone without its parent', async () => {
  const parent = await addZone('Parent');
  const definition = { violations: watching().violations };
  const body = {
    name: 'Child',
    sensorMetricIdList: ['thermal_temperature'],
    exclusions: exclusions((row) => row === 0),
    parentId: parent,
    definition,
  };
  const [added, deleted] = await held(
    HOLD_EDITS,
    [tenant],
    [
      () => call('POST', `/locations/${location}/tagging-zones`, body),
      () => call('DELETE', `/locations/${location}/zones/${parent}`),
    ],
  );
  expect([added, deleted].filter((status) => (status ?? 500) < 300)).toHaveLength(1);
});

test('an alert that is raised while its sentry is removed is cleared with the others', async () => {
  const device = await picket.addDevice(location, { name: 'Rack 1' });
  const alert = newGuid();
  // As an evaluation does that began before: it holds the state of the sentry, and raises an alert.
  const statuses = await held(
    'SELECT 1 FROM monitor_state WHERE sentry_guid = $1::uuid FOR UPDATE',
    [device.sentry],
    [() => call('DELETE', `/sentries/${device.sentry}`)],
    `INSERT INTO alert (guid, tenant_guid, location_guid, sentry_guid, kind, severity, state, message, started_at, raised_at, created_at, last_update_ts)
     SELECT '${alert}', s.tenant_guid, s.location_guid, s.guid, 'ALERT', 300, 'OPEN', 'Hot', now(), now(), now(), now()
       FROM sentry s WHERE s.guid = $1::uuid`,
  );
  expect(statuses).toEqual([204]);
  expect(await picket.alerts(`&state=OPEN&sentry=${device.sentry}`)).toEqual([]);
});

test('a device that was removed a moment ago raises no alert, though its token is still remembered', async () => {
  const device = await picket.addDevice(location, { name: 'Rack 2' });
  // The first proves the token, the second is remembered.
  for (const value of [20, 21]) {
    picket.clock.pass(1);
    expect((await picket.send(device, 'environment_temperature', value)).status).toBe(200);
  }
  expect((await call('DELETE', `/sentries/${device.sentry}`)).status).toBe(204);
  const body = { severity: 400, message: 'Smoke', at: formatInstant(picket.clock.now()) };
  expect((await picket.call('POST', '/sentry/alerts', { as: device, body })).status).toBe(401);
  expect(await picket.alerts(`&state=OPEN&sentry=${device.sentry}`)).toEqual([]);
});

test('a location is not deleted with a sentry that is just being added', async () => {
  const shed = await picket.addLocation('Shed');
  const statuses = await held(
    `INSERT INTO sentry (guid, tenant_guid, location_guid, name, name_key, created_at, last_update_ts)
     SELECT gen_random_uuid(), l.tenant_guid, l.guid, 'New', 'new', now(), now() FROM location l WHERE l.guid = $1::uuid`,
    [shed],
    [() => call('DELETE', `/locations/${shed}`)],
  );
  expect(statuses).toEqual([409]);
});

test('of two who delete the same thing, the second finds nothing', async () => {
  const { body: asset } = await call('POST', `/locations/${location}/assets`, { name: 'Pump', kind: 'pump' });
  const path = `/locations/${location}/assets/${asset.guid}`;
  const statuses = await held(
    'SELECT 1 FROM asset WHERE guid = $1::uuid FOR UPDATE',
    [asset.guid],
    [() => call('DELETE', path), () => call('DELETE', path)],
  );
  expect(statuses.toSorted()).toEqual([204, 404]);
});

test('two changes of a profile at once: neither loses what the other changed', async () => {
  const { rows } = await picket.platform.db.console.query<{ guid: string }>('SELECT guid FROM user_account LIMIT 1');
  const me = '/users/my-profile';
  const statuses = await held(
    'SELECT 1 FROM user_account WHERE guid = $1::uuid FOR NO KEY UPDATE',
    [rows[0]?.guid],
    [
      () => call('PATCH', me, { preferences: { language: 'de' } }),
      () => call('PATCH', me, { preferences: { timeFormat: '12h' } }),
    ],
  );
  expect(statuses).toEqual([200, 200]);
  const profile = await picket.call('GET', me, { as: picket.admin });
  expect(profile.body).toMatchObject({ preferences: { language: 'de', timeFormat: '12h' } });
});

test('of two changes of a user’s roles at once the second one counts, and one that was based on the first is refused', async () => {
  const { body } = await picket.call<ResponseOf<'POST /users'>>('POST', '/users', {
    as: picket.admin,
    body: { email: 'bob@acme.example', permissions: [{ role: 'VIEWER' }] },
  });
  const { guid, last_update_ts: seen } = body.user;
  const path = `/users/${guid}`;
  const hold = 'SELECT 1 FROM user_account WHERE guid = $1::uuid FOR NO KEY UPDATE';
  const change = (role: string) => () => call('PATCH', path, { permissions: [{ role }] });
  expect(await held(hold, [guid], [change('ADMIN'), change('METRICS')])).toEqual([200, 200]);
  const roles = await picket.platform.db.prisma.permission.findMany({ where: { userGuid: guid } });
  expect(roles).toHaveLength(1);
  picket.clock.pass(5);
  const { body: shown } = await picket.call<{ last_update_ts: string }>('GET', path, { as: picket.admin });
  expect(shown.last_update_ts).not.toBe(seen);
  const name = (displayName: string) => () =>
    picket.call<{ guid: string; zoneId: string }>('PATCH', path, {
      as: picket.admin,
      body: { displayName },
      headers: { 'if-unmodified-since': shown.last_update_ts },
    });
  expect((await held(hold, [guid], [name('Bob'), name('Rob')])).toSorted()).toEqual([200, 412]);
});

test('of two people who save the same settings at once, one is refused', async () => {
  const { body: rules } = await picket.call<ResponseOf<'GET /notification-rules'>>('GET', '/notification-rules', {
    as: picket.admin,
  });
  const save = (minutes: number) => () =>
    picket.call<{ guid: string; zoneId: string }>('PUT', '/notification-rules', {
      as: picket.admin,
      body: { acknowledgementTimeoutMinutes: minutes, chains: [] },
      headers: { 'if-unmodified-since': rules.last_update_ts },
    });
  expect((await held(HOLD_EDITS, [tenant], [save(61), save(62)])).sort()).toEqual([200, 412]);
});

test('after a clock that was ahead an override has a later version still, and the alert about its edit is of now', async () => {
  const world = await picketForTest();
  const device = await world.addDevice(await world.addLocation());
  const { body } = await world.call<ResponseOf<'POST /policies'>>('POST', '/policies', {
    as: world.admin,
    body: { name: 'Rack', definition: watching() },
  });
  const path = `/sentries/${device.sentry}/policies/${body.guid}`;
  const save = async (severity: number) => {
    const violations = watching().violations.map((one) => ({ ...one, severity }));
    const answer = await world.call<ResponseOf<'PUT /sentries/{guid}/policies/{policyGuid}'>>('PUT', path, {
      as: world.admin,
      body: { ignoreGlobalPolicyChanges: true, definition: { violations } },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return Date.parse(answer.body.last_update_ts);
  };
  world.clock.pass(600);
  const ahead = await save(310);
  world.clock.pass(-600);
  expect(await save(320)).toBeGreaterThan(ahead);
  const { rows } = await world.platform.db.console.query<{ at: Date }>(
    `SELECT raised_at AS at FROM alert WHERE sentry_guid = $1::uuid AND kind = 'POLICY_CHANGE_ALERT' ORDER BY raised_at`,
    [device.sentry],
  );
  const now = world.clock.now();
  expect(rows.map(({ at }) => at.getTime() > now)).toEqual([false, true]);
});
