/**
 * npm run demo: a demo organization with simulated sentries beside your own. It is created once; later runs continue with
 * the same sentries. All data goes through the public API; only the tenant and its first administrator are written to the
 * database directly.
 */
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, encodePassword } from '@picket/contracts/client';
import { SIMULATED_MODEL } from '@picket/domain';
import { Backlog } from '../apps/sentry/src/backlog.ts';
import { DeviceClient } from '../apps/sentry/src/device-client.ts';
import { pause } from '../apps/sentry/src/pause.ts';
import { progressLine } from '../apps/sentry/src/progress.ts';
import { runReporter } from '../apps/sentry/src/reporter.ts';
import type { SensorReading, Source } from '../apps/sentry/src/source.ts';
import { type Disturbance, type RoomTraits, roomReadings } from '../apps/sentry/src/sources/room-model.ts';
import { disturbanceAt } from '../apps/sentry/src/sources/scenarios.ts';
import { provisionTenant } from '../apps/server/src/app/provision-tenant.ts';
import { createAdministrator } from '../apps/server/src/capabilities/user-administration/index.ts';
import {
  createLog,
  createPubSub,
  loadKeys,
  openDatabase,
  readConfig,
  systemClock,
} from '../apps/server/src/platform/index.ts';
import { seedDemoData } from './lib/demo-data.ts';

const EMAIL = 'demo@picket.example';
const INTERVAL = 30;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The disturbance in a room at an instant; null: the sentry is offline. Faults recur, so that there is always one to see. */
type RoomEvents = (at: number, startedAt: number) => Disturbance | null;

const noEvents: RoomEvents = () => ({});
/**
 * Returns how long ago (in milliseconds) a recurring fault last began at `at`. It recurs every `every` from eight minutes
 * before the start of the demo, and every `rarely` in the weeks before.
 */
function sinceOutbreak(at: number, startedAt: number, every: number, rarely: number): number {
  const first = startedAt - 8 * MINUTE;
  const period = at < first ? rarely : every;
  return (((at - first) % period) + period) % period;
}

/** The cooling fails for twenty minutes, every three hours from the start. */
const coolingFails: RoomEvents = (at, startedAt) => {
  const since = sinceOutbreak(at, startedAt, 3 * HOUR, 203 * HOUR);
  return since < 24 * MINUTE ? { heat: 13 * Math.sin((since / (24 * MINUTE)) * Math.PI) } : {};
};
/** A quarter of an hour without mains, now and every four hours. */
const powerFails: RoomEvents = (at, startedAt) => ({
  onBattery: sinceOutbreak(at, startedAt, 4 * HOUR, 307 * HOUR) < 18 * MINUTE,
});
/** Lost its uplink when the demo began, comes back for a while now and then. */
const uplinkDrops: RoomEvents = (at, startedAt) =>
  at > startedAt && (at - startedAt) % (2 * HOUR) < 40 * MINUTE ? null : {};
const leaks: RoomEvents = (at, startedAt) => ({
  leak: at > startedAt && sinceOutbreak(at, startedAt + HOUR, 5 * HOUR, 5 * HOUR) < 6 * MINUTE,
});

interface Room {
  readonly sentry: string;
  readonly traits: RoomTraits;
  readonly events: RoomEvents;
}

const room = (
  sentry: string,
  seed: number,
  temperature: number,
  humidity: number,
  more: Partial<RoomTraits> = {},
  events = noEvents,
): Room => ({
  sentry,
  traits: { seed, temperature, humidity, daily: 0.9, cooling: 0.35, ...more },
  events,
});

interface DemoLocation {
  readonly name: string;
  readonly timezone: string;
  readonly address: string;
  readonly coordinates: { readonly latitude: number; readonly longitude: number };
  readonly rooms: readonly Room[];
}

const LOCATIONS: readonly DemoLocation[] = [
  {
    name: 'Zurich, server room 2',
    timezone: 'Europe/Zurich',
    address: 'Hardstrasse 201, Zurich',
    coordinates: { latitude: 47.386, longitude: 8.517 },
    rooms: [
      room('North rack', 11, 23.5, 41, { hasThermal: true, hasPower: true, daily: 0.6 }, coolingFails),
      room('South rack', 12, 22.4, 43, { hasMotion: true, daily: 0.6 }),
    ],
  },
  {
    name: 'Rotterdam edge cabinet',
    timezone: 'Europe/Amsterdam',
    address: 'Waalhaven Zuidzijde 12, Rotterdam',
    coordinates: { latitude: 51.879, longitude: 4.445 },
    rooms: [room('Cabinet', 21, 24.8, 46, { hasPower: true, cooling: 0.8 }, powerFails)],
  },
  {
    name: 'Porto archive',
    timezone: 'Europe/Lisbon',
    address: 'Rua das Flores 69, Porto',
    coordinates: { latitude: 41.144, longitude: -8.614 },
    rooms: [room('Reading shelves', 31, 20.1, 52, { daily: 0.4 }, uplinkDrops)],
  },
  {
    name: 'Leeds plant room',
    timezone: 'Europe/London',
    address: 'Water Street 4, Leeds',
    coordinates: { latitude: 53.793, longitude: -1.548 },
    rooms: [
      room('Pump 1', 41, 21.6, 55, { fluidSensors: ['FX2-0417'], daily: 1.2 }, leaks),
      room('Boiler', 42, 26.2, 38, { fluidSensors: ['FX2-0522', 'FX2-0523'], cooling: 0.9 }),
    ],
  },
  {
    name: 'Vienna vault',
    timezone: 'Europe/Vienna',
    address: 'Am Hof 6, Vienna',
    coordinates: { latitude: 48.211, longitude: 16.367 },
    rooms: [room('Vault', 51, 19.6, 48, { hasMotion: true, daily: 0.2, cooling: 0.15 })],
  },
  {
    name: 'Denver cold store',
    timezone: 'America/Denver',
    address: '4800 Race St, Denver',
    coordinates: { latitude: 39.786, longitude: -104.965 },
    rooms: [room('Dock door', 61, 21.9, 44, { daily: 1.4, hasPower: true })],
  },
];

