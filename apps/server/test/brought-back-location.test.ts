/** A location that was deleted by mistake, brought back into the organization that goes on: whole or not at all, and nothing twice. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../../../tests/support/database.ts';
import { bringBackLocation } from '../src/capabilities/operations/bring-back-location.ts';
import { LOCATION_FATES } from '../src/capabilities/operations/location-data-store.ts';
import { OWNED_TABLES } from '../src/capabilities/operations/tenant-data-store.ts';
import { fsck } from '../src/views/run-integrity-checks.ts';
import { type Device, openPicket, type Picket, type Session } from './harness.ts';
import { keepPast } from './past-database.ts';
import { TEMPERATURE, violation } from './policy-room.ts';

let picket: Picket;
let other: { tenant: string; admin: Session };
let past: TestDatabase;
let location: string;
let zone: string;
let policy: string;
/** A sentry that reports again, and one whose device was exchanged since. */
let rack: Device;
let exchanged: Device;

/** A request that has to succeed. */
async function ask<Body = { guid: string }>(
  method: Parameters<Picket['call']>[0],
  path: string,
  body?: unknown,
  as = picket.admin,
): Promise<Body> {
  const answer = await picket.call<Body>(method, path, { as, body });
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

async function fill(): Promise<void> {
  location = await picket.addLocation('Cellar');
  await picket.addLocation('Cellar', other.admin);
  rack = await picket.addDevice(location, { name: 'Rack', serialNumber: 'A1' });
  exchanged = await picket.addDevice(location, { name: 'Pump', serialNumber: 'A2' });
  const exclusions = Array.from({ length: 24 }, () => Array.from({ length: 32 }, () => 'included'));
  const drawn = { name: 'Door', sentry: rack.sentry, sensorMetricIdList: ['thermal_temperature'], exclusions };
  zone = (await ask<{ zoneId: string }>('POST', `/locations/${location}/zones`, drawn)).zoneId;
  await ask('POST', `/locations/${location}/assets`, { name: 'Freezer', kind: 'freezer', zoneId: zone });
  policy = (await ask('POST', '/policies', { name: 'Heat', definition: { violations: [violation()] } })).guid;
  const patch = { description: 'Hot', conditions: [{ sensorMetricId: TEMPERATURE, threshold: 40 }] };
  await ask('PUT', `/sentries/${rack.sentry}/policies/${policy}`, {
    ignoreGlobalPolicyChanges: false,
    definition: { violations: [patch] },
  });
  const readings = Array.from({ length: 50 }, (_, minute) => ({
    sensorMetricId: TEMPERATURE,
    at: formatInstant(picket.clock.now() - (50 - minute) * 60_000),
    values: { value: 20 + minute },
  }));
  // Alerts that are over, one that lasts, and one that a person reported.
  await picket.report(rack, readings);
  await picket.send(exchanged, TEMPERATURE, 20);
  picket.clock.pass(2 * 86_400);
  await picket.pack();
  picket.admin = await picket.signIn('admin@picket.example');
  await picket.send(rack, TEMPERATURE, 50);
  picket.clock.pass(120);
  await picket.send(rack, TEMPERATURE, 50);
  await ask('POST', '/alerts', { location, severity: 400, message: 'Water in the cellar' });
  await picket.addPerson('VIEWER', location);
  await picket.notify();
}

async function remove(): Promise<void> {
  picket.clock.pass(60);
  await ask('POST', `/sentries/${exchanged.sentry}/replace`);
  for (const { sentry } of [rack, exchanged]) await ask('DELETE', `/sentries/${sentry}`);
  await ask('DELETE', `/locations/${location}`);
  await picket.notify();
}

beforeAll(async () => {
  picket = await openPicket();
  other = await picket.addTenant('Other');
  await fill();
  past = await keepPast(picket.platform);
  await remove();
});
afterAll(async () => {
  await picket.close();
  await past.drop();
});

const bringBack = (nameOrGuid: string, { dryRun = false, onTable = (_: string) => {} } = {}) =>
  bringBackLocation(
    picket.platform,
    past.url,
    { nameOrGuid, tenant: null, dryRun },
    { onTable, ports: picket.server.pipeline },
  );

/** The rows of the location's tables as text. */
async function rowsAt(url: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables: Record<string, readonly string[]> = {};
    for (const name of ['location', 'sentry', 'zone', 'asset', 'installation', 'activation', 'policy_override'])
      tables[name] = await textOf(client, name, 'tenant_guid = (SELECT guid FROM tenant WHERE is_admin_tenant)');
    for (const name of ['series', 'reading', 'reading_chunk', 'reading_rollup', 'frame'])
      tables[name] = await textOf(client, name, 'true');
    return tables;
  } finally {
    await client.end();
  }
}

