/** A server with an organization in which every screen has data, created through the public API. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@picket/contracts/client';
import { createClient, encodePassword } from '@picket/contracts/client';
import { type RoomTraits, roomReadings } from '@picket/domain/room-model';
import { SIMULATED_MODEL } from '@picket/domain/scenario-table';
import pg from 'pg';
import { seedDemoData } from '../../apps/cli/src/demo/seed-demo-data.ts';
import { DeviceClient } from '../../apps/sentry/src/device-client.ts';
import type { SensorReading } from '../../apps/sentry/src/source.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import type { ScreenWorld } from './screens.ts';
import { type RunningServer, startServer } from './server-process.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const PERSON = { email: 'ada@acme.example', password: 'quiet rooms need a good guard' };

/** Degrees: the rack is hotter than its zone's limit at any hour of the day, also where night cools the room. */
const FAILURE_HEAT = 18;
const ROOM: RoomTraits = {
  seed: 7,
  temperature: 22,
  humidity: 45,
  daily: 1,
  cooling: 0.4,
  hasMotion: true,
  hasPower: true,
  hasThermal: true,
  fluidSensors: ['FX2-0001'],
};

/** A busy server says so (503), and is asked again, as programs do. */
async function requestSignIn(base: string, email: string, password: string): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(`${base}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: email, password: encodePassword(password) }),
    });
    if (response.status !== 503 || attempt === 30) return response;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Returns an API client with the session of a user. */
export async function signedIn(base: string, email = PERSON.email, password = PERSON.password): Promise<Client> {
  const login = await requestSignIn(base, email, password);
  if (!login.ok) throw new Error(`sign-in returned ${login.status}`);
  const cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return createClient({ base: `${base}/api/v1`, credentials: 'omit', headers: () => ({ cookie }) });
}

export interface OpenWorld {
  readonly server: RunningServer;
  readonly database: TestDatabase;
  readonly api: Client;
  /** The sentry with all sensor kinds. */
  device: DeviceClient;
  readonly world: ScreenWorld;
  close(): Promise<void>;
}

/** `demo`: the organization is one for demonstration, which gets no announcements. */
export async function openWorld(options: {
  readonly demo: boolean;
  readonly env?: Readonly<Record<string, string>>;
}): Promise<OpenWorld> {
  const database = await createTestDatabase();
  const server = await startServer(database.url, {
    ...(options.env === undefined ? {} : { env: options.env }),
  });
  const folder = mkdtempSync(join(tmpdir(), 'picket-world-'));
  await signUp(server);
  if (options.demo) await makeDemoTenant(database);
  const api = await signedIn(server.base);
  // Accepts the default notifications, as on the welcome page.
  const { preferences } = await api('GET /users/my-profile/notifications', {});
  await api('PUT /users/my-profile/notifications', { body: { preferences } });
  const location = await addLocations(api);
  const { sentry, device } = await addSentry(api, location, new DeviceClient(server.base, folder));
  await reportHistory(device);
  const asset = await addAsset(api, location, sentry);
  const { items } = await api('GET /alerts', { query: { location, minSeverity: 300 } });
  const me = await api('GET /users/my-profile', {});
  const watched = await seedPolicies(api, location, sentry);
  return {
    server,
    database,
    api,
    device,
    world: {
      location,
      sentry,
      alert: items[0]?.guid ?? '',
      asset,
      person: me.guid,
      tenant: me.tenant.guid,
      ...watched,
    },
    close: async () => {
      await server.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The first administrator signs up by the printed link. */
async function signUp(server: RunningServer): Promise<void> {
  const anonymous = createClient({ base: `${server.base}/api/v1`, credentials: 'omit' });
  const token = server.signup?.split('/').at(-1) ?? '';
  await anonymous('POST /auth/finish-signup/{token}', {
    params: { token },
    body: {
      newPassword: encodePassword(PERSON.password),
      tenantName: 'Acme Cold Stores',
      email: PERSON.email,
      displayName: 'Ada',
    },
  });
}

async function makeDemoTenant(database: TestDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('UPDATE tenant SET demo = true');
  await client.end();
}

/** Adds two locations. Returns the one with all sensor kinds. */
async function addLocations(api: Client): Promise<string> {
  const { guid } = await api('POST /locations', {
    body: {
      name: 'Zurich, server room 2',
      timezone: 'Europe/Zurich',
      address: 'Hardstrasse 201, Zurich',
      coordinates: { latitude: 47.386, longitude: 8.517 },
    },
  });
  await api('POST /locations', { body: { name: 'Porto archive', timezone: 'Europe/Lisbon' } });
  return guid;
}

/** Adds a sentry and activates its device, with a paired fluid sensor and a known network. */
async function addSentry(
  api: Client,
  location: string,
  device: DeviceClient,
): Promise<{ readonly sentry: string; readonly device: DeviceClient }> {
  const made = await api('POST /locations/{guid}/sentries', {
    params: { guid: location },
    body: { name: 'North rack', reportIntervalSeconds: 30 },
  });
  await device.activate(made.activationCode, SIMULATED_MODEL, 'SIM-7');
  await device.discovered([{ model: 'FX2', serialNumber: '0001' }]);
  await api('POST /locations/{guid}/sensors/subscribe', {
    params: { guid: location },
    body: { sensors: [{ model: 'FX2', serial_number: '0001', type: 'FLUID' }] },
  });
  await device.reportNetwork({ revision: 0, result: 'APPLIED', address: '10.0.0.7', interface: 'eth0', latencyMs: 4 });
  return { sentry: made.guid, device };
}

/** Adds an asset that stands in the sentry's picture. Returns its id. */
async function addAsset(api: Client, location: string, sentry: string): Promise<string> {
  const { guid } = await api('POST /locations/{guid}/assets', {
    params: { guid: location },
    body: { name: 'Core switch', kind: 'Rack', place: { sentry, row: 9, column: 22 }, attributes: { vendor: 'N' } },
  });
  return guid;
}

/** Creates zones, overrides and verdicts as in the demo. Returns their ids. */
async function seedPolicies(
  api: Client,
  location: string,
  sentry: string,
): Promise<Pick<ScreenWorld, 'policy' | 'thermal' | 'tagging' | 'zone'>> {
  await seedDemoData(api, location, sentry);
  const policies = await api('GET /policies', { query: { limit: 500 } });
  const named = (name: string): string => policies.items.find((policy) => policy.name.startsWith(name))?.guid ?? '';
  const zones = await api('GET /locations/{guid}/zones', { params: { guid: location } });
  // Alerts of the new zones come with the next tick; pages must not change while they are checked.
  await untilRaised(api, named('Core switch rack'));
  return {
    policy: named('Room temperature'),
    thermal: named('Thermal'),
    tagging: named('Core switch rack'),
    zone: zones.items.find(({ name }) => name === 'Racks')?.zoneId ?? '',
  };
}

async function untilRaised(api: Client, policy: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const { items } = await api('GET /alerts', { query: { policy, state: 'OPEN' } });
    if (items.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the hot picture of the world raised no alert');
}

/** Reports two days of readings, with a cooling failure at the end: it is hot now. */
async function reportHistory(device: DeviceClient): Promise<void> {
  const now = Date.now();
  let readings: SensorReading[] = [];
  for (let at = now - 48 * HOUR; at < now; ) {
    const age = now - at;
    const step = age > 2 * HOUR ? 5 * MINUTE : 30_000;
    const heat = age < 4 * MINUTE ? FAILURE_HEAT : 0;
    // The last picture has been hot for longer than the onset delay of the zone's policy, at any second of the clock.
    const hasPicture = age < 6 * HOUR && (age > 2 * HOUR || age % (2 * MINUTE) === 1.5 * MINUTE);
    readings.push(...roomReadings(ROOM, at, { heat }, hasPicture));
    at += step;
    if (readings.length > 3000) {
      await device.report(readings, true);
      readings = [];
    }
  }
  await device.report(readings, false);
}

/** Reports current readings. */
export const reportNow = (device: DeviceClient, heat = FAILURE_HEAT): Promise<unknown> =>
  device.report(roomReadings(ROOM, Date.now(), { heat }), false);
