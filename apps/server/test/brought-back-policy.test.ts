/** A policy as it was at an earlier instant, put into the present: as an edit where it is, under its old identifier where it was deleted. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../../../tests/support/database.ts';
import { bringBackPolicy } from '../src/capabilities/operations/bring-back-policy.ts';
import { fsck } from '../src/views/run-integrity-checks.ts';
import { openPicket, type Picket, type Session } from './harness.ts';
import { keepPast } from './past-database.ts';
import { PolicyRoom, TEMPERATURE, violation } from './policy-room.ts';

type Policy = ResponseOf<'GET /policies/{guid}'>;
type Effective = ResponseOf<'GET /sentries/{guid}/policies/{policyGuid}'>;

let picket: Picket;
let room: PolicyRoom;
let other: { tenant: string; admin: Session };
let past: TestDatabase;
let policy: { readonly edited: string; readonly deleted: string; readonly zoned: string };
let otherPolicy: string;
let gone: string;
let zone: string;

const QUIET = { daysOfWeek: [1], beginHour: 8, beginMinute: 0, endHour: 9, endMinute: 0 };
const cool = violation(10, { description: 'Warm', onsetDelay: 0, severity: 200 });
const patch = (threshold: number) => ({
  ignoreGlobalPolicyChanges: false,
  definition: { violations: [{ description: 'Hot', conditions: [{ sensorMetricId: TEMPERATURE, threshold }] }] },
});
const zoned = () => ({
  ...violation(60, { description: 'Hot door' }),
  conditions: [
    { sensorMetricId: 'thermal_temperature', column: 'max', operator: 'GREATER_THAN', threshold: 60, zoneId: zone },
  ],
});

async function fill(): Promise<void> {
  const exclusions = Array.from({ length: 24 }, () => Array.from({ length: 32 }, () => 'included'));
  const drawn = { name: 'Door', sensorMetricIdList: ['thermal_temperature'], exclusions };
  zone = (await room.ask<{ zoneId: string }>('POST', `/locations/${room.location}/zones`, drawn)).zoneId;
  gone = (await picket.addDevice(room.location, { name: 'Gone' })).sentry;
  const make = async (name: string, violations: readonly object[], extras = {}): Promise<string> =>
    (await room.makePolicy(violations, { name, ...extras })).guid;
  policy = {
    edited: await make('Edited', [violation()], { doNotDisturb: QUIET }),
    deleted: await make('Deleted', [violation(), cool]),
    zoned: await make('Zoned', [zoned(), cool]),
  };
  await room.ask('PATCH', `/policies/${policy.deleted}`, { definition: { violations: [violation(24), cool] } });
  for (const sentry of [room.device.sentry, gone])
    for (const guid of [policy.edited, policy.deleted])
      await room.ask('PUT', `/sentries/${sentry}/policies/${guid}`, patch(40));
  const made = await room.ask<Policy>(
    'POST',
    '/policies',
    { name: 'Edited', definition: { violations: [] } },
    other.admin,
  );
  otherPolicy = made.guid;
}

/** What was done by mistake, after the instant. */
async function spoil(): Promise<void> {
  picket.clock.pass(60);
  // Versions that the past does not know, which alerts name.
  await room.ask('PATCH', `/policies/${policy.deleted}`, { definition: { violations: [cool] } });
  await room.send(15);
  expect(await room.alertsOf(policy.deleted)).toMatchObject([{ state: 'OPEN', policy: { version: 3 } }]);
  await room.ask('PATCH', `/policies/${policy.edited}`, {
    name: 'Edited by mistake',
    definition: { violations: [violation(90)] },
    doNotDisturb: null,
  });
  await room.ask('DELETE', `/sentries/${room.device.sentry}/policies/${policy.edited}`);
  for (const guid of [policy.deleted, policy.zoned]) await room.ask('DELETE', `/policies/${guid}`);
  await room.ask('DELETE', `/locations/${room.location}/zones/${zone}`);
  await room.ask('DELETE', `/sentries/${gone}`);
  await picket.tick();
}

beforeAll(async () => {
  picket = await openPicket();
  other = await picket.addTenant('Other');
  const location = await picket.addLocation('Server room');
  room = new PolicyRoom(picket, location, await picket.addDevice(location, { name: 'Rack' }));
  await fill();
  past = await keepPast(picket.platform);
  await spoil();
});
afterAll(async () => {
  await picket.close();
  await past.drop();
});

const bringBack = (nameOrGuid: string, { dryRun = false, tenant = null as string | null } = {}) => {
  const request = { nameOrGuid, tenant, dryRun };
  return bringBackPolicy(picket.platform, past.url, request, picket.server.pipeline.edits);
};
const get = (guid: string) => room.ask<Policy>('GET', `/policies/${guid}`);
const actions = async (): Promise<readonly (readonly string[])[]> => {
  const log = await room.ask<ResponseOf<'GET /audit'>>('GET', '/audit?limit=100');
  return log.items.map(({ action, actor, target }) => [action, actor.name, target.name]);
};

test('a name that several organizations have needs the organization; one that nobody has is refused', async () => {
  await expect(bringBack('Edited')).rejects.toThrow('several organizations have a policy Edited');
  await expect(bringBack('Nothing')).rejects.toThrow('there is no policy Nothing in the restored database');
  await expect(bringBack('Edited', { tenant: 'Nobody' })).rejects.toThrow('there is no policy Edited');
});

