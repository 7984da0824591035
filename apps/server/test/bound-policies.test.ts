/** What only a location's people may see: policies bound to it by a zone; and lists of locations that name others' or none. */
import { ENDPOINT_KEYS, ENDPOINT_TABLE, type ResponseOf, routeOf } from '@picket/contracts/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newGuid } from '../src/platform/keys/ids.ts';
import { cookieOf, type Device, openPicket, type Picket, type Session } from './harness.ts';

const METRIC = 'thermal_temperature';
const ROWS = 24;
const COLUMNS = 32;
const grid = (included: boolean) =>
  Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLUMNS }, (__, column) => (included || (row < 2 && column < 2) ? 'included' : 'excluded')),
  );
const hot = (extras: object = {}) => ({
  violations: [
    {
      description: 'Hot rack',
      severity: 300,
      conditions: [{ sensorMetricId: METRIC, column: 'max', operator: 'GREATER_THAN', threshold: 60, ...extras }],
    },
  ],
});

interface Place {
  readonly location: string;
  readonly device: Device;
  readonly zone: string;
  readonly policy: string;
  /** Its own administrator and nobody else's. */
  readonly admin: Session;
}

let picket: Picket;
let vault: Place;
let lobby: Place;
let metricsStaff: Session;
let viewer: Session;
/** Shows the lobby. */
let display: Session;

