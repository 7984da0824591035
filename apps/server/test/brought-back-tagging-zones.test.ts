/** The policies of tagging zones, which are deleted with their location, come back with it. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../../../tests/support/database.ts';
import { bringBackLocation } from '../src/capabilities/operations/bring-back-location.ts';
import { fsck } from '../src/views/run-integrity-checks.ts';
import { openPicket, type Picket } from './harness.ts';
import { keepPast } from './past-database.ts';

type Effective = ResponseOf<'GET /sentries/{guid}/policies/{policyGuid}'>;
type Policy = ResponseOf<'GET /policies/{guid}'>;
type TaggingZone = ResponseOf<'POST /locations/{guid}/tagging-zones'>;

let picket: Picket;
let past: TestDatabase;
let location: string;
let sentry: string;
let safe: Policy;
let door: Policy;

/** A request that has to succeed. */
async function ask<Body = { guid: string }>(
  method: Parameters<Picket['call']>[0],
  path: string,
  body?: unknown,
): Promise<Body> {
  const answer = await picket.call<Body>(method, path, { as: picket.admin, body });
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

const hot = {
  description: 'Hot',
  severity: 300,
  conditions: [{ sensorMetricId: 'thermal_temperature', column: 'max', operator: 'GREATER_THAN', threshold: 60 }],
};

/** Rows of the grid that are part of the zone. */
const zone = (name: string, from: number, to: number) => ({
  name,
  sensorMetricIdList: ['thermal_temperature'],
  exclusions: Array.from({ length: 24 }, (_, row) =>
    Array.from({ length: 32 }, () => (row >= from && row < to ? 'included' : 'excluded')),
  ),
});

beforeAll(async () => {
  picket = await openPicket();
  location = await picket.addLocation('Vault');
  ({ sentry } = await picket.addDevice(location, { name: 'Lock' }));
  const zones = `/locations/${location}/zones`;
  const { zoneId: parentId } = await ask<{ zoneId: string }>('POST', zones, zone('Base', 0, 24));
  const tag = (drawn: object) =>
    ask<TaggingZone>('POST', `/locations/${location}/tagging-zones`, {
      ...drawn,
      parentId,
      definition: { violations: [hot] },
    });
  safe = (await tag(zone('Safe', 0, 12))).policy;
  door = (await tag(zone('Door', 12, 24))).policy;
  const violations = safe.definition.violations.map(({ description, conditions }) => ({
    description,
    conditions: conditions.map((condition) => ({ ...condition, threshold: 70 })),
  }));
  const patch = { ignoreGlobalPolicyChanges: false, definition: { violations } };
  await ask('PUT', `/sentries/${sentry}/policies/${safe.guid}`, patch);
  past = await keepPast(picket.platform);
  picket.clock.pass(60);
  await ask('DELETE', `/sentries/${sentry}`);
  await ask('DELETE', `/locations/${location}`);
});
afterAll(async () => {
  await picket.close();
  await past.drop();
});

const bringBack = (dryRun = false) => {
  const request = { nameOrGuid: location, tenant: null, dryRun };
  return bringBackLocation(picket.platform, past.url, request, { onTable: () => {}, ports: picket.server.pipeline });
};
const statusOf = async ({ guid }: Policy) =>
  (await picket.call('GET', `/policies/${guid}`, { as: picket.admin })).status;

test('they are back with their overrides; one whose name is in use is listed, and follows later', async () => {
  expect([await statusOf(safe), await statusOf(door)]).toEqual([404, 404]);
  const taken = await ask('POST', '/policies', { name: door.name, definition: { violations: [] } });
  const leftOut = [`the policy ${door.name}: there is another policy named ${door.name}: rename it first`];
  expect(await bringBack(true)).toMatchObject({ policies: [safe.name], leftOut });
  expect(await statusOf(safe)).toBe(404);

  expect(await bringBack()).toMatchObject({ sentries: ['Lock'], policies: [safe.name], leftOut });
  expect((await ask<Policy>('GET', `/policies/${safe.guid}`)).definition).toEqual(safe.definition);
  const here = await ask<Effective>('GET', `/sentries/${sentry}/policies/${safe.guid}`);
  expect(here.definition.violations[0]?.conditions[0]?.threshold).toBe(70);
  expect(await fsck(picket.platform)).toEqual([]);

  await ask('DELETE', `/policies/${taken.guid}`);
  expect(await bringBack()).toMatchObject({ changes: [`policy ${door.name}`], leftOut: [] });
  expect((await ask<Policy>('GET', `/policies/${door.guid}`)).definition).toEqual(door.definition);
  await expect(bringBack()).rejects.toThrow('the location Vault is there, with the settings of then');
  expect(await fsck(picket.platform)).toEqual([]);
});

test('one whose zone is gone would watch nothing, and stays away', async () => {
  const { items } = await ask<ResponseOf<'GET /locations/{guid}/zones'>>('GET', `/locations/${location}/zones`);
  const drawn = items.find(({ name }) => name === 'Door');
  await ask('DELETE', `/policies/${door.guid}`);
  await ask('DELETE', `/locations/${location}/zones/${drawn?.zoneId}`);
  await ask('PATCH', `/locations/${location}`, { address: 'Somewhere else' });
  const { changes, leftOut } = await bringBack();
  expect(changes).toEqual(['address']);
  expect(leftOut).toContain(`the policy ${door.name}: its zones are not there any more`);
  expect(await statusOf(door)).toBe(404);
});