async function textOf(client: pg.Client, table: string, where: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ row: string }>(
    `SELECT to_jsonb(t)::text AS row FROM "${table}" t WHERE ${where} ORDER BY 1`,
  );
  return rows.map(({ row }) => row);
}

const now = () => rowsAt(picket.platform.config.databaseUrl);

test('each table of an organization is decided', () => {
  expect(Object.keys(LOCATION_FATES).sort()).toEqual(OWNED_TABLES.map(({ name }) => name).sort());
});

test('a name of several organizations, an unknown one, and one that is in use now are refused', async () => {
  await expect(bringBack('Cellar')).rejects.toThrow('several organizations have a location Cellar');
  await expect(bringBack('Attic')).rejects.toThrow('there is no location Attic in the restored database');
  const taken = await picket.addLocation('Cellar');
  await expect(bringBack(location)).rejects.toThrow('there is another location named Cellar: rename it first');
  await ask('DELETE', `/locations/${taken}`);
});

test('a dry run counts rows, and changes nothing; neither does what is interrupted', async () => {
  const before = await now();
  const { rows, sentries } = await bringBack(location, { dryRun: true });
  expect(rows).toMatchObject({ location: 1, sentry: 2, zone: 1, asset: 1, policy_override: 1, credential: 1 });
  expect(rows.reading_chunk).toBeGreaterThan(0);
  expect(sentries).toEqual(['Pump', 'Rack']);
  const onTable = (name: string) => {
    if (name === 'reading') throw new Error('the power is cut');
  };
  await expect(bringBack(location, { onTable })).rejects.toThrow('the power is cut');
  expect(await now()).toEqual(before);
});

test('every row is back under its identifier, alerts stay cleared, and what does not come back is listed', async () => {
  const states = async () => (await picket.alerts(`&location=${location}`)).map(({ guid, state }) => [guid, state]);
  const alerts = await states();
  expect(alerts.length).toBeGreaterThan(1);
  expect(alerts.filter(([, state]) => state === 'OPEN')).toEqual([]);
  const { leftOut, sentries } = await bringBack(location);
  expect(sentries).toEqual(['Pump', 'Rack']);
  expect(leftOut).toEqual([
    'the token of Pump: its device was exchanged since or is another sentry now, so activate it again',
    expect.stringMatching(/^the role of .* at this location: assign it again$/u),
  ]);
  expect(await now()).toEqual(await rowsAt(past.url));
  expect(await states()).toEqual(alerts);
  expect(await fsck(picket.platform)).toEqual([]);
  await expect(bringBack(location)).rejects.toThrow('the location Cellar is there, with the settings of then');
});

test('consoles learn of it, and the audit log names it', async () => {
  const { rows } = await picket.platform.db.console.query<{ sentry: string }>(
    `SELECT data->>'sentry' AS sentry FROM live_event WHERE location_guid = $1::uuid AND data->>'change' = 'CREATED'
        AND id > (SELECT max(id) FROM live_event WHERE data->>'change' = 'REMOVED')`,
    [location],
  );
  expect(rows.map(({ sentry }) => sentry).sort()).toEqual([rack.sentry, exchanged.sentry].sort());
  const cards = await ask<ResponseOf<'GET /views/locations'>>('GET', '/views/locations');
  expect(cards.items.map(({ name }) => name)).toEqual(['Cellar']);
  const log = await ask<ResponseOf<'GET /audit'>>('GET', '/audit?limit=5');
  expect(log.items[0]).toMatchObject({
    action: 'LOCATION_BROUGHT_BACK',
    actor: { name: 'Operator' },
    target: { name: 'Cellar' },
  });
});

test('the device reports, is watched as before, and one whose device was exchanged is not let in', async () => {
  const report = async (value: number): Promise<void> => {
    picket.clock.pass(120);
    expect((await picket.send(rack, TEMPERATURE, value)).status).toBe(200);
  };
  for (const value of [35, 35, 45, 45]) await report(value);
  const open = await picket.alerts(`&sentry=${rack.sentry}&state=OPEN`);
  // The override is in force: 35 is no alert.
  expect(open.filter(({ policy: of }) => of?.guid === policy)).toMatchObject([{ violation: 'Hot', state: 'OPEN' }]);
  expect((await picket.report(exchanged, [])).status).toBe(401);
  expect(await fsck(picket.platform)).toEqual([]);
});

