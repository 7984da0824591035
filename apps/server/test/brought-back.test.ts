/** An organization that was deleted by mistake, brought back from a database as it was before: all of it, or nothing. */
import { formatInstant } from '@picket/domain/time';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { eraseAgain } from '../src/app/erase-again.ts';
import { bringBackTenant } from '../src/capabilities/operations/bring-back-tenant.ts';
import { OWNED_TABLES } from '../src/capabilities/operations/tenant-data-store.ts';
import { createAdministrator } from '../src/capabilities/user-administration/index.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { prepareDatabase } from '../src/platform/db/prepare-database.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { deletedTenants, noteErasure, readErasures } from '../src/platform/wal-archive/erasure-ledger.ts';
import { fsck } from '../src/views/run-integrity-checks.ts';
import { type Device, openPicket, PASSWORD, type Picket, type Session } from './harness.ts';
import { keepPast } from './past-database.ts';
import { MIGRATIONS } from './secured-rows.ts';

/** Of a moment, or sent and opened again: they stay away. */
const STAYS_AWAY = ['session', 'one_time_token', 'known_device', 'live_event', 'outgoing_mail', 'destination_health'];

let database: TestDatabase;
let picket: Picket;
let acme: { tenant: string; admin: Session };
let device: Device;
/** The database as it was before the deletion. */
let before: TestDatabase;

async function fillAcme(): Promise<void> {
  const location = await picket.addLocation('Cellar', acme.admin);
  device = await picket.addDevice(location, { name: 'Rack' }, acme.admin);
  const readings = Array.from({ length: 50 }, (_, minute) => ({
    sensorMetricId: 'environment_temperature',
    at: formatInstant(picket.clock.now() - (50 - minute) * 60_000),
    values: { value: 20 + minute },
  }));
  await picket.report(device, readings);
  const body = { location, severity: 400, message: 'Water in the cellar' };
  await picket.call('POST', '/alerts', { as: acme.admin, body });
  picket.clock.pass(2 * 86_400);
  // Days that are packed, and one that is not.
  await picket.pack();
  await picket.send(device, 'environment_temperature', 23);
  await picket.notify();
}

async function deleteAcme(): Promise<void> {
  picket.admin = await picket.signIn('admin@picket.example');
  await picket.call('PATCH', `/tenants/${acme.tenant}`, { as: picket.admin, body: { suspended: true } });
  expect((await picket.call('DELETE', `/tenants/${acme.tenant}`, { as: picket.admin })).status).toBe(204);
}

beforeAll(async () => {
  // As in an installation, with a role that serves, and with row-level security.
  database = await createTestDatabase();
  const { servingUrl, ownerUrl } = database;
  await prepareDatabase({ serving: servingUrl, owner: ownerUrl, tenantRole: 'picket_tenant' }, MIGRATIONS);
  picket = await openPicket({ databaseUrl: servingUrl, environment: { PICKET_ROW_SECURITY: 'on' } });
  acme = await picket.addTenant('Acme');
  await fillAcme();
  before = await keepPast(picket.platform);
  await deleteAcme();
});
afterAll(async () => {
  await picket.close();
  await before.drop();
  await database.drop();
});

/** The rows of the organization as text, by table. */
async function rowsAt(url: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables: Record<string, readonly string[]> = {};
    for (const { name, where } of OWNED_TABLES.filter((table) => !STAYS_AWAY.includes(table.name))) {
      // The revision grows, so that every server reads the configuration again.
      const { rows } = await client.query<{ row: string }>(
        `SELECT (to_jsonb(t) - 'monitor_revision')::text AS row FROM "${name}" t WHERE ${where} ORDER BY 1`,
        [acme.tenant],
      );
      tables[name] = rows.map(({ row }) => row);
    }
    return tables;
  } finally {
    await client.end();
  }
}

const bringBack = (nameOrGuid = 'Acme', onTable: (name: string) => void = () => {}, dryRun = false) =>
  bringBackTenant(picket.platform, before.url, { nameOrGuid, dryRun }, onTable);

test('what is interrupted leaves nothing, and can be repeated', async () => {
  expect(deletedTenants(await readErasures(picket.platform.config.backup.folder))).toEqual([acme.tenant]);
  const interrupted = bringBack('Acme', (name) => {
    if (name === 'alert') throw new Error('the power is cut');
  });
  await expect(interrupted).rejects.toThrow('the power is cut');
  const now = await rowsAt(picket.platform.config.databaseUrl);
  expect(Object.values(now).flat()).toEqual([]);
  await expect(bringBack('Nobody')).rejects.toThrow('there is no organization Nobody');
});

