/** What is read of the past of one organization, or put back into it, is nothing of another one. */
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/database.ts';
import { assetsAt } from '../src/capabilities/assets/asset-store.ts';
import { findLocationNamed, findStoredLocation } from '../src/capabilities/locations/location-store.ts';
import * as pastLocations from '../src/capabilities/operations/past-location-store.ts';
import * as pastPolicies from '../src/capabilities/policies/past-policy-store.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { openPicket, type Picket } from './harness.ts';
import { PolicyRoom, TEMPERATURE } from './policy-room.ts';

let picket: Picket;
let room: PolicyRoom;
let mine: string;
let other: string;

beforeAll(async () => {
  picket = await openPicket({ environment: { PICKET_ROW_SECURITY: 'on' } });
  ({ tenant: other } = await picket.addTenant('Other'));
  const location = await picket.addLocation();
  room = new PolicyRoom(picket, location, await picket.addDevice(location));
  const me = await room.ask<{ tenant: { guid: string } }>('GET', '/users/my-profile');
  mine = me.tenant.guid;
});
afterAll(() => picket.close());

test('a policy of another organization has no versions, overrides and edits, and is not undeletable', async () => {
  const { console: sql, prisma } = picket.platform.db;
  const { guid, name } = await room.makePolicy();
  const violations = [{ description: 'Hot', conditions: [{ sensorMetricId: TEMPERATURE, threshold: 40 }] }];
  const patch = { ignoreGlobalPolicyChanges: false, definition: { violations } };
  await room.ask('PUT', `/sentries/${room.device.sentry}/policies/${guid}`, patch);
  const offline = (await prisma.policy.findFirstOrThrow({ where: { tenantGuid: mine, undeletable: true } })).guid;
  const reads = (tenant: string, { console: from } = picket.platform.db) =>
    Promise.all([
      pastPolicies.listStoredVersions(from, tenant, guid),
      pastPolicies.listNamedOverrides(from, tenant, guid),
      pastPolicies.listEdits(from, tenant, guid, []),
    ]);
  const wall = picket.platform.db.ofTenant(other);
  expect((await reads(mine)).map(({ length }) => length)).toEqual([1, 1, 1]);
  expect(await reads(other)).toEqual([[], [], []]);
  expect(await reads(mine, wall)).toEqual([[], [], []]);
  expect(await reads(mine, picket.platform.db.ofTenant(mine))).toEqual(await reads(mine));
  expect(await pastPolicies.isUndeletable(wall.console, mine, offline)).toBe(false);
  expect(await pastPolicies.findPolicyNamed(wall.prisma, mine, name)).toBeNull();
  expect(await pastPolicies.isUndeletable(sql, mine, offline)).toBe(true);
  expect(await pastPolicies.isUndeletable(sql, other, offline)).toBe(false);
  expect(await pastPolicies.findPolicyNamed(prisma, mine, name)).toEqual({ guid, name });
  expect(await pastPolicies.findPolicyNamed(prisma, other, name)).toBeNull();

  const versions = await pastPolicies.listStoredVersions(sql, mine, guid);
  const copy = { guid: newGuid(), undeletable: false };
  const refused = pastPolicies.insertStoredPolicy(wall.prisma, mine, copy, versions);
  await expect(refused).rejects.toThrow(/row-level security|Foreign key constraint/u);
  await pastPolicies.insertStoredPolicy(prisma, other, copy, versions);
  expect(await pastPolicies.listStoredVersions(sql, mine, copy.guid)).toEqual([]);
  expect(await pastPolicies.listStoredVersions(sql, other, copy.guid)).toEqual(versions);
});