async function ask<Body>(path: string, body: unknown, as = picket.admin): Promise<Body> {
  const answer = await picket.call<Body>('POST', path, { as, body });
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

async function place(name: string): Promise<Place> {
  const location = await picket.addLocation(name);
  const device = await picket.addDevice(location);
  const admin = await picket.addPerson('ADMIN', location);
  const base = { sentry: device.sentry, sensorMetricIdList: [METRIC] };
  const parent = await ask<{ zoneId: string }>(
    `/locations/${location}/zones`,
    { ...base, name: 'Base', exclusions: grid(true) },
    admin,
  );
  const made = await ask<ResponseOf<'POST /locations/{guid}/tagging-zones'>>(
    `/locations/${location}/tagging-zones`,
    { ...base, name: `Safe of ${name}`, exclusions: grid(false), parentId: parent.zoneId, definition: hot() },
    admin,
  );
  return { location, device, admin, zone: made.zone.zoneId, policy: made.policy.guid };
}

/** A wall display that a viewer of one location started. */
async function openDisplay(location: string): Promise<Session> {
  const as = await picket.addPerson('VIEWER', location);
  const made = await picket.call('POST', '/users/my-profile/display', { as, body: { locations: [location] } });
  return { cookie: cookieOf(made) };
}

beforeAll(async () => {
  picket = await openPicket();
  vault = await place('Vault');
  lobby = await place('Lobby');
  metricsStaff = await picket.addPerson('METRICS');
  viewer = await picket.addPerson('VIEWER');
  display = await openDisplay(lobby.location);
});
afterAll(() => picket.close());

describe('a policy bound to a location by its zone', () => {
  const strangers = (): readonly (readonly [string, Session])[] => [
    ['an administrator of another location', lobby.admin],
    ['metrics staff', metricsStaff],
    ['a wall display of another location', display],
  ];

  const expectUnseen = async (path: string): Promise<void> => {
    for (const [who, as] of strangers()) {
      const text = JSON.stringify((await picket.call('GET', path, { as })).body) ?? '';
      for (const name of ['Safe of Vault', vault.policy, vault.zone])
        expect(text.includes(name), `${who}: ${name} in GET ${path}`).toBe(false);
    }
  };

  /** Every read without parameters, whether it knows policies today or not. */
  const READS = ENDPOINT_KEYS.filter((key) => {
    const { stream, download, access } = ENDPOINT_TABLE[key];
    return /^GET [^{]*$/u.test(key) && access !== 'sentry' && stream === undefined && download === undefined;
  });

  test.each(READS)('is in nothing that %s returns to others', async (key) => {
    await expectUnseen(routeOf(key).path);
  });

  test.each([
    '/policies',
    '/policies?limit=500',
    '/views/policies',
    '/views/search?q=Safe',
    '/policy-edits',
    '/alerts?limit=500',
  ])('is in nothing that GET %s returns to others, and is there for its own people', async (path) => {
    await expectUnseen(path);
    for (const as of [vault.admin, picket.admin, viewer])
      expect(JSON.stringify((await picket.call('GET', path, { as })).body)).toContain('Safe of Vault');
  });

  test('cannot be read by others by its guid, nor anything about it', async () => {
    for (const [who, as] of strangers())
      for (const path of ['', '/versions', '/overrides', '/suggestions'])
        expect((await picket.call('GET', `/policies/${vault.policy}${path}`, { as })).status, `${who} ${path}`).toBe(
          404,
        );
    for (const path of ['', '/versions', '/overrides', '/suggestions'])
      expect((await picket.call('GET', `/policies/${vault.policy}${path}`, { as: vault.admin })).status).toBe(200);
    const backtest = {
      definition: hot(),
      from: '2026-03-01T00:00:00Z',
      to: '2026-03-02T00:00:00Z',
      sentry: lobby.device.sentry,
    };
    const response = await picket.call('POST', `/policies/${vault.policy}/backtest`, {
      as: lobby.admin,
      body: backtest,
    });
    expect(response.status).toBe(404);
  });

  test('is not in the configuration of another location’s sentry', async () => {
    const video = (zoneId: string) => ({
      violations: hot({ zoneId }).violations.map((violation) => ({ ...violation, video: true })),
    });
    const made = await ask<{ guid: string }>('/policies', { name: 'Filmed safe', definition: video(vault.zone) });
    const configOf = async ({ device }: Place) =>
      (await picket.call<ResponseOf<'GET /sentry/config'>>('GET', '/sentry/config', { as: device })).body.videoPolicies;
    const filmed = { guid: made.guid, name: 'Filmed safe' };
    expect(await configOf(vault)).toContainEqual(filmed);
    expect(await configOf(lobby)).not.toContainEqual(filmed);
    expect((await configOf(lobby)).map(({ name }) => name)).toContain('Motion');
    await picket.call('DELETE', `/policies/${made.guid}`, { as: picket.admin });
  });

  test('is not among the policies of another location’s sentry, and cannot be overridden there', async () => {
    const path = `/sentries/${lobby.device.sentry}/policies`;
    const listed = JSON.stringify((await picket.call('GET', `${path}?limit=500`, { as: lobby.admin })).body);
    expect(listed).not.toContain(vault.policy);
    expect(listed).toContain(lobby.policy);
    const body = { ignoreGlobalPolicyChanges: true, definition: hot() };
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const answer = await picket.call(method, `${path}/${vault.policy}`, {
        as: lobby.admin,
        ...(method === 'PUT' ? { body } : {}),
      });
      expect(answer.status, method).toBe(404);
    }
  });

  test('cannot be changed by who views its location and administers another', async () => {
    const person = await picket.addPerson('VIEWER', vault.location);
    const me = await picket.call<ResponseOf<'GET /users/my-profile'>>('GET', '/users/my-profile', { as: person });
    const permission = { tenantGuid: me.body.tenant.guid, userGuid: me.body.guid, locationGuid: lobby.location };
    await picket.platform.db.prisma.permission.create({ data: { guid: newGuid(), role: 'ADMIN', ...permission } });
    const path = `/locations/${vault.location}/tagging-zones/${vault.policy}`;
    const quiet = { daysOfWeek: [1], beginHour: 8, beginMinute: 0, endHour: 9, endMinute: 0 };
    for (const body of [{ definition: hot() }, { doNotDisturb: quiet }, { doNotDisturb: null }, { name: 'Mine' }])
      expect((await picket.call('PATCH', path, { as: person, body })).status, JSON.stringify(body)).toBe(403);
    expect((await picket.call('DELETE', path, { as: person })).status).toBe(403);
    expect((await picket.call('PATCH', path, { as: vault.admin, body: { definition: hot() } })).status).toBe(200);
  });
});

describe('a zone of another location', () => {
  const refusal = { errors: [{ message: 'there is no such zone' }] };

  test('cannot be named in an override, a draft, or a policy of one’s own zone', async () => {
    const policies = await picket.call<ResponseOf<'GET /policies'>>('GET', '/policies', { as: lobby.admin });
    const thermal = policies.body.items.find(({ name }) => name === 'Thermal')?.guid ?? '';
    const named = hot({ zoneId: vault.zone });
    const override = await picket.call('PUT', `/sentries/${lobby.device.sentry}/policies/${thermal}`, {
      as: lobby.admin,
      body: { ignoreGlobalPolicyChanges: true, definition: named },
    });
    expect(override).toMatchObject({ status: 400, body: refusal });
    // Not by who may see both either: it would watch nothing there.
    const byAdmin = await picket.call('PUT', `/sentries/${lobby.device.sentry}/policies/${thermal}`, {
      as: picket.admin,
      body: { ignoreGlobalPolicyChanges: true, definition: named },
    });
    expect(byAdmin).toMatchObject({ status: 400, body: refusal });
    const draft = await picket.call('POST', '/policies/backtest', {
      as: lobby.admin,
      body: {
        definition: named,
        from: '2026-03-01T00:00:00Z',
        to: '2026-03-02T00:00:00Z',
        sentry: lobby.device.sentry,
      },
    });
    expect(draft).toMatchObject({ status: 400, body: refusal });
    const own = await picket.call('PUT', `/sentries/${lobby.device.sentry}/policies/${thermal}`, {
      as: lobby.admin,
      body: { ignoreGlobalPolicyChanges: true, definition: hot({ zoneId: lobby.zone }) },
    });
    expect(own.status).toBe(200);
  });

  test('its policy cannot be given a base zone elsewhere', async () => {
    const answer = await picket.call('POST', `/locations/${lobby.location}/zones`, {
      as: lobby.admin,
      body: {
        name: 'Borrowed',
        sentry: lobby.device.sentry,
        sensorMetricIdList: [METRIC],
        exclusions: grid(true),
        policy: vault.policy,
      },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ name: 'policy', message: 'there is no such policy' }] },
    });
  });
});