test('a dry run counts the rows of each table, and changes nothing', async () => {
  const { rows } = await bringBack('Acme', () => {}, true);
  expect(rows).toMatchObject({ tenant: 1, location: 1, sentry: 1 });
  expect(Object.values(await rowsAt(picket.platform.config.databaseUrl)).flat()).toEqual([]);
});

test('every row is back under its identifier, the device reports, people sign in, and nothing is inconsistent', async () => {
  const { name, rows } = await bringBack();
  expect(name).toBe('Acme');
  expect(Object.values(rows).reduce((sum, number) => sum + number, 0)).toBeGreaterThan(50);
  const [then, now] = [await rowsAt(before.url), await rowsAt(picket.platform.config.databaseUrl)];
  expect(now.reading_chunk?.length).toBeGreaterThan(0);
  expect(now.reading?.length).toBeGreaterThan(0);
  expect(now).toEqual(then);
  expect(await fsck(picket.platform)).toEqual([]);

  expect((await picket.call('GET', '/locations', { as: acme.admin })).status).toBe(401);
  const admin = await picket.signIn('admin@acme.example');
  const { body } = await picket.call<{ items: readonly { name: string }[] }>('GET', '/locations', { as: admin });
  expect(body.items.map((one) => one.name)).toEqual(['Cellar']);
  picket.clock.pass(60);
  expect((await picket.send(device, 'environment_temperature', 24)).status).toBe(200);
  // A restore to before it was brought back does not suspend it.
  expect(deletedTenants(await readErasures(picket.platform.config.backup.folder))).toEqual([]);
  const log = await picket.call<{ items: readonly { action: string }[] }>('GET', '/audit', { as: admin });
  expect(log.body.items.map(({ action }) => action)).toContain('TENANT_BROUGHT_BACK');
  await expect(bringBack()).rejects.toThrow('there is an organization Acme already');
});

test('a user who was deleted and tokens that were revoked since the instant stay away', async () => {
  const { prisma } = picket.platform.db;
  const admin = await picket.signIn('admin@acme.example');
  const addToken = async (name: string) => {
    const body = { name, days: 30, permissions: [{ role: 'VIEWER' }] };
    return (await picket.call<{ guid: string }>('POST', '/api-tokens', { as: admin, body })).body.guid;
  };
  // The password was changed, with all tokens of then; a backup from before has this one, and both of those after it.
  await addToken('Of then');
  const user = await prisma.user.findFirstOrThrow({ where: { email: 'admin@acme.example' } });
  await noteErasure(picket.platform, 'API_TOKENS_OF_USER', acme.tenant, user.guid);
  picket.clock.pass(1);
  const [revoked, kept] = [await addToken('Revoked'), await addToken('Kept')];
  await createAdministrator(picket.platform, acme.tenant, { email: 'gone@acme.example', password: PASSWORD });
  const gone = await prisma.user.findFirstOrThrow({ where: { email: 'gone@acme.example' } });
  const past = await keepPast(picket.platform);
  onTestFinished(() => past.drop());
  expect((await picket.call('DELETE', `/users/${gone.guid}`, { as: admin })).status).toBe(204);
  expect((await picket.call('DELETE', `/api-tokens/${revoked}`, { as: admin })).status).toBe(204);
  await deleteAcme();
  await bringBackTenant(picket.platform, past.url, { nameOrGuid: 'Acme', dryRun: false }, () => {});
  const of = { where: { tenantGuid: acme.tenant } };
  expect((await prisma.user.findMany(of)).map(({ email }) => email)).toEqual(['admin@acme.example']);
  expect((await prisma.apiToken.findMany(of)).map(({ guid }) => guid)).toEqual([kept]);
});

test('one that the restore suspended, since it was deleted, is active again', async () => {
  const past = await keepPast(picket.platform);
  onTestFinished(() => past.drop());
  await deleteAcme();
  const { folder } = picket.platform.config.backup;
  const db = openDatabase(past.url, createLog('silent'));
  const { suspended } = await eraseAgain({ ...picket.platform, db }, folder).finally(() => db.close());
  expect(suspended).toEqual(['Acme']);
  const bringBackFrom = (dryRun: boolean) =>
    bringBackTenant(picket.platform, past.url, { nameOrGuid: 'Acme', dryRun }, () => {});
  expect((await bringBackFrom(true)).state).toBe('REACTIVATED');
  expect((await bringBackFrom(false)).state).toBe('REACTIVATED');
  await picket.signIn('admin@acme.example');
  picket.clock.pass(60);
  expect((await picket.send(device, 'environment_temperature', 25)).status).toBe(200);
});