/** From now on the connection is in a transaction for one organization alone (decision 85). */
const enterTransaction = (client: pg.Client, tenant: string) =>
  client.query(`BEGIN; SET LOCAL ROLE ${picket.platform.config.tenantRole}; SET LOCAL picket.tenant = '${tenant}'`);

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('a location of another organization has no sentries, packed days and rows to copy', async () => {
  const { location, device } = room;
  await room.send(20);
  picket.clock.pass(2 * 86_400);
  await picket.pack();
  picket.admin = await picket.signIn('admin@picket.example');
  await picket.addPerson('VIEWER', location);
  const { guid: policy } = await room.makePolicy();
  const violations = [{ description: 'Hot', conditions: [{ sensorMetricId: TEMPERATURE, threshold: 40 }] }];
  const patch = { ignoreGlobalPolicyChanges: false, definition: { violations } };
  await room.ask('PUT', `/sentries/${device.sentry}/policies/${policy}`, patch);

  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const [source, target] = [await connect(picket.platform.config.databaseUrl), await connect(database.url)];
  const sentries = await pastLocations.listPastSentries(source, mine, location);
  const selection = { location, sentries: [device.sentry], trusted: [device.sentry], policies: [policy] };
  const nameKey = (await pastLocations.findLocationRow(source, mine, location))?.nameKey ?? '';
  const asked = { nameKey, sentries, policies: [policy], auditEnd: 0 };
  const reads = async (tenant: string, from = source) => ({
    row: await pastLocations.findLocationRow(from, tenant, location),
    sentries: (await pastLocations.listPastSentries(from, tenant, location)).length,
    leftOut: (await pastLocations.listLeftOut(from, tenant, location)).length,
    overridden: (await pastLocations.listOverriddenPolicies(from, tenant, [device.sentry])).size,
    months: (await pastLocations.listPackedMonthsOf(from, tenant, [device.sentry])).length,
    present: await pastLocations.readPresent(from, tenant, asked),
    rows: (await pastLocations.countLocation(from, tenant, selection)).sentry,
    hasAudit: (await pastLocations.auditEndOf(from, tenant)) > 5,
  });
  const own = await reads(mine);
  expect(own).toMatchObject({ sentries: 1, leftOut: 1, overridden: 2, months: 2, rows: 1, hasAudit: true });
  expect(own.present).toMatchObject({ named: 'Server room', policies: new Set([policy]) });
  const theirs = await reads(other);
  expect(theirs).toMatchObject({ row: null, sentries: 0, leftOut: 0, overridden: 0, months: 0, rows: 0 });
  expect(theirs).toMatchObject({ hasAudit: false, present: { named: null, policies: new Set() } });

  const copiedRows = async (tenant: string, from = source) => {
    const counts = await pastLocations.copyLocation(from, tenant, selection, target, () => {});
    return Object.values(counts).filter((count) => count > 0);
  };
  expect(await copiedRows(other)).toEqual([]);

  const wall = await connect(picket.platform.config.databaseUrl);
  await enterTransaction(wall, other);
  expect(await reads(mine, wall)).toMatchObject({ ...theirs, present: { sentries: new Set() } });
  expect(await copiedRows(mine, wall)).toEqual([]);
});

test('a location of another organization is not found, nor are its assets', async () => {
  const { prisma } = picket.platform.db;
  const { location } = room;
  await room.ask('POST', `/locations/${location}/assets`, { name: 'Freezer', kind: 'freezer' });
  const { nameKey } = (await findStoredLocation(prisma, mine, location)) ?? { nameKey: '' };
  expect((await findLocationNamed(prisma, mine, nameKey))?.guid).toBe(location);
  expect(await assetsAt(prisma, mine, location)).toHaveLength(1);
  expect(await findStoredLocation(prisma, other, location)).toBeNull();
  expect(await findLocationNamed(prisma, other, nameKey)).toBeNull();
  expect(await assetsAt(prisma, other, location)).toEqual([]);

  const wall = picket.platform.db.ofTenant(other).prisma;
  expect(await findStoredLocation(wall, mine, location)).toBeNull();
  expect(await findLocationNamed(wall, mine, nameKey)).toBeNull();
  expect(await assetsAt(wall, mine, location)).toEqual([]);
});
