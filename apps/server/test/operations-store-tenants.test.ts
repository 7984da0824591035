/** What is brought back is of one organization: nothing of another one comes along. */
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import {
  copyTenant,
  countTenant,
  eraseCopied,
  listPackedMonths,
  reactivateCopied,
} from '../src/capabilities/operations/bring-back-store.ts';
import { openPicket } from './harness.ts';

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('rows and packed days of another organization are not among those that are copied', async () => {
  const picket = await openPicket({ environment: { PICKET_ROW_SECURITY: 'on' } });
  onTestFinished(() => picket.close());
  const acme = await picket.addTenant('Acme');
  const other = await picket.addTenant('Other');
  const device = await picket.addDevice(await picket.addLocation('Cellar', acme.admin), {}, acme.admin);
  await picket.addLocation('Attic', other.admin);
  await picket.send(device, 'environment_temperature', 20);
  picket.clock.pass(2 * 86_400);
  await picket.pack();

  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const source = await connect(picket.platform.config.databaseUrl);
  const target = await connect(database.url);
  expect(await listPackedMonths(source, acme.tenant)).not.toEqual([]);
  expect(await listPackedMonths(source, other.tenant)).toEqual([]);
  expect(await countTenant(source, other.tenant)).toMatchObject({
    tenant: 1,
    location: 1,
    sentry: 0,
    reading_chunk: 0,
  });
  expect(await copyTenant(source, other.tenant, target, () => {})).toMatchObject({ tenant: 1, sentry: 0 });
  expect((await target.query('SELECT name FROM tenant')).rows).toEqual([{ name: 'Other' }]);
  expect((await target.query('SELECT name FROM location')).rows).toEqual([{ name: 'Attic' }]);
  const copiedUsers = async () => (await target.query<{ guid: string }>('SELECT guid FROM user_account')).rows;
  const [user] = await copiedUsers();
  const erasureIn = (tenant: string) =>
    ({ at: '2026-03-02T10:00:00Z', kind: 'USER', tenant, guid: user?.guid ?? '' }) as const;
  await eraseCopied(target, acme.tenant, [erasureIn(acme.tenant), erasureIn(other.tenant)]);
  expect(await copiedUsers()).toHaveLength(1);

  await target.query('UPDATE tenant SET suspended = true');
  await reactivateCopied(target, acme.tenant);
  expect((await target.query('SELECT suspended FROM tenant')).rows).toEqual([{ suspended: true }]);

  // In the transaction of another organization (decision 85).
  const wall = await connect(picket.platform.config.databaseUrl);
  const { tenantRole } = picket.platform.config;
  await wall.query(`BEGIN; SET LOCAL ROLE ${tenantRole}; SET LOCAL picket.tenant = '${other.tenant}'`);
  expect(await listPackedMonths(wall, acme.tenant)).toEqual([]);
  const ofAcme = await countTenant(wall, acme.tenant);
  expect(Object.entries(ofAcme).filter(([, count]) => count > 0)).toEqual([]);
  const copied = await copyTenant(wall, acme.tenant, target, () => {});
  expect(Object.entries(copied).filter(([, count]) => count > 0)).toEqual([]);
  expect((await target.query('SELECT name FROM tenant')).rows).toEqual([{ name: 'Other' }]);
  await eraseCopied(target, other.tenant, [erasureIn(other.tenant)]);
  expect(await copiedUsers()).toEqual([]);
});