test('a dry run says what would change, and changes nothing', async () => {
  const before = await actions();
  const planned = await bringBack(policy.edited, { dryRun: true });
  expect(planned).toMatchObject({ isNew: false, overridesSet: ['Rack'], overridesRemoved: [] });
  expect(planned.changes).toContain('name changed: Edited by mistake (name Edited by mistake -> Edited)');
  expect(planned.leftOut).toEqual(['the override of Gone: this sentry is not there any more']);
  expect(await bringBack(policy.deleted, { dryRun: true })).toMatchObject({ isNew: true });
  expect((await get(policy.edited)).name).toBe('Edited by mistake');
  expect((await picket.call('GET', `/policies/${policy.deleted}`, { as: picket.admin })).status).toBe(404);
  expect(await actions()).toEqual(before);
});

test('an edited policy is as it was, as a new version, with its override', async () => {
  expect(await bringBack(policy.edited)).toMatchObject({ name: 'Edited', isNew: false });
  const now = await get(policy.edited);
  expect(now).toMatchObject({ name: 'Edited', version: 3, doNotDisturb: QUIET });
  expect(now.definition.violations).toMatchObject([{ description: 'Hot', conditions: [{ threshold: 25 }] }]);
  const path = `/sentries/${room.device.sentry}/policies/${policy.edited}`;
  expect((await room.ask<Effective>('GET', path)).definition.violations[0]?.conditions[0]?.threshold).toBe(40);
  const recorded = (await actions()).filter(([, actor]) => actor === 'Operator');
  expect(recorded).toEqual([
    ['POLICY_BROUGHT_BACK', 'Operator', 'Edited'],
    ['OVERRIDE_SET', 'Operator', 'Rack'],
    ['POLICY_CHANGED', 'Operator', 'Edited'],
  ]);
  await expect(bringBack(policy.edited)).rejects.toThrow('the policy Edited is as it was then already');
  // The policy of that name of another organization is as it was.
  const theirs = await room.ask<Policy>('GET', `/policies/${otherPolicy}`, undefined, other.admin);
  expect(theirs).toMatchObject({ name: 'Edited', version: 1 });
});

test('a deleted policy has its identifier, its versions and its override; alerts that its deletion cleared stay cleared', async () => {
  const taken = await room.makePolicy([], { name: 'Deleted' });
  await expect(bringBack(policy.deleted)).rejects.toThrow('there is another policy named Deleted: rename it first');
  await room.ask('DELETE', `/policies/${taken.guid}`);

  await room.send(15);
  expect(await bringBack('Deleted')).toMatchObject({ isNew: true, overridesSet: ['Rack'] });
  expect((await get(policy.deleted)).definition.violations).toHaveLength(2);
  const { items } = await room.ask<ResponseOf<'GET /policies/{guid}/versions'>>(
    'GET',
    `/policies/${policy.deleted}/versions`,
  );
  expect(items.map(({ version, definition }) => [version, definition.violations.length])).toEqual([
    [4, 2],
    [3, 1],
    [2, 2],
    [1, 2],
  ]);
  await expect(bringBack('Deleted')).rejects.toThrow('the policy Deleted is as it was then already');
  const [cleared] = await room.alertsOf(policy.deleted);
  expect(cleared?.state).toBe('CLEARED');
  // What lasts is raised by the next reading, as of any new policy.
  for (let more = 0; more < 2; more++) {
    await room.send(16);
    await picket.tick();
  }
  const alerts = await room.alertsOf(policy.deleted);
  expect(alerts.map(({ state }) => state)).toEqual(['OPEN', 'CLEARED']);
  expect(alerts[0]?.policy?.version).toBe(4);
});

test('what a policy watched that is gone is left out and listed', async () => {
  const { leftOut } = await bringBack('zoned');
  expect(leftOut).toEqual(['the violation Hot door: its zone Door is not there any more']);
  const now = await get(policy.zoned);
  expect(now.definition.violations.map(({ description }) => description)).toEqual(['Warm']);
  await expect(bringBack('Zoned')).rejects.toThrow('the policy Zoned is as it was then already');
});

test('consoles learn of it, and nothing is inconsistent', async () => {
  const { rows } = await picket.platform.db.console.query<{ policy: string }>(
    `SELECT data->>'policy' AS policy FROM live_event WHERE data->>'type' = 'policy'`,
  );
  const announced = new Set(rows.map((row) => row.policy));
  expect([policy.edited, policy.deleted, policy.zoned].filter((guid) => !announced.has(guid))).toEqual([]);
  expect(await fsck(picket.platform)).toEqual([]);
});

test('interrupted, nothing of it is changed', async () => {
  await room.ask('DELETE', `/policies/${policy.deleted}`);
  const { edits } = picket.server.pipeline;
  const configChanged = () => Promise.reject(new Error('the power is cut'));
  const request = { nameOrGuid: 'Deleted', tenant: null, dryRun: false };
  const interrupted = bringBackPolicy(picket.platform, past.url, request, { ...edits, configChanged });
  await expect(interrupted).rejects.toThrow('the power is cut');
  expect((await picket.call('GET', `/policies/${policy.deleted}`, { as: picket.admin })).status).toBe(404);
  expect(await fsck(picket.platform)).toEqual([]);
});
