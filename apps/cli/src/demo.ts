/**
 * npm run demo: a demo organization with simulated sentries beside your own. It is created once; later runs continue with
 * the same sentries. All data goes through the public API; only the tenant and its first administrator are written to the
 * database directly.
 */
import { join } from 'node:path';
import { type Client, createClient, encodePassword } from '@picket/contracts/client';
import { Backlog, pause, progressLine, runReporter } from '@picket/sentry';
import { readConfig } from '@picket/server/commands';
import { openDemoCameras, turnCamerasOn } from './demo/demo-cameras.ts';
import { openDemoDevices } from './demo/demo-devices.ts';
import { REPORT_INTERVAL } from './demo/demo-locations.ts';
import { type DemoSentry, ensureDemoSentries, serialNumberOf } from './demo/demo-sentries.ts';
import { DEMO_EMAIL, ensureDemoTenant } from './demo/demo-tenant.ts';
import { generateHistory } from './demo/generate-history.ts';
import { liveRoom } from './demo/live-room.ts';
import { visits } from './demo/room-events.ts';
import { overrideRoomTemperature, recordAtAnyHour, seedDemoData } from './demo/seed-demo-data.ts';

function fail(message: string): never {
  process.stderr.write(`The demo stopped: ${message}\n`);
  process.exit(1);
}

const config = readConfig(process.env);
const base = `http://localhost:${config.port}`;
const folder = join(config.dataDir, 'demo');
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
process.once('disconnect', () => stop.abort());

async function waitForServer(): Promise<void> {
  for (let attempt = 0; attempt < 300 && !stop.signal.aborted; attempt++) {
    const response = await fetch(`${base}/api/v1/health`).catch(() => null);
    if (response?.status === 204) return;
    await pause(200, stop.signal);
  }
  fail(`no server at ${base}`);
}

/** Returns an API client with a signed-in session. */
async function signedInClient(password: string): Promise<Client> {
  const login = await fetch(`${base}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: DEMO_EMAIL, password: encodePassword(password) }),
  });
  if (!login.ok) fail(`the demo user cannot sign in (${login.status})`);
  const cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return createClient({ base: `${base}/api/v1`, credentials: 'omit', headers: () => ({ cookie }) });
}

/** The past of the sentries that were just created, one after the other. */
async function generateHistories(sentries: readonly DemoSentry[], startedAt: number): Promise<void> {
  if (sentries.length === 0) return;
  const show = progressLine('Generating six weeks of readings');
  for (const [index, { room, client }] of sentries.entries()) {
    await generateHistory(client, room, startedAt, stop.signal);
    show(index + 1, sentries.length);
  }
}

/** Policies, zones and verdicts that show what Picket does, on the first new sentry with a thermal imager. */
async function seed(api: Client, newSentries: readonly DemoSentry[]): Promise<void> {
  const withThermal = newSentries.find(({ room }) => room.traits.hasThermal);
  if (withThermal === undefined) return;
  const { items } = await api('GET /sentries', { query: { limit: 500 } });
  const sentry = items.find(({ serialNumber }) => serialNumber === serialNumberOf(withThermal.room));
  if (sentry === undefined) return;
  const neighbor = items.find(({ location, guid }) => location === sentry.location && guid !== sentry.guid);
  await seedDemoData(api, sentry.location, sentry.guid);
  if (neighbor !== undefined) await overrideRoomTemperature(api, neighbor.guid);
  const visited = newSentries.find(({ room }) => room.hasCamera && room.events === visits)?.room;
  const withVisits = items.find(
    ({ serialNumber }) => visited !== undefined && serialNumber === serialNumberOf(visited),
  );
  if (withVisits !== undefined) await recordAtAnyHour(api, withVisits.guid);
}

await waitForServer();
const password = await ensureDemoTenant(config.databaseUrl, config.dataDir, folder);
const api = await signedInClient(password);
const startedAt = Date.now();
const sentries = await ensureDemoSentries(api, base, folder);
const newSentries = sentries.filter(({ isNew }) => isNew);
await generateHistories(newSentries, startedAt);
await seed(api, newSentries);
const [first] = sentries;
const reportDevices =
  first === undefined ? null : await openDemoDevices(api, base, { location: first.location, folder });
const cameras = openDemoCameras(sentries);
await turnCamerasOn(api, cameras.keys());
process.stderr.write(
  `\nThe demo runs: ${config.publicUrl ?? base}\n  e-mail    ${DEMO_EMAIL}\n  password  ${password}\n\n`,
);

function report(sentry: DemoSentry): Promise<void> {
  const { room, client, folder: own } = sentry;
  const source = liveRoom(room, startedAt, client);
  const reported = cameras.get(sentry)?.withMotion(source) ?? source;
  return runReporter(client, new Backlog(join(own, 'backlog')), reported, REPORT_INTERVAL, {}, stop.signal);
}

await Promise.all([
  ...sentries.map(report),
  reportDevices?.(stop.signal),
  ...[...cameras.values()].map(({ camera }) => camera.run(stop.signal)),
]).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
