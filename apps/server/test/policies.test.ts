/** Policies over the wire: created, edited, versioned, overridden, refused. What they do to alerts stands in policy-edits.test.ts. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Device, openPicket, type Picket } from './harness.ts';
import { hot, WRONG_DEFINITIONS, WRONG_SCHEDULES } from './wrong-policies.ts';

type PolicyBody = ResponseOf<'GET /policies/{guid}'>;
interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly { readonly name: string; readonly message: string }[];
}

let picket: Picket;
let location: string;
let device: Device;

beforeAll(async () => {
  picket = await openPicket();
  location = await picket.addLocation();
  device = await picket.addDevice(location);
});
afterAll(() => picket.close());

let counter = 0;
const newName = () => `Cold chain ${++counter}`;
const create = (body: object, as = picket.admin) =>
  picket.call<ResponseOf<'POST /policies'> & Refusal>('POST', '/policies', { as, body });
const made = async (violations: readonly object[] = [hot], extras: object = {}): Promise<PolicyBody> => {
  const answer = await create({ name: newName(), definition: { violations }, ...extras });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { warnings, ...policy } = answer.body;
  expect(warnings).toEqual([]);
  return policy;
};
const edit = (guid: string, body: object, headers: Record<string, string> = {}) =>
  picket.call<PolicyBody & Refusal>('PATCH', `/policies/${guid}`, { as: picket.admin, body, headers });
const policyNamed = async (name: string): Promise<PolicyBody> => {
  const list = await picket.call<ResponseOf<'GET /policies'>>('GET', '/policies?limit=500', { as: picket.admin });
  const found = list.body.items.find((policy) => policy.name === name);
  if (found === undefined) throw new Error(`there is no policy ${name}`);
  return found;
};
const changeAlerts = async (guid: string) =>
  (await picket.alerts(`&kind=POLICY_CHANGE_ALERT&policy=${guid}`)).map(({ message }) => message);
const names = (answer: Answer<Refusal>): string[] => (answer.body.errors ?? []).map(({ name }) => name);

describe('versions', () => {
  test('omitted fields of a definition have default values', async () => {
    const policy = await made();
    expect(policy).toMatchObject({ version: 1, deletable: true });
    expect(policy.definition.violations[0]).toMatchObject({
      onsetDelay: 0,
      exitDelay: 0,
      instant: false,
      conditions: [{ column: 'value', calc: { grab: 'LAST', minutes: 0 }, violationStartAdjustment: 0 }],
    });
  });

  test('every edit creates a version with its changes, unless nothing changes', async () => {
    const policy = await made();
    const violations = [{ ...hot, severity: 400 }];
    expect((await edit(policy.guid, { definition: { violations } })).body.version).toBe(2);
    expect((await edit(policy.guid, { definition: { violations } })).body.version).toBe(2);
    const versions = await picket.call<ResponseOf<'GET /policies/{guid}/versions'>>(
      'GET',
      `/policies/${policy.guid}/versions`,
      { as: picket.admin },
    );
    expect(versions.body.items.map(({ version, changes }) => [version, changes.map(({ text }) => text)])).toEqual([
      [2, ['violation changed: Too hot (severity 360 -> 400)']],
      [1, [`policy created: ${policy.name}`]],
    ]);
    expect(await changeAlerts(policy.guid)).toHaveLength(2);
  });

  test('an older version can be restored', async () => {
    const policy = await made();
    await edit(policy.guid, { name: `${policy.name} B`, definition: { violations: [] } });
    const restored = await picket.call<PolicyBody>('POST', `/policies/${policy.guid}/versions/1/restore`, {
      as: picket.admin,
    });
    expect(restored.body).toMatchObject({ version: 3, name: policy.name, definition: policy.definition });
    const absent = await picket.call('POST', `/policies/${policy.guid}/versions/99/restore`, { as: picket.admin });
    expect(absent.status).toBe(404);
  });

  test('preconditions by last_update_ts: the second of two editors gets an error', async () => {
    const policy = await made();
    const headers = { 'if-unmodified-since': policy.last_update_ts };
    picket.clock.pass(1);
    expect((await edit(policy.guid, { definition: { violations: [] } }, headers)).status).toBe(200);
    const second = await edit(policy.guid, { name: 'Mine' }, headers);
    expect(second.status).toBe(412);
    expect(second.body.message).toContain('precondition failed (resource modified since date)');
  });

  test('names are unique, "Sentry offline" cannot be deleted or emptied', async () => {
    expect((await create({ name: ' room  TEMPERATURE ', definition: { violations: [] } })).body).toMatchObject({
      message: 'Normalidation Failed',
      errors: [{ name: 'name', message: 'duplicate name' }],
    });
    const offline = await policyNamed('Sentry offline');
    expect(offline.deletable).toBe(false);
    const refused = await picket.call<Refusal>('DELETE', `/policies/${offline.guid}`, { as: picket.admin });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe('The Sentry offline policy cannot be deleted');
    const emptied = await edit(offline.guid, { definition: { violations: [] } });
    expect([emptied.status, names(emptied)]).toEqual([400, ['definition.violations']]);
    expect((await policyNamed('Sentry offline')).version).toBe(1);
  });

  test('a deleted policy can be restored', async () => {
    const policy = await made();
    expect((await picket.call('DELETE', `/policies/${policy.guid}`, { as: picket.admin })).status).toBe(204);
    expect((await picket.call('GET', `/policies/${policy.guid}`, { as: picket.admin })).status).toBe(404);
    const [alert] = await picket.alerts(`&kind=POLICY_CHANGE_ALERT&policy=${policy.guid}`);
    expect(alert?.message).toBe(`${policy.name}: policy deleted: ${policy.name}`);
    const restored = await picket.call('POST', `/alerts/${alert?.guid}/restore`, { as: picket.admin });
    expect(restored.status).toBe(200);
    const back = await picket.call<PolicyBody>('GET', `/policies/${policy.guid}`, { as: picket.admin });
    expect(back.body).toMatchObject({ name: policy.name, definition: policy.definition });
  });
});

describe('the policy-change alert', () => {
  test('has severity 110, is instant, concerns the whole organization, and has a diff and a restore action', async () => {
    const policy = await made();
    await edit(policy.guid, {
      definition: { violations: [{ ...hot, conditions: [{ ...hot.conditions[0], threshold: 28 }] }] },
    });
    const [alert] = await picket.alerts(`&kind=POLICY_CHANGE_ALERT&policy=${policy.guid}`);
    expect(alert).toMatchObject({ severity: 110, severityLabel: 'info', state: 'CLEARED' });
    expect(alert?.location).toBeUndefined();
    const detail = await picket.call<ResponseOf<'GET /alerts/{guid}'>>('GET', `/alerts/${alert?.guid}`, {
      as: picket.admin,
    });
    expect(detail.body.change).toMatchObject({
      policy: policy.guid,
      restorable: true,
      by: 'admin@picket.example',
      changes: [
        {
          code: 'CONDITION_CHANGED',
          text: 'condition changed: Too hot, environment_temperature (threshold 30 °C -> 28 °C)',
          subject: 'Too hot',
          condition: { sensorMetricId: 'environment_temperature', column: 'value' },
          fields: [{ field: 'threshold', before: 30, after: 28 }],
        },
      ],
    });
    const restored = await picket.call<ResponseOf<'POST /alerts/{guid}/restore'>>(
      'POST',
      `/alerts/${alert?.guid}/restore`,
      { as: picket.admin },
    );
    expect(restored.status).toBe(200);
    const now = await picket.call<PolicyBody>('GET', `/policies/${policy.guid}`, { as: picket.admin });
    expect(now.body).toMatchObject({ version: 3, definition: policy.definition });
    const again = await picket.call('POST', `/alerts/${alert?.guid}/restore`, { as: picket.admin });
    expect(again.status).toBe(409);
  });

  test('an edit with later edits cannot be reverted', async () => {
    const policy = await made();
    await edit(policy.guid, { definition: { violations: [{ ...hot, severity: 100 }] } });
    const [first] = await picket.alerts(`&kind=POLICY_CHANGE_ALERT&policy=${policy.guid}`);
    await edit(policy.guid, { definition: { violations: [{ ...hot, severity: 100, exitDelay: 5 }] } });
    const refused = await picket.call<Refusal>('POST', `/alerts/${first?.guid}/restore`, { as: picket.admin });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('edited since')]);
    const now = await picket.call<PolicyBody>('GET', `/policies/${policy.guid}`, { as: picket.admin });
    expect(now.body).toMatchObject({ version: 3, definition: { violations: [{ severity: 100, exitDelay: 5 }] } });
  });

  test('a viewer of one location sees no edits of the organization', async () => {
    const policy = await made();
    const viewer = await picket.addPerson('VIEWER', location);
    expect(await picket.alerts(`&kind=POLICY_CHANGE_ALERT&policy=${policy.guid}`, viewer)).toEqual([]);
    const [alert] = await picket.alerts(`&kind=POLICY_CHANGE_ALERT&policy=${policy.guid}`);
    expect((await picket.call('GET', `/alerts/${alert?.guid}`, { as: viewer })).status).toBe(404);
  });
});

describe('invalid input is rejected by field, and nothing is half-saved', () => {
  test.each(WRONG_DEFINITIONS)('%s', async (_, definition, expected) => {
    const policy = await made();
    for (const answer of [await create({ name: newName(), definition }), await edit(policy.guid, { definition })]) {
      expect(answer.status).toBe(400);
      expect(answer.body.message).toBe('Request validation failed');
      expect(names(answer)).toEqual(expected);
    }
    const now = await picket.call<PolicyBody>('GET', `/policies/${policy.guid}`, { as: picket.admin });
    expect(now.body).toEqual(policy);
    expect(await changeAlerts(policy.guid)).toHaveLength(1);
  });

  test.each(WRONG_SCHEDULES)('a schedule with %s', async (_, doNotDisturb, expected) => {
    const policy = await made();
    const answer = await edit(policy.guid, { name: 'Other', doNotDisturb });
    expect([answer.status, names(answer)]).toEqual([400, [expected]]);
    expect((await picket.call<PolicyBody>('GET', `/policies/${policy.guid}`, { as: picket.admin })).body).toEqual(
      policy,
    );
  });
});

describe('overrides', () => {
  let policy: PolicyBody;
  beforeEach(async () => {
    policy = await made([hot, { ...hot, description: 'Very hot', severity: 400 }]);
  });
  const path = () => `/sentries/${device.sentry}/policies/${policy.guid}`;
  const effective = async () =>
    (await picket.call<ResponseOf<'GET /sentries/{guid}/policies/{policyGuid}'>>('GET', path(), { as: picket.admin }))
      .body;
  const put = (body: object, headers: Record<string, string> = {}) =>
    picket.call<Refusal>('PUT', path(), { as: picket.admin, body, headers });
  const patchOf = (violations: readonly object[]) => ({ ignoreGlobalPolicyChanges: false, definition: { violations } });

  test('a patch has a reason, and can be removed', async () => {
    expect(await effective()).toMatchObject({ reason: 'GLOBAL', overridden: [] });
    const threshold = [{ sensorMetricId: 'environment_temperature', threshold: 25 }];
    expect((await put(patchOf([{ description: 'Too hot', conditions: threshold }]))).status).toBe(200);
    const patched = await effective();
    expect(patched).toMatchObject({
      reason: 'OVERRIDE',
      overridden: ['violations/Too hot/environment_temperature/threshold'],
      ignoreGlobalPolicyChanges: false,
    });
    expect(patched.definition.violations.map(({ conditions }) => conditions[0]?.threshold)).toEqual([25, 30]);

    await edit(policy.guid, { definition: { violations: [{ ...hot, severity: 999 }] } });
    expect((await effective()).definition.violations).toMatchObject([
      { severity: 999, conditions: [{ threshold: 25 }] },
    ]);

    const list = await picket.call<ResponseOf<'GET /policies/{guid}/overrides'>>(
      'GET',
      `/policies/${policy.guid}/overrides`,
      { as: picket.admin },
    );
    expect(list.body.items).toMatchObject([{ sentry: { guid: device.sentry }, ignoreGlobalPolicyChanges: false }]);

    expect((await picket.call('DELETE', path(), { as: picket.admin })).status).toBe(204);
    expect(await effective()).toMatchObject({ reason: 'GLOBAL' });
    expect(await changeAlerts(policy.guid)).toEqual([
      expect.stringMatching(
        /^Cold chain \d+: syncing with the global policy: Rack .*; condition changed: Too hot, temperature$/u,
      ),
      expect.stringContaining('violation removed: Very hot'),
      expect.stringMatching(/override in effect: Rack .*; condition changed: Too hot, temperature$/u),
      expect.stringContaining('policy created'),
    ]);
  });

  test('a pinned copy is not affected by global edits', async () => {
    expect(
      (await put({ ignoreGlobalPolicyChanges: true, definition: { violations: [{ ...hot, severity: 1 }] } })).status,
    ).toBe(200);
    await edit(policy.guid, { definition: { violations: [] } });
    expect(await effective()).toMatchObject({
      reason: 'PINNED',
      ignoreGlobalPolicyChanges: true,
      definition: { violations: [{ severity: 1 }] },
    });
  });

  test('a patch of a missing violation or condition is rejected by field', async () => {
    const stray = await put(patchOf([{ description: 'Too wet', severity: 1 }]));
    expect([stray.status, stray.body.errors]).toEqual([
      400,
      [{ name: 'definition.violations.0.description', message: 'the policy has no violation of this description' }],
    ]);
    const condition = await put(
      patchOf([{ description: 'Too hot', conditions: [{ sensorMetricId: 'environment_humidity' }] }]),
    );
    expect(names(condition)).toEqual(['definition.violations.0.conditions.0.sensorMetricId']);
    const column = await put(
      patchOf([{ description: 'Too hot', conditions: [{ sensorMetricId: 'environment_temperature', column: 'max' }] }]),
    );
    expect(names(column)).toEqual(['definition.violations.0.conditions.0.column']);
    expect(await effective()).toMatchObject({ reason: 'GLOBAL' });
  });

  test('deleting what a patch matches makes it dormant, not invalid', async () => {
    await put(patchOf([{ description: 'Very hot', severity: 1 }]));
    await edit(policy.guid, { definition: { violations: [hot] } });
    expect(await effective()).toMatchObject({ reason: 'OVERRIDE', dormant: ['violations/Very hot'] });
  });

  test('an override can be reverted', async () => {
    await put(patchOf([{ description: 'Too hot', severity: 1 }]));
    const [alert] = await picket.alerts(`&kind=POLICY_CHANGE_ALERT&policy=${policy.guid}`);
    expect((await picket.call('POST', `/alerts/${alert?.guid}/restore`, { as: picket.admin })).status).toBe(200);
    expect(await effective()).toMatchObject({ reason: 'GLOBAL' });
  });

  test('a viewer may read but not edit; another organization sees nothing', async () => {
    const viewer = await picket.addPerson('VIEWER', location);
    expect((await picket.call('GET', path(), { as: viewer })).status).toBe(200);
    expect((await picket.call('PUT', path(), { as: viewer, body: patchOf([]) })).status).toBe(403);
    const other = await picket.addTenant(`Elsewhere ${policy.guid}`);
    expect((await picket.call('GET', path(), { as: other.admin })).status).toBe(404);
    expect((await picket.call('PATCH', `/policies/${policy.guid}`, { as: other.admin, body: {} })).status).toBe(404);
  });

  test('preconditions hold for overrides too', async () => {
    const before = await effective();
    picket.clock.pass(1);
    const headers = { 'if-unmodified-since': before.last_update_ts };
    expect((await put(patchOf([{ description: 'Too hot', severity: 1 }]), headers)).status).toBe(200);
    expect((await put(patchOf([{ description: 'Too hot', severity: 2 }]), headers)).status).toBe(412);
  });

  test('saving an override that was reset meanwhile is a conflict', async () => {
    await put(patchOf([{ description: 'Too hot', severity: 1 }]));
    const seen = await effective();
    expect((await picket.call('DELETE', path(), { as: picket.admin })).status).toBe(204);
    const headers = { 'if-unmodified-since': seen.last_update_ts };
    expect((await put(patchOf([{ description: 'Too hot', severity: 2 }]), headers)).status).toBe(412);
    const reset = await effective();
    expect(reset).toMatchObject({ reason: 'GLOBAL' });
    expect(Date.parse(reset.last_update_ts)).toBeGreaterThan(Date.parse(seen.last_update_ts));
    const list = await picket.call<ResponseOf<'GET /sentries/{guid}/policies'>>(
      'GET',
      `/sentries/${device.sentry}/policies?limit=500`,
      { as: picket.admin },
    );
    expect(list.body.items.find((one) => one.policy.guid === policy.guid)?.last_update_ts).toBe(reset.last_update_ts);
    const now = { 'if-unmodified-since': reset.last_update_ts };
    expect((await put(patchOf([{ description: 'Too hot', severity: 2 }]), now)).status).toBe(200);
    expect(Date.parse((await effective()).last_update_ts)).toBeGreaterThan(Date.parse(reset.last_update_ts));
  });
});