test('the location of another organization with the same name is untouched', async () => {
  const admin = await picket.signIn('admin@other.example');
  const { items } = await ask<ResponseOf<'GET /locations'>>('GET', '/locations', undefined, admin);
  expect(items.map(({ name }) => name)).toEqual(['Cellar']);
  expect(items[0]?.guid).not.toBe(location);
});

test('one that is there gets its name, address, zones and assets of then, as edits, and nothing else', async () => {
  const alerts = await picket.alerts(`&location=${location}`);
  const history = (await now()).reading;
  await ask('PATCH', `/locations/${location}`, { name: 'Attic', address: 'Somewhere else' });
  const exclusions = Array.from({ length: 24 }, (_, row) =>
    Array.from({ length: 32 }, () => (row === 0 ? 'excluded' : 'included')),
  );
  await ask('PATCH', `/locations/${location}/zones/${zone}`, { name: 'Gate', exclusions });
  const { items: assets } = await ask<ResponseOf<'GET /locations/{guid}/assets'>>(
    'GET',
    `/locations/${location}/assets`,
  );
  await ask('DELETE', `/locations/${location}/assets/${assets[0]?.guid}`);
  const added = await ask('POST', `/locations/${location}/assets`, { name: 'New', kind: 'pump' });

  const changes = ['name', 'address', 'zone Door', 'asset Freezer'];
  expect(await bringBack(location, { dryRun: true })).toMatchObject({ changes, leftOut: [] });
  expect(await ask('GET', `/locations/${location}`)).toMatchObject({ name: 'Attic' });
  expect(await bringBack(location)).toMatchObject({ changes, leftOut: [], rows: {} });
  const place = await ask<ResponseOf<'GET /locations/{guid}'>>('GET', `/locations/${location}`);
  expect([place.name, place.address]).toEqual(['Cellar', undefined]);
  const zones = await ask<ResponseOf<'GET /locations/{guid}/zones'>>('GET', `/locations/${location}/zones`);
  expect(zones.items.map(({ name, exclusions: cells }) => [name, cells[0]?.[0]])).toEqual([['Door', 'included']]);
  const after = await ask<ResponseOf<'GET /locations/{guid}/assets'>>('GET', `/locations/${location}/assets`);
  expect(after.items.map(({ name, guid }) => [name, guid])).toEqual([
    ['Freezer', assets[0]?.guid],
    ['New', added.guid],
  ]);
  expect((await now()).reading).toEqual(history);
  const known = new Set(alerts.map(({ guid }) => guid));
  const more = (await picket.alerts(`&location=${location}`)).filter(({ guid }) => !known.has(guid));
  expect(new Set(more.map(({ kind }) => kind))).toEqual(new Set(['POLICY_CHANGE_ALERT']));
  await expect(bringBack(location)).rejects.toThrow('the location Cellar is there, with the settings of then');
  expect(await fsck(picket.platform)).toEqual([]);
});

test('what was drawn or named since is not overwritten: it is refused, or left out and listed', async () => {
  await ask('PATCH', `/locations/${location}`, { name: 'Attic' });
  const taken = await picket.addLocation('Cellar');
  await expect(bringBack(location)).rejects.toThrow('there is another location named Cellar: rename it first');
  await ask('DELETE', `/locations/${taken}`);
  await ask('PATCH', `/locations/${location}/zones/${zone}`, { name: 'Gate' });
  const exclusions = Array.from({ length: 24 }, () => Array.from({ length: 32 }, () => 'included'));
  const drawn = { name: 'Door', sensorMetricIdList: ['thermal_temperature'], exclusions };
  await ask('POST', `/locations/${location}/zones`, drawn);
  const { changes, leftOut } = await bringBack(location);
  expect(changes).toEqual(['name']);
  expect(leftOut).toEqual(['the zone Door: another zone has its name']);
});

test('one without sentries is back in open consoles: its event asks them for the cards', async () => {
  const empty = await picket.addLocation('Shed');
  const before = await keepPast(picket.platform);
  try {
    await ask('DELETE', `/locations/${empty}`);
    await bringBackLocation(
      picket.platform,
      before.url,
      { nameOrGuid: empty, tenant: null, dryRun: false },
      { onTable: () => {}, ports: picket.server.pipeline },
    );
  } finally {
    await before.drop();
  }
  const { rows } = await picket.platform.db.console.query<{ data: unknown }>(
    `SELECT data FROM live_event WHERE location_guid = $1::uuid ORDER BY id`,
    [empty],
  );
  expect(rows.map(({ data }) => data)).toContainEqual({ type: 'location', change: 'BROUGHT_BACK' });
});
