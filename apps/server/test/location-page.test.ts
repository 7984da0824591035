/** The page of a location in one response: what is in it, to whom, and how large it is. */
import { brotliCompressSync, constants } from 'node:zlib';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cookieOf, type Device, openPicket, type Picket, picketForTest, type Session } from './harness.ts';

type PageOut = ResponseOf<'GET /views/locations/{guid}'>;

const METRIC = 'thermal_temperature';
const GRID = Array.from({ length: 24 }, () => Array.from({ length: 32 }, () => 'included' as const));
const TEMPERATURE = { sensorMetricId: 'environment_temperature', column: 'value', operator: 'GREATER_THAN' };
const HALF_HOUR = 1_800_000;

interface Place {
  readonly location: string;
  readonly device: Device;
  readonly zone: string;
  /** Bound to the place by its zone. */
  readonly policy: string;
}

let picket: Picket;
let vault: Place;
let lobby: Place;

const pageOf = async (location: string, as: Session | Device = picket.admin, of = picket) =>
  of.call<PageOut>('GET', `/views/locations/${location}`, { as });

async function ask<Body>(path: string, body: unknown): Promise<Body> {
  const answer = await picket.call<Body>('POST', path, { as: picket.admin, body });
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

/** Thirty degrees everywhere. */
const sendPicture = (of: Picket, device: Device) =>
  of.report(device, [
    {
      ...{ sensorMetricId: METRIC, at: formatInstant(of.clock.now()) },
      frame: { rows: 24, columns: 32, data: Array.from({ length: 24 * 32 }, () => 30) },
    },
  ]);

/** A location with everything that its page shows. */
async function addPlace(name: string): Promise<Place> {
  const location = await picket.addLocation(name);
  const device = await picket.addDevice(location, { name: `Sentry of ${name}` });
  await picket.send(device, 'environment_temperature', 21.5);
  await sendPicture(picket, device);
  await picket.pair(location, device, `${name}1`);
  await picket.send(device, `fluid-FX2-${name}1_temperature`, 12);
  await ask(`/locations/${location}/assets`, { name: `Rack of ${name}`, kind: 'Rack' });
  await picket.call('POST', '/sentry/camera', { as: device, body: { hasCamera: true } });
  const { zoneId } = await ask<{ zoneId: string }>(`/locations/${location}/zones`, {
    ...{ name: `Zone of ${name}`, sentry: device.sentry, sensorMetricIdList: [METRIC], exclusions: GRID },
  });
  const condition = { sensorMetricId: METRIC, column: 'max', operator: 'GREATER_THAN', threshold: 60 };
  const bound = await ask<{ guid: string }>('/policies', {
    name: `Policy of ${name}`,
    definition: {
      violations: [
        { description: name, severity: 300, conditions: [{ ...condition, zoneId }] },
        { description: `${name} too`, severity: 300, conditions: [{ ...TEMPERATURE, threshold: name.charCodeAt(0) }] },
      ],
    },
  });
  await ask('/alerts', { location, severity: 320, message: `Alert of ${name}` });
  return { location, device, zone: zoneId, policy: bound.guid };
}

beforeAll(async () => {
  picket = await openPicket();
  vault = await addPlace('Vault');
  lobby = await addPlace('Lobby');
});
afterAll(() => picket?.close());

/** What each part of the page is, asked alone by the same caller. */
async function partsAlone(location: string, as: Session) {
  const get = async <Body>(path: string): Promise<Body> => {
    const answer = await picket.call<Body>('GET', path, { as });
    expect(answer.status, path).toBe(200);
    return answer.body;
  };
  const all = 'limit=500';
  const policies = await get<ResponseOf<'GET /policies'>>(`/policies?${all}`);
  const edits = await get<ResponseOf<'GET /alerts'>>('/alerts?kind=POLICY_CHANGE_ALERT&limit=20');
  return {
    location: await get(`/locations/${location}`),
    sentries: (await get<ResponseOf<'GET /sentries'>>(`/sentries?location=${location}&${all}`)).items,
    latest: (await get<ResponseOf<'GET /locations/{guid}/latest'>>(`/locations/${location}/latest`)).items,
    fluidSensors: (await get<ResponseOf<'GET /locations/{guid}/sensors'>>(`/locations/${location}/sensors?${all}`))
      .items,
    zones: (await get<ResponseOf<'GET /locations/{guid}/zones'>>(`/locations/${location}/zones?${all}`)).items,
    assets: (await get<ResponseOf<'GET /locations/{guid}/assets'>>(`/locations/${location}/assets?${all}`)).items,
    alerts: (await get<ResponseOf<'GET /alerts'>>(`/alerts?location=${location}&state=OPEN&${all}`)).items,
    edits: edits.items.filter((edit) => edit.location === undefined || edit.location.guid === location).slice(0, 3),
    policies: new Set(policies.items.map(({ guid }) => guid)),
    hasCamera: (await get<ResponseOf<'GET /locations/{guid}/camera'>>(`/locations/${location}/camera`)).cameras.some(
      ({ hasCamera }) => hasCamera,
    ),
  };
}

/** The limits of the temperature that the policies in force on a sentry set, as far as the caller may see them. */
async function temperatureLimits(sentry: string, as: Session, of = picket): Promise<readonly number[]> {
  const answer = await of.call<ResponseOf<'GET /sentries/{guid}/policies'>>(
    'GET',
    `/sentries/${sentry}/policies?limit=500`,
    { as },
  );
  const limits = answer.body.items.flatMap(({ definition }) =>
    definition.violations.flatMap(({ conditions }) =>
      conditions.flatMap(({ sensorMetricId, column, threshold }) =>
        sensorMetricId === TEMPERATURE.sensorMetricId && column === 'value' ? [threshold] : [],
      ),
    ),
  );
  expect(limits.length).toBeGreaterThan(0);
  return [...new Set(limits)].sort((a, b) => a - b);
}

const CALLERS: Readonly<Record<string, () => Promise<Session>>> = {
  'an administrator': async () => picket.admin,
  'a viewer of everything': () => picket.addPerson('VIEWER'),
  'a viewer of this location': () => picket.addPerson('VIEWER', vault.location),
  'an administrator of this location': () => picket.addPerson('ADMIN', vault.location),
  'a wall display': async () => {
    const viewer = await picket.addPerson('VIEWER', vault.location);
    const made = await picket.call('POST', '/users/my-profile/display', { as: viewer, body: {} });
    expect(made.status).toBe(204);
    return { cookie: cookieOf(made) };
  },
};

describe('every part is what its own endpoint gives', () => {
  test.each(Object.keys(CALLERS))('to %s', async (name) => {
    const as = (await CALLERS[name]?.()) ?? picket.admin;
    const alone = await partsAlone(vault.location, as);
    const { status, body: page } = await pageOf(vault.location, as);
    expect(status).toBe(200);
    const { readings, watched, ...parts } = page;
    const { latest, policies, ...others } = alone;
    expect(parts).toEqual(others);
    expect(readings.map(({ past: _past, ...reading }) => reading)).toEqual(
      latest.map(({ unit: _unit, ageSeconds: _age, ...reading }) => reading),
    );
    expect(readings.find(({ sensorMetricId }) => sensorMetricId === 'environment_temperature')?.past?.limits).toEqual(
      await temperatureLimits(vault.device.sentry, as),
    );
    expect(watched.length).toBeGreaterThan(2);
    expect(watched.filter(({ policy }) => !policies.has(policy))).toEqual([]);
    expect(page.hasCamera).toBe(true);
    expect(page.alerts.map(({ message }) => message)).toContain('Alert of Vault');
  });

  test('nothing of another location is in it, for any caller', async () => {
    for (const [name, make] of Object.entries(CALLERS)) {
      const { body } = await pageOf(vault.location, await make());
      const text = JSON.stringify(body);
      // A policy that is bound to another location by a zone is in force here as well, where the caller may see it.
      const bound = /this location|display/u.test(name) ? [lobby.policy, 'Lobby'] : [];
      for (const foreign of [lobby.location, lobby.device.sentry, lobby.zone, ...bound])
        expect(text, name).not.toContain(foreign);
      expect(text).toContain(vault.zone);
      expect(body.watched.map(({ policy }) => policy)).toContain(vault.policy);
    }
  });
});

describe('who gets nothing', () => {
  test('somebody who may not see the location', async () => {
    const elsewhere = await picket.addPerson('VIEWER', lobby.location);
    const elsewhereToo = await picket.addPerson('ADMIN', lobby.location);
    for (const as of [elsewhere, elsewhereToo]) {
      expect((await pageOf(vault.location, as)).status).toBe(404);
      expect((await pageOf(lobby.location, as)).status).toBe(200);
    }
    expect((await pageOf(vault.location, await picket.addPerson('METRICS'))).status).toBe(403);
    expect((await picket.call('GET', `/views/locations/${vault.location}`)).status).toBe(401);
    expect((await pageOf(vault.location, vault.device)).status).toBe(401);
  });

  test('another organization, whatever its role, also with a tag of the response', async () => {
    const { admin: stranger } = await picket.addTenant('Strangers');
    const { headers } = await pageOf(vault.location);
    for (const etag of [undefined, String(headers.etag)]) {
      const answer = await picket.call('GET', `/views/locations/${vault.location}`, {
        as: stranger,
        ...(etag === undefined ? {} : { headers: { 'if-none-match': etag } }),
      });
      expect(answer.status).toBe(404);
    }
  });
});

test('it is revalidated: 304 until something there changes', async () => {
  const read = async (etag: string) =>
    picket.call('GET', `/views/locations/${vault.location}`, {
      as: picket.admin,
      headers: { 'if-none-match': etag },
    });
  const first = await pageOf(vault.location);
  expect(first.headers['cache-control']).toBe('private, no-cache');
  const etag = String(first.headers.etag);
  picket.clock.pass(1);
  expect(await read(etag)).toMatchObject({ status: 304, body: '' });
  await picket.send(vault.device, 'environment_temperature', 22.5);
  const changed = await read(etag);
  expect(changed.status).toBe(200);
  expect(changed.headers.etag).not.toBe(etag);
});

test('the last day stands beside a reading in half hours, with the limits in force on its sentry', async () => {
  const own = await picketForTest();
  const location = await own.addLocation('Cold store');
  const device = await own.addDevice(location, { name: 'Shelf' });
  const now = own.clock.now();
  const begin = Math.floor(now / HALF_HOUR) * HALF_HOUR - 2 * HALF_HOUR;
  await own.report(
    device,
    [20, 22, 24.0001].map((value, index) => ({
      ...{ sensorMetricId: 'environment_temperature', at: formatInstant(begin + index * 1000) },
      values: { value },
    })),
  );
  await sendPicture(own, device);
  const readings = async () => (await pageOf(location, own.admin, own)).body.readings;
  const [temperature] = await readings();
  expect(temperature?.past?.sparkline).toHaveLength(48);
  // 22 in the middle of 20, 22 and 23, with as many digits as a graph shows.
  expect(temperature?.past?.sparkline.filter((value) => value !== null)).toEqual([22]);
  expect(temperature?.past?.sparkline[45]).toBe(22);
  const limits = await temperatureLimits(device.sentry, own.admin, own);
  expect(temperature?.past?.limits).toEqual(limits);
  const heat = (
    await own.call<ResponseOf<'GET /policies'>>('GET', '/policies?limit=500', { as: own.admin })
  ).body.items.find(({ definition }) =>
    definition.violations.some(({ conditions }) =>
      conditions.some(({ sensorMetricId }) => sensorMetricId === TEMPERATURE.sensorMetricId),
    ),
  );
  const override = await own.call('PUT', `/sentries/${device.sentry}/policies/${heat?.guid}`, {
    as: own.admin,
    body: { ignoreGlobalPolicyChanges: true, definition: { violations: [] }, doNotDisturb: null },
  });
  expect(override.status).toBe(200);
  const [after] = await readings();
  expect(after?.past?.limits.length).toBeLessThan(limits.length);
});

test('what is measured decides what is watched for: fluid sensors count once one is paired', async () => {
  const own = await picketForTest();
  const location = await own.addLocation('Plant room');
  const device = await own.addDevice(location);
  const watched = async () =>
    (await pageOf(location, own.admin, own)).body.watched.flatMap(({ violation }) =>
      violation.conditions.map(({ sensorMetricId }) => sensorMetricId),
    );
  expect(new Set(await watched())).toEqual(new Set(['sentry_silence']));
  await own.send(device, 'environment_temperature', 20);
  expect(await watched()).toContain('environment_temperature');
  await own.pair(location, device, '1');
  await own.send(device, 'fluid-FX2-1_leak', 0);
  expect((await watched()).filter((metric) => metric.startsWith('fluid_'))).not.toEqual([]);
});

/** Bytes as they are sent: each compressed by itself. */
const sizeOf = (body: unknown): number =>
  brotliCompressSync(JSON.stringify(body), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;

test.each([1, 20])('%i sentries with a full day: one response is a fraction of what it replaces', async (count) => {
  const own = await picketForTest();
  const location = await own.addLocation('Warehouse');
  const now = own.clock.now();
  const sentries: string[] = [];
  for (let index = 0; index < count; index++) {
    const device = await own.addDevice(location, { name: `Sentry ${index}` });
    sentries.push(device.sentry);
    const readings = Array.from({ length: 144 }, (_, step) => ({
      sensorMetricId: step % 3 === 0 ? 'environment_humidity' : 'environment_temperature',
      at: formatInstant(now - step * (HALF_HOUR / 3)),
      values: { value: 20 + Math.sin(index + step) / 3 },
    }));
    await own.report(device, readings);
  }
  const day = `from=${formatInstant(now - 48 * HALF_HOUR)}&to=${formatInstant(now + 1000)}&points=96`;
  const replaced = [
    `/locations/${location}`,
    `/sentries?location=${location}&limit=500`,
    ...['latest', 'sensors?limit=500', 'zones?limit=500', 'assets?limit=500', `telemetry?${day}`].map(
      (part) => `/locations/${location}/${part}`,
    ),
    '/policies?limit=500',
    '/alerts?state=OPEN&limit=500',
    '/alerts?kind=POLICY_CHANGE_ALERT&limit=20',
    ...sentries.map((sentry) => `/sentries/${sentry}/policies?limit=500`),
  ];
  let bytes = 0;
  for (const path of replaced) {
    const answer = await own.call('GET', path, { as: own.admin });
    expect(answer.status, path).toBe(200);
    bytes += sizeOf(answer.body);
  }
  const { body } = await pageOf(location, own.admin, own);
  expect(body.readings.filter(({ past }) => past?.sparkline.some((value) => value !== null))).toHaveLength(2 * count);
  const page = sizeOf(body);
  console.log(`${count} sentries: ${replaced.length} requests, ${bytes} bytes; one request, ${page} bytes`);
  expect(page).toBeLessThan(bytes / 2);
  // Before it is compressed.
  expect(JSON.stringify(body).length).toBeLessThan(96 * 1024);
});
