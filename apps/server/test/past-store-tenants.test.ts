/** What is read of the past of one organization, or put back into it, is nothing of another one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as pastPolicies from '../src/capabilities/policies/past-policy-store.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { openPicket, type Picket } from './harness.ts';
import { PolicyRoom, TEMPERATURE } from './policy-room.ts';

let picket: Picket;
let room: PolicyRoom;
let mine: string;
let other: string;

beforeAll(async () => {
  picket = await openPicket();
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
  const reads = (tenant: string) =>
    Promise.all([
      pastPolicies.listStoredVersions(sql, tenant, guid),
      pastPolicies.listNamedOverrides(sql, tenant, guid),
      pastPolicies.listEdits(sql, tenant, guid, []),
    ]);
  expect((await reads(mine)).map(({ length }) => length)).toEqual([1, 1, 1]);
  expect(await reads(other)).toEqual([[], [], []]);
  expect(await pastPolicies.isUndeletable(sql, mine, offline)).toBe(true);
  expect(await pastPolicies.isUndeletable(sql, other, offline)).toBe(false);
  expect(await pastPolicies.findPolicyNamed(prisma, mine, name)).toEqual({ guid, name });
  expect(await pastPolicies.findPolicyNamed(prisma, other, name)).toBeNull();

  const versions = await pastPolicies.listStoredVersions(sql, mine, guid);
  const copy = { guid: newGuid(), undeletable: false };
  await pastPolicies.insertStoredPolicy(prisma, other, copy, versions);
  expect(await pastPolicies.listStoredVersions(sql, mine, copy.guid)).toEqual([]);
  expect(await pastPolicies.listStoredVersions(sql, other, copy.guid)).toEqual(versions);
});