function fail(message: string): never {
  process.stderr.write(`The demo stopped: ${message}\n`);
  process.exit(1);
}

const config = readConfig(process.env);
const base = `http://localhost:${config.port}`;
const folder = join(config.dataDir, 'demo');
const signInFile = join(folder, 'sign-in.json');
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
process.once('disconnect', () => stop.abort());

async function waitForServer(): Promise<void> {
  for (let attempt = 0; attempt < 300 && !stop.signal.aborted; attempt++) {
    const answer = await fetch(`${base}/api/v1/health`).catch(() => null);
    if (answer?.status === 204) return;
    await pause(200, stop.signal);
  }
  fail(`no server at ${base}`);
}

function passphrase(): string {
  const words = [
    'amber',
    'boiler',
    'cellar',
    'delta',
    'ember',
    'fathom',
    'garden',
    'harbor',
    'island',
    'jigsaw',
    'kettle',
    'lantern',
  ];
  return `${Array.from({ length: 4 }, () => words[randomInt(words.length)]).join(' ')} ${randomInt(10, 99)}`;
}

/** Creates the demo tenant and its administrator if needed. Returns the password. */
async function ensureTenant(): Promise<string> {
  if (existsSync(signInFile)) return (JSON.parse(readFileSync(signInFile, 'utf8')) as { password: string }).password;
  const log = createLog('warn');
  const db = openDatabase(config.databaseUrl, log);
  const platform = {
    config,
    clock: systemClock,
    db,
    keys: loadKeys(config.dataDir),
    log,
    terminal: () => {},
    pubSub: createPubSub(db, log),
  };
  const password = passphrase();
  try {
    const tenant = await provisionTenant(platform, { name: 'Demo organization', demo: true });
    await createAdministrator(platform, tenant, { email: EMAIL, password, displayName: 'Demo' });
  } finally {
    await platform.pubSub.close();
    await db.close();
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(signInFile, JSON.stringify({ password }), { mode: 0o600 });
  return password;
}

/** Returns an API client with a signed-in session. */
async function signedInClient(password: string) {
  const login = await fetch(`${base}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: EMAIL, password: encodePassword(password) }),
  });
  if (!login.ok) fail(`the demo user cannot sign in (${login.status})`);
  const cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return createClient({ base: `${base}/api/v1`, credentials: 'omit', headers: () => ({ cookie }) });
}

/** Length of the generated history: enough weeks for hourly baselines. */
const HISTORY_MS = 42 * 24 * HOUR;

/** Returns the distance of generated readings by age: coarse first, then as dense as live reports. */
function stepOf(age: number): number {
  if (age > 24 * HOUR) return 15 * MINUTE;
  return age > 2 * HOUR ? 70_000 : INTERVAL * 1000;
}

/** Reports six weeks of generated readings. */
async function backfillHistory(
  client: DeviceClient,
  { traits, events }: Room,
  startedAt: number,
  done: () => void,
): Promise<void> {
  let at = startedAt - HISTORY_MS;
  while (at < startedAt && !stop.signal.aborted) {
    const readings: SensorReading[] = [];
    while (at < startedAt && readings.length < 2500) {
      const disturbance = events(at, startedAt);
      const step = stepOf(startedAt - at);
      const withFrame = startedAt - at < 24 * HOUR && at % (5 * MINUTE) < step;
      if (disturbance !== null) readings.push(...roomReadings(traits, at, disturbance, withFrame));
      at += step;
    }
    await client.report(readings, at < startedAt);
  }
  done();
}

/** How often a simulated sentry polls for a scenario; during one it reports as often. */
const POLL_INTERVAL_MS = 2500;

/** The events of the room, or the scenario started on the demo page. */
const liveSource = ({ traits, events }: Room, startedAt: number, client: DeviceClient): Source => ({
  name: 'a simulated room',
  batches: async function* (intervalSeconds, signal) {
    const every = intervalSeconds * 1000;
    let nextAt = 0;
    let reportedRevision = -1;
    while (!signal.aborted) {
      const asked = Date.now();
      const config = await client.config().catch(() => null);
      const now = Date.now();
      const scenario = config?.scenario;
      const revision = config?.network?.revision ?? 0;
      if (config !== null && revision !== reportedRevision) {
        const wifi = config.network?.wifi == null ? {} : { signalDbm: -48 - (traits.seed % 30) };
        const own = { interface: config.network?.wifi == null ? 'eth0' : 'wlan0', address: `10.20.0.${traits.seed}` };
        const report = { revision, result: 'APPLIED', ...own, ...wifi, latencyMs: now - asked } as const;
        await client.reportNetwork(report).catch(() => {});
        reportedRevision = revision;
      }
      if (scenario !== undefined || now >= nextAt) {
        nextAt = (Math.floor(now / every) + 1) * every;
        const disturbance =
          scenario === undefined
            ? events(now, startedAt)
            : disturbanceAt(scenario.name, (now - Date.parse(scenario.startsAt)) / 1000);
        const withFrame = scenario !== undefined || now % MINUTE < every;
        if (disturbance !== null) yield { readings: roomReadings(traits, now, disturbance, withFrame) };
      }
      await pause(Math.max(100, Math.min(POLL_INTERVAL_MS, nextAt - Date.now())), signal);
    }
  },
});

await waitForServer();
const password = await ensureTenant();
const api = await signedInClient(password);
const startedAt = Date.now();
const { items: known } = await api('GET /locations', { query: { limit: 500 } });

/** Reports the sensors as discovered, then pairs them. */
async function pairFluidSensors(client: DeviceClient, location: string, names: readonly string[]): Promise<void> {
  const sensors = names.map((name) => {
    const [model = '', serialNumber = ''] = name.split('-');
    return { model, serialNumber };
  });
  if (sensors.length === 0) return;
  await client.discovered(sensors);
  await api('POST /locations/{guid}/sensors/subscribe', {
    params: { guid: location },
    body: {
      sensors: sensors.map(({ model, serialNumber }) => ({
        model,
        serial_number: serialNumber,
        type: 'FLUID' as const,
      })),
    },
  });
}

interface RunningSentry {
  readonly room: Room;
  readonly client: DeviceClient;
  readonly folder: string;
  readonly isNew: boolean;
}

const running: RunningSentry[] = [];
for (const demoLocation of LOCATIONS) {
  const { rooms, ...data } = demoLocation;
  const location =
    known.find(({ name }) => name === demoLocation.name) ?? (await api('POST /locations', { body: data }));
  for (const one of rooms) {
    const own = join(folder, `${one.traits.seed}`);
    const client = new DeviceClient(base, own);
    const isNew = !client.isActivated;
    if (isNew) {
      const made = await api('POST /locations/{guid}/sentries', {
        params: { guid: location.guid },
        body: { name: one.sentry, reportIntervalSeconds: INTERVAL },
      });
      await client.activate(made.activationCode, SIMULATED_MODEL, `SIM-${one.traits.seed}`);
      await pairFluidSensors(client, location.guid, one.traits.fluidSensors ?? []);
    }
    running.push({ room: one, client, folder: own, isNew });
  }
}

const newSentries = running.filter(({ isNew }) => isNew);
if (newSentries.length > 0) {
  const show = progressLine('Generating six weeks of readings');
  let done = 0;
  for (const { room: one, client } of newSentries)
    await backfillHistory(client, one, startedAt, () => {
      done += 1;
      show(done, newSentries.length);
    });
}
const withThermal = running.find(({ room: { traits }, isNew }) => isNew && traits.hasThermal);
if (withThermal !== undefined) {
  const { items } = await api('GET /sentries', { query: { limit: 500 } });
  const sentry = items.find(({ serialNumber }) => serialNumber === `SIM-${withThermal.room.traits.seed}`);
  if (sentry !== undefined) await seedDemoData(api, sentry.location, sentry.guid);
  const neighbor = items.find(({ location, guid }) => location === sentry?.location && guid !== sentry?.guid);
  const policies = await api('GET /policies', { query: { limit: 500 } });
  const room = policies.items.find(({ name }) => name === 'Room temperature');
  if (neighbor !== undefined && room !== undefined)
    await api('PUT /sentries/{guid}/policies/{policyGuid}', {
      params: { guid: neighbor.guid, policyGuid: room.guid },
      body: {
        ignoreGlobalPolicyChanges: false,
        definition: { violations: [{ description: 'Too cold', severity: 230, onsetDelay: 300 }] },
      },
    });
}
process.stderr.write(`\nThe demo runs: ${base}\n  e-mail    ${EMAIL}\n  password  ${password}\n\n`);

await Promise.all(
  running.map(({ room: one, client, folder: own }) =>
    runReporter(
      client,
      new Backlog(join(own, 'backlog')),
      liveSource(one, startedAt, client),
      INTERVAL,
      {},
      stop.signal,
    ),
  ),
).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