describe('a list of locations', () => {
  const NOWHERE = '00000000-0000-4000-8000-000000000000';
  let foreign: string;
  beforeAll(async () => {
    const other = await picket.addTenant('Others');
    foreign = await picket.addLocation('Elsewhere', other.admin);
  });

  test.each(['another organization', 'none'])(
    'that names a location of %s is refused, naming the field',
    async (whose) => {
      const location = whose === 'none' ? NOWHERE : foreign;
      const token = await picket.call('POST', '/api-tokens', {
        as: picket.admin,
        body: { name: 'script', days: 1, permissions: [{ role: 'VIEWER' }, { role: 'VIEWER', location }] },
      });
      expect(token).toMatchObject({ status: 400, body: { errors: [{ name: 'permissions.1.location' }] } });

      const rules = await picket.call('PUT', '/notification-rules', {
        as: picket.admin,
        body: {
          acknowledgementTimeoutMinutes: 30,
          chains: [
            { name: 'Night', minSeverity: 300, locations: [location], steps: [], repeatMinutes: null, maxRepeats: 0 },
          ],
        },
      });
      expect(rules).toMatchObject({ status: 400, body: { errors: [{ name: 'chains.0.locations' }] } });

      const me = await picket.call<ResponseOf<'GET /users/my-profile'>>('GET', '/users/my-profile', {
        as: picket.admin,
      });
      const path = `/users/${me.body.guid}/notifications` as const;
      const mine = await picket.call<ResponseOf<'GET /users/{guid}/notifications'>>('GET', path, { as: picket.admin });
      const preferences = { ...mine.body.preferences, locations: [location] };
      const chosen = await picket.call('PUT', path, { as: picket.admin, body: { preferences } });
      expect(chosen).toMatchObject({ status: 400, body: { errors: [{ name: 'preferences.locations' }] } });
    },
  );

  test('may contain a location deleted since; it is skipped', async () => {
    const gone = await picket.addLocation('Gone soon');
    const chain = { name: 'Night', minSeverity: 300, steps: [], repeatMinutes: null, maxRepeats: 0 };
    const body = { acknowledgementTimeoutMinutes: 30, chains: [{ ...chain, locations: [gone, lobby.location] }] };
    expect((await picket.call('PUT', '/notification-rules', { as: picket.admin, body })).status).toBe(200);
    expect((await picket.call('DELETE', `/locations/${gone}`, { as: picket.admin })).status).toBe(204);
    const again = await picket.call<ResponseOf<'PUT /notification-rules'>>('PUT', '/notification-rules', {
      as: picket.admin,
      body,
    });
    expect(again.status).toBe(200);
    expect(again.body.chains[0]?.locations).toEqual([lobby.location]);
  });
});
