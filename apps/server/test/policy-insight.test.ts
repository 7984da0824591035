/** What a rule would do before it is saved, its tuning suggestions, and whether the policies shown are those evaluated. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { PolicyContent } from '@picket/domain/policies';
import { formatInstant } from '@picket/domain/time';
import { compilePolicies, fingerprintsOf } from '@picket/monitor';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Device, openPicket, type Picket } from './harness.ts';

let picket: Picket;
let location: string;
let device: Device;

const TEMPERATURE = 'environment_temperature';
const condition = (threshold: number, extras: object = {}) => ({
  sensorMetricId: TEMPERATURE,
  operator: 'GREATER_THAN',
  threshold,
  ...extras,
});
const violation = (threshold = 25, extras: object = {}) => ({
  description: 'Hot',
  severity: 360,
  onsetDelay: 60,
  conditions: [condition(threshold)],
  ...extras,
});

beforeAll(async () => {
  picket = await openPicket();
});
afterAll(() => picket.close());
beforeEach(async () => {
  picket.admin = await picket.signIn('admin@picket.example');
  location = await picket.addLocation(`Room ${Math.random()}`);
  device = await picket.addDevice(location, { reportIntervalSeconds: 60 });
});

type Method = Parameters<Picket['call']>[0];
async function ask<Body>(method: Method, path: string, body?: unknown, as = picket.admin): Promise<Body> {
  const answer = await picket.call<Body>(method, path, { as, body });
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}
const makePolicy = async (violations: readonly object[] = [violation()], extras: object = {}) =>
  ask<ResponseOf<'POST /policies'>>('POST', '/policies', {
    name: `Heat ${Math.random()}`,
    definition: { violations },
    ...extras,
  });
const send = async (value: number, passed = 60): Promise<void> => {
  picket.clock.pass(passed);
  await picket.send(device, TEMPERATURE, value);
};
const tickTwice = async (): Promise<void> => {
  await picket.tick();
  await picket.tick();
};
const alertsOf = async (policy: string) =>
  (await picket.alerts(`&policy=${policy}`)).filter(({ kind }) => kind !== 'POLICY_CHANGE_ALERT');

describe('the preview of an edit', () => {
  type Preview = ResponseOf<'POST /policies/preview'>;

  test('shows its changes, the sentries it applies to, and their overrides', async () => {
    const policy = await makePolicy();
    const pinned = await picket.addDevice(location);
    const patched = await picket.addDevice(location);
    await ask('PUT', `/sentries/${pinned.sentry}/policies/${policy.guid}`, {
      ignoreGlobalPolicyChanges: true,
      definition: { violations: [violation(40)] },
    });
    await ask('PUT', `/sentries/${patched.sentry}/policies/${policy.guid}`, {
      ignoreGlobalPolicyChanges: false,
      definition: { violations: [{ description: 'Hot', severity: 100 }] },
    });
    const preview = await ask<Preview>('POST', '/policies/preview', {
      policy: policy.guid,
      name: `  ${policy.name}  now `,
      definition: { violations: [violation(30)] },
    });
    expect(preview.name).toBe(`${policy.name} now`);
    expect(preview.changes.map(({ text }) => text)).toEqual([
      `name changed: ${policy.name} (name ${policy.name} -> ${policy.name} now)`,
      'condition changed: Hot, environment_temperature (threshold 25 °C -> 30 °C)',
    ]);
    expect(preview.definition.violations[0]).toMatchObject({ exitDelay: 0, instant: false, video: false });
    expect(preview.overrides.map(({ sentry, followsPolicy }) => [sentry.guid, followsPolicy])).toEqual(
      [
        [pinned.sentry, false],
        [patched.sentry, true],
      ].sort(),
    );
    const sentries = await ask<ResponseOf<'GET /sentries'>>('GET', '/sentries?limit=500');
    expect(preview.sentries).toBe(sentries.items.length);
    expect(preview.locations).toBe(new Set(sentries.items.map((one) => one.location)).size);
    const unchanged = await ask<ResponseOf<'GET /policies/{guid}'>>('GET', `/policies/${policy.guid}`);
    expect(unchanged.version).toBe(1);
  });

  test('shows what happens to running delays and open alerts', async () => {
    const policy = await makePolicy([violation(25), violation(26, { description: 'Hotter', onsetDelay: 600 })]);
    await send(28);
    await send(28);
    await tickTwice();
    expect(await alertsOf(policy.guid)).toMatchObject([{ violation: 'Hot', state: 'OPEN' }]);
    const preview = (violations: readonly object[]) =>
      ask<Preview>('POST', '/policies/preview', { policy: policy.guid, name: policy.name, definition: { violations } });
    const worded = await preview([
      violation(25, { severity: 400 }),
      violation(26, { description: 'Hotter', onsetDelay: 600 }),
    ]);
    expect(worded).toMatchObject({ delays: { kept: 1, recomputed: 0 }, open: { kept: 1, recomputed: 0, ended: 0 } });
    const moved = await preview([violation(27), violation(26, { description: 'Hotter', onsetDelay: 300 })]);
    expect(moved).toMatchObject({ delays: { kept: 0, recomputed: 1 }, open: { kept: 0, recomputed: 1, ended: 0 } });
    const gone = await preview([violation(26, { description: 'Hotter', onsetDelay: 600 })]);
    expect(gone).toMatchObject({ delays: { kept: 1 }, open: { kept: 0, ended: 1 } });
  });

  test('a new policy; bad input names its fields', async () => {
    const fresh = await ask<Preview>('POST', '/policies/preview', {
      name: 'Frost',
      definition: { violations: [violation(2)] },
    });
    expect(fresh.changes).toMatchObject([{ code: 'POLICY_CREATED' }]);
    expect(fresh.overrides).toEqual([]);
    const bad = await picket.call<{ errors: { name: string }[] }>('POST', '/policies/preview', {
      as: picket.admin,
      body: {
        name: 'Frost',
        definition: { violations: [violation(2, { conditions: [condition(1, { column: 'x' })] })] },
      },
    });
    expect(bad.status).toBe(400);
    expect(bad.body.errors.map(({ name }) => name)).toEqual(['definition.violations.0.conditions.0.column']);
  });
});

describe('edits', () => {
  test('are listed newest first with their diff and whether they were reverted', async () => {
    const policy = await makePolicy();
    await ask('PATCH', `/policies/${policy.guid}`, { definition: { violations: [violation(30)] } });
    const list = () => ask<ResponseOf<'GET /policy-edits'>>('GET', `/policy-edits?policy=${policy.guid}`);
    const [edit, creation] = (await list()).items;
    expect(edit).toMatchObject({ title: policy.name, policy: policy.guid, restorable: true });
    expect(edit?.changes.map(({ text }) => text)).toEqual([
      'condition changed: Hot, environment_temperature (threshold 25 °C -> 30 °C)',
    ]);
    expect(creation?.changes).toMatchObject([{ code: 'POLICY_CREATED' }]);
    await ask('POST', `/alerts/${edit?.alert}/restore`);
    const after = await ask<ResponseOf<'GET /policies/{guid}'>>('GET', `/policies/${policy.guid}`);
    expect(after.definition.violations[0]?.conditions[0]?.threshold).toBe(25);
    const again = (await list()).items;
    expect(again.find(({ alert }) => alert === edit?.alert)).toMatchObject({ restorable: false, restored: {} });
    const paged = await ask<ResponseOf<'GET /policy-edits'>>('GET', `/policy-edits?policy=${policy.guid}&limit=1`);
    const next = await ask<ResponseOf<'GET /policy-edits'>>(
      'GET',
      `/policy-edits?policy=${policy.guid}&limit=1&cursor=${paged.nextCursor}`,
    );
    expect([...paged.items, ...next.items].map(({ alert }) => alert)).toEqual(
      again.slice(0, 2).map(({ alert }) => alert),
    );
  });

  test('a deleted policy is restored with its overrides', async () => {
    const policy = await makePolicy();
    const path = `/sentries/${device.sentry}/policies/${policy.guid}`;
    const patch = {
      ignoreGlobalPolicyChanges: false,
      definition: { violations: [{ description: 'Hot', severity: 111 }] },
    };
    await ask('PUT', path, patch);
    const before = await ask<ResponseOf<'GET /sentries/{guid}/policies/{policyGuid}'>>('GET', path);
    await ask('DELETE', `/policies/${policy.guid}`);
    const [edit] = (await ask<ResponseOf<'GET /policy-edits'>>('GET', `/policy-edits?policy=${policy.guid}`)).items;
    expect(edit?.changes).toMatchObject([{ code: 'POLICY_DELETED' }]);
    await ask('POST', `/alerts/${edit?.alert}/restore`);
    const after = await ask<ResponseOf<'GET /sentries/{guid}/policies/{policyGuid}'>>('GET', path);
    expect(after).toMatchObject({ reason: 'OVERRIDE', override: patch, definition: before.definition });
  });

  test('a viewer of one location sees its edits, and none of the organization', async () => {
    const policy = await makePolicy();
    await ask('PUT', `/sentries/${device.sentry}/policies/${policy.guid}`, {
      ignoreGlobalPolicyChanges: true,
      definition: { violations: [violation(40)] },
    });
    const viewer = await picket.addPerson('VIEWER', location);
    const seen = await ask<ResponseOf<'GET /policy-edits'>>('GET', '/policy-edits', undefined, viewer);
    expect(seen.items.map((one) => [one.sentry, one.location])).toEqual([[device.sentry, location]]);
  });

  /** The words of section 4, each with the edit that causes it: in the alert, in the log, and in the diff. */
  const QUIET = { daysOfWeek: [1, 2], beginHour: 9, beginMinute: 0, endHour: 17, endMinute: 0 };
  const CELLS = Array.from({ length: 24 }, () => Array.from({ length: 32 }, () => 'included'));
  const two = [violation(), violation(10, { description: 'Warm', severity: 100 })];
  const damp = { ...condition(80), sensorMetricId: 'environment_humidity' };
  interface Case {
    readonly words: string;
    readonly before: readonly object[];
    readonly quiet?: object;
    readonly edit: (policy: string) => Promise<unknown>;
  }
  const patch = (policy: string, body: object) => ask('PATCH', `/policies/${policy}`, body);
  const makeZone = (name: string) =>
    ask<ResponseOf<'POST /locations/{guid}/zones'>>('POST', `/locations/${location}/zones`, {
      name,
      sensorMetricIdList: ['thermal_temperature'],
      exclusions: CELLS,
    });
  const thermal = (zoneId?: string) => ({
    description: 'Spot',
    severity: 380,
    conditions: [
      {
        sensorMetricId: 'thermal_temperature',
        column: 'max',
        operator: 'GREATER_THAN',
        threshold: 35,
        ...(zoneId ? { zoneId } : {}),
      },
    ],
  });
  const cases: readonly Case[] = [
    {
      words: 'violation removed: Warm',
      before: two,
      edit: (policy) => patch(policy, { definition: { violations: [violation()] } }),
    },
    {
      words: 'condition removed: Hot, environment_humidity',
      before: [violation(25, { conditions: [condition(25), damp] })],
      edit: (policy) => patch(policy, { definition: { violations: [violation()] } }),
    },
    {
      words: 'condition changed: Hot, environment_temperature (threshold 25 °C -> 28 °C)',
      before: [violation()],
      edit: (policy) => patch(policy, { definition: { violations: [violation(28)] } }),
    },
    {
      words: 'do-not-disturb set (schedule unset -> Mon, Tue 9:00AM - 5:00PM)',
      before: [violation()],
      edit: (policy) => patch(policy, { doNotDisturb: QUIET }),
    },
    {
      words: 'do-not-disturb changed (schedule Mon, Tue 9:00AM - 5:00PM -> Mon, Tue 10:00AM - 5:00PM)',
      before: [violation()],
      quiet: QUIET,
      edit: (policy) => patch(policy, { doNotDisturb: { ...QUIET, beginHour: 10 } }),
    },
    {
      words: 'do-not-disturb deleted (schedule Mon, Tue 9:00AM - 5:00PM -> unset)',
      before: [violation()],
      quiet: QUIET,
      edit: (policy) => patch(policy, { doNotDisturb: null }),
    },
    {
      words: 'zone added: Spot, thermal_temperature',
      before: [thermal()],
      edit: async (policy) => {
        const { zoneId } = await makeZone(`Rack ${Math.random()}`);
        return patch(policy, { definition: { violations: [thermal(zoneId)] } });
      },
    },
  ];

  const editTexts = async (path: string, policy: string): Promise<string[]> => {
    const alerts = (await picket.alerts(`&kind=POLICY_CHANGE_ALERT${path}`)).map(({ message }) => message);
    const log = await ask<ResponseOf<'GET /audit'>>('GET', '/audit?limit=1');
    const edits = await ask<ResponseOf<'GET /policy-edits'>>('GET', `/policy-edits?limit=1${policy}`);
    return [
      alerts[0] ?? '',
      JSON.stringify(log.items[0]?.after),
      edits.items[0]?.changes.map(({ text }) => text).join('; ') ?? '',
    ];
  };

  test.each(cases)('$words', async ({ words, before, quiet, edit }) => {
    const policy = await makePolicy(before, quiet === undefined ? {} : { doNotDisturb: quiet });
    await edit(policy.guid);
    for (const text of await editTexts(`&policy=${policy.guid}`, `&policy=${policy.guid}`))
      expect(text).toContain(words);
    const versions = await ask<ResponseOf<'GET /policies/{guid}/versions'>>('GET', `/policies/${policy.guid}/versions`);
    expect(versions.items[0]?.changes.map(({ text }) => text)).toContain(words);
  });

  test('zones: added, modified, removed; and removed from a condition', async () => {
    const name = `Rack ${Math.random()}`;
    const { zoneId } = await makeZone(name);
    for (const text of await editTexts(`&location=${location}`, '')) expect(text).toContain(`zone added: ${name}`);
    const smaller = CELLS.map((row, index) => (index === 0 ? row.map(() => 'excluded') : row));
    await ask('PATCH', `/locations/${location}/zones/${zoneId}`, { exclusions: smaller });
    for (const text of await editTexts(`&location=${location}`, '')) expect(text).toContain(`zone modified: ${name}`);
    const other = await makeZone(`${name} too`);
    const policy = await makePolicy([thermal(zoneId)]);
    await patch(policy.guid, { definition: { violations: [thermal(other.zoneId)] } });
    for (const text of await editTexts(`&policy=${policy.guid}`, '')) expect(text).toContain('zone modified: Spot');
    await patch(policy.guid, { definition: { violations: [thermal()] } });
    for (const text of await editTexts(`&policy=${policy.guid}`, '')) expect(text).toContain('zone removed: Spot');
    await ask('DELETE', `/locations/${location}/zones/${zoneId}`);
    for (const text of await editTexts(`&location=${location}`, '')) expect(text).toContain(`zone removed: ${name}`);
  });

  test('override in effect, and syncing with the global policy', async () => {
    const policy = await makePolicy();
    const path = `/sentries/${device.sentry}/policies/${policy.guid}`;
    const sentry = await ask<ResponseOf<'GET /sentries/{guid}'>>('GET', `/sentries/${device.sentry}`);
    await ask('PUT', path, { ignoreGlobalPolicyChanges: true, definition: { violations: [violation(40)] } });
    for (const text of await editTexts(`&sentry=${device.sentry}`, '')) {
      expect(text).toContain(`override in effect: ${sentry.name}`);
      expect(text).toContain('condition changed: Hot, environment_temperature (threshold 25 °C -> 40 °C)');
    }
    await ask('DELETE', path);
    for (const text of await editTexts(`&sentry=${device.sentry}`, ''))
      expect(text).toContain(`syncing with the global policy: ${sentry.name}`);
  });
});

describe('verdicts', () => {
  test('are stored with their author, can be changed and removed, and are not edits of the policy', async () => {
    const raised = await ask<ResponseOf<'POST /alerts'>>('POST', '/alerts', {
      location,
      severity: 300,
      message: 'Smoke',
    });
    const path = `/alerts/${raised.guid}/verdict`;
    const viewer = await picket.addPerson('VIEWER', location);
    const first = await ask<ResponseOf<'POST /alerts/{guid}/verdict'>>(
      'POST',
      path,
      { verdict: 'FALSE_ALARM' },
      viewer,
    );
    expect(first.verdict).toMatchObject({ verdict: 'FALSE_ALARM', at: formatInstant(picket.clock.now()) });
    expect(
      (await ask<ResponseOf<'GET /alerts'>>('GET', `/alerts?verdict=FALSE_ALARM&location=${location}`)).items,
    ).toHaveLength(1);
    await ask('POST', path, { verdict: 'REAL' });
    const back = await ask<ResponseOf<'POST /alerts/{guid}/verdict'>>('POST', path, { verdict: null });
    expect(back.verdict).toBeUndefined();
    const detail = await ask<ResponseOf<'GET /alerts/{guid}'>>('GET', `/alerts/${raised.guid}`);
    expect(detail.timeline.filter(({ code }) => code === 'VERDICT_SET').map((step) => step.detail.verdict)).toEqual([
      'FALSE_ALARM',
      'REAL',
      null,
    ]);
    const policy = await makePolicy();
    const [edit] = await picket.alerts(`&kind=POLICY_CHANGE_ALERT&policy=${policy.guid}`);
    const refused = await picket.call('POST', `/alerts/${edit?.guid}/verdict`, {
      as: picket.admin,
      body: { verdict: 'REAL' },
    });
    expect(refused.status).toBe(409);
  });

  test('lead to a suggestion: the exit delay that avoids the false alerts and loses no real one', async () => {
    const policy = await makePolicy([violation(25, { onsetDelay: 0 })]);
    // It flaps: five times over the limit for a minute, four minutes apart. Then it is really hot for an hour.
    const flap = async (): Promise<void> => {
      await send(26);
      for (let i = 0; i < 3; i++) await send(24);
    };
    for (let i = 0; i < 5; i++) await flap();
    for (let i = 0; i < 40; i++) await send(23);
    for (let i = 0; i < 60; i++) await send(33);
    await send(22);
    picket.admin = await picket.signIn('admin@picket.example');
    const raised = (await alertsOf(policy.guid)).toReversed();
    expect(raised).toHaveLength(6);
    for (const [index, { guid }] of raised.entries())
      await ask('POST', `/alerts/${guid}/verdict`, { verdict: index < 5 ? 'FALSE_ALARM' : 'REAL' });
    const suggestions = await ask<ResponseOf<'GET /policies/{guid}/suggestions'>>(
      'GET',
      `/policies/${policy.guid}/suggestions`,
    );
    expect(suggestions.counts).toEqual({ real: 1, false: 5, maintenance: 0, withoutVerdict: 0 });
    expect(suggestions.violations).toEqual([
      { violation: 'Hot', real: 1, false: 5, maintenance: 0, withoutVerdict: 0 },
    ]);
    // A limit one degree higher spares all five; a longer exit delay only makes one of them.
    expect(suggestions.suggestions).toEqual([
      {
        violation: 'Hot',
        field: 'threshold',
        before: 25,
        after: 26,
        sensorMetricId: TEMPERATURE,
        column: 'value',
        falseAlerts: 5,
        removed: 5,
        realAlerts: 1,
        delayed: 0,
        longestDelaySeconds: 0,
        sentry: device.sentry,
      },
    ]);
    // Were the real one no warmer than the false ones, no limit could part them.
    await ask('POST', `/alerts/${raised[0]?.guid}/verdict`, { verdict: 'REAL' });
    const parted = await ask<ResponseOf<'GET /policies/{guid}/suggestions'>>(
      'GET',
      `/policies/${policy.guid}/suggestions`,
    );
    expect(parted.suggestions).toMatchObject([
      { field: 'exitDelay', before: 0, after: 300, falseAlerts: 4, removed: 4, realAlerts: 2, delayed: 0 },
    ]);
    const card = (await ask<ResponseOf<'GET /views/policies'>>('GET', '/views/policies')).items.find(
      ({ guid }) => guid === policy.guid,
    );
    expect(card).toMatchObject({ alerts: 6, open: 0, verdicts: { real: 2, false: 4, maintenance: 0 }, overrides: 0 });
  });

  test('a viewer of one location gets counts of that location only', async () => {
    const policy = await makePolicy([violation(25, { onsetDelay: 0 })]);
    await send(26);
    await send(24);
    const [only] = await alertsOf(policy.guid);
    await ask('POST', `/alerts/${only?.guid}/verdict`, { verdict: 'FALSE_ALARM' });
    const here = await picket.addPerson('VIEWER', location);
    const elsewhere = await picket.addPerson('VIEWER', await picket.addLocation(`Else ${Math.random()}`));
    type TuningSuggestions = ResponseOf<'GET /policies/{guid}/suggestions'>;
    const path = `/policies/${policy.guid}/suggestions`;
    expect((await ask<TuningSuggestions>('GET', path, undefined, here)).counts.false).toBe(1);
    expect((await ask<TuningSuggestions>('GET', path, undefined, elsewhere)).counts.false).toBe(0);
    const card = (
      await ask<ResponseOf<'GET /views/policies'>>('GET', '/views/policies', undefined, elsewhere)
    ).items.find(({ guid }) => guid === policy.guid);
    expect(card).toMatchObject({ alerts: 0, sentries: 0, verdicts: { false: 0 } });
  });

  test('one false alert leads to no suggestion', async () => {
    const policy = await makePolicy([violation(25, { onsetDelay: 0 })]);
    await send(26);
    await send(24);
    const [only] = await alertsOf(policy.guid);
    await ask('POST', `/alerts/${only?.guid}/verdict`, { verdict: 'FALSE_ALARM' });
    const suggestions = await ask<ResponseOf<'GET /policies/{guid}/suggestions'>>(
      'GET',
      `/policies/${policy.guid}/suggestions`,
    );
    expect(suggestions).toMatchObject({ counts: { false: 1 }, suggestions: [] });
  });
});

describe('simulation', () => {
  type Simulation = ResponseOf<'POST /policies/simulate'>;
  const NOON = '2026-03-04T11:00:00Z';
  const attempt = (body: object, as = picket.admin) =>
    ask<Simulation>(
      'POST',
      '/policies/simulate',
      { sentry: device.sentry, sensorMetricId: TEMPERATURE, column: 'value', value: 30, at: NOON, ...body },
      as,
    );
  const about = (simulation: Simulation, policy: { guid: string }) =>
    simulation.violations.find((one) => one.policy.guid === policy.guid);

  test('raised after its delays; within limits; not long enough', async () => {
    const policy = await makePolicy([violation(25, { conditions: [condition(25, { onsetDelay: 30 })] })]);
    expect(about(await attempt({}), policy)).toMatchObject({
      violation: 'Hot',
      code: 'RAISED',
      raisedAt: '2026-03-04T11:01:30Z',
      reason: 'GLOBAL',
      delaySeconds: 90,
      limit: { operator: 'GREATER_THAN', threshold: 25 },
    });
    expect(about(await attempt({ value: 25 }), policy)).toMatchObject({ code: 'WITHIN_LIMITS' });
    expect(about(await attempt({ seconds: 20 }), policy)).toMatchObject({ code: 'DELAY_NOT_REACHED' });
    expect(about(await attempt({ seconds: 89 }), policy)).toMatchObject({ code: 'DELAY_NOT_REACHED' });
    expect(about(await attempt({ seconds: 91 }), policy)).toMatchObject({ code: 'RAISED' });
  });

  test('windows need readings; other conditions use their last values', async () => {
    const damp = { sensorMetricId: 'environment_humidity', operator: 'GREATER_THAN', threshold: 60 };
    const mean = await makePolicy([
      violation(25, { onsetDelay: 0, conditions: [condition(25, { calc: { grab: 'MEAN', minutes: 10 } })] }),
    ]);
    const both = await makePolicy([violation(25, { onsetDelay: 0, conditions: [condition(25), damp] })]);
    const before = await attempt({});
    expect(about(before, mean)).toMatchObject({ code: 'RAISED', raisedAt: '2026-03-04T11:04:00Z' });
    // A mean over ten minutes is not moved far by one.
    expect(about(await attempt({ value: 25.1, seconds: 60 }), mean)).toMatchObject({ code: 'RAISED' });
    expect(about(await attempt({ value: 25 }), mean)).toMatchObject({ code: 'WITHIN_LIMITS' });
    expect(about(before, both)).toMatchObject({ code: 'OTHER_CONDITION_NOT_MET' });
    await picket.send(device, 'environment_humidity', 70);
    expect(about(await attempt({}), both)).toMatchObject({ code: 'RAISED', raisedAt: NOON });
  });

  test('do-not-disturb, an override and a draft decide', async () => {
    const doNotDisturb = { daysOfWeek: [3], beginHour: 9, beginMinute: 0, endHour: 17, endMinute: 0 };
    const policy = await makePolicy([violation()], { doNotDisturb });
    expect(about(await attempt({}), policy)).toMatchObject({ code: 'RAISED', mutedUntil: '2026-03-04T16:00:00Z' });
    expect(about(await attempt({ at: '2026-03-05T11:00:00Z' }), policy)).not.toHaveProperty('mutedUntil');
    const draft = { policy: policy.guid, definition: { violations: [violation(35)] }, doNotDisturb: null };
    expect(about(await attempt({ draft }), policy)).toMatchObject({ code: 'WITHIN_LIMITS' });
    await ask('PUT', `/sentries/${device.sentry}/policies/${policy.guid}`, {
      ignoreGlobalPolicyChanges: true,
      definition: { violations: [violation(29)] },
    });
    expect(about(await attempt({}), policy)).toMatchObject({
      code: 'RAISED',
      reason: 'PINNED',
      limit: { threshold: 29 },
    });
    // A pinned copy is not touched by what is drafted for everybody else.
    expect(about(await attempt({ draft }), policy)).toMatchObject({ code: 'RAISED', limit: { threshold: 29 } });
  });

  test('silence, and CHANGED', async () => {
    const silence = await attempt({ sensorMetricId: 'sentry_silence', column: 'seconds', value: 1000 });
    expect(silence.violations.map((one) => [one.violation, one.code]).sort()).toEqual([
      ['No report for 15 minutes', 'RAISED'],
      ['No report for 2 minutes', 'RAISED'],
    ]);
    await picket.send(device, 'bluetooth_devices', 3, picket.clock.now(), 'count');
    const devices = { sensorMetricId: 'bluetooth_devices', column: 'count' };
    expect((await attempt({ ...devices, value: 3 })).violations).toMatchObject([{ code: 'WITHIN_LIMITS' }]);
    expect((await attempt({ ...devices, value: 4 })).violations).toMatchObject([{ code: 'RAISED' }]);
  });

  test('administrators see every user, others only themselves', async () => {
    const viewer = await picket.addPerson('VIEWER', location);
    const elsewhere = await picket.addPerson('VIEWER', await picket.addLocation(`Else ${Math.random()}`));
    const everyone = await attempt({});
    expect(new Set(everyone.users.map(({ code }) => code))).toEqual(new Set(['CAN_VIEW', 'NO_PERMISSION']));
    const mine = await attempt({}, viewer);
    expect(mine.users).toMatchObject([{ code: 'CAN_VIEW' }]);
    const me = mine.users[0]?.guid;
    expect((await attempt({ user: me })).users).toEqual([{ ...mine.users[0] }]);
    const other = everyone.users.find(({ guid }) => guid !== me)?.guid;
    const refused = await picket.call('POST', '/policies/simulate', {
      as: viewer,
      body: { sentry: device.sentry, sensorMetricId: TEMPERATURE, column: 'value', value: 1, at: NOON, user: other },
    });
    expect(refused.status).toBe(404);
    const hidden = await picket.call('POST', '/policies/simulate', {
      as: elsewhere,
      body: { sentry: device.sentry, sensorMetricId: TEMPERATURE, column: 'value', value: 1, at: NOON },
    });
    expect(hidden.status).toBe(404);
  });
});

describe('backtest', () => {
  test('returns its series, and evaluates an override by itself', async () => {
    const policy = await makePolicy([violation(25, { onsetDelay: 0 })]);
    await send(24);
    await send(26);
    await send(24);
    await ask('PUT', `/sentries/${device.sentry}/policies/${policy.guid}`, {
      ignoreGlobalPolicyChanges: true,
      definition: { violations: [violation(30, { onsetDelay: 0 })] },
    });
    const span = {
      from: formatInstant(picket.clock.now() - 3_600_000),
      to: formatInstant(picket.clock.now() + 1000),
      sentry: device.sentry,
      definition: { violations: [violation(23, { onsetDelay: 0 })] },
    };
    type Backtest = ResponseOf<'POST /policies/{guid}/backtest'>;
    const global = await ask<Backtest>('POST', `/policies/${policy.guid}/backtest`, span);
    expect(global.series).toEqual([{ sentry: device.sentry, sensorMetricId: TEMPERATURE, column: 'value' }]);
    expect(global.includesSilence).toBe(false);
    // Pinned: a global draft changes nothing here.
    expect(global).toMatchObject({ draft: { alerts: [] }, inForce: { alerts: [] } });
    const own = await ask<Backtest>('POST', `/policies/${policy.guid}/backtest`, { ...span, isOverride: true });
    expect(own.draft.alerts).toHaveLength(1);
  });
});

describe('the policies shown are those evaluated', () => {
  const EDITS = process.env.PICKET_DEEP ? 1000 : 60;

  test(`over ${EDITS} random global edits and overrides`, { timeout: 240_000 }, async () => {
    const others = await Promise.all([1, 2, 3].map(() => picket.addDevice(location, { reportIntervalSeconds: 60 })));
    const sentries = [device, ...others];
    const policies = await Promise.all([makePolicy(), makePolicy()]);
    const name = fc.constantFrom('Hot', 'Warm', 'Odd');
    const one = fc.record({
      description: name,
      severity: fc.constantFrom(100, 300),
      onsetDelay: fc.constantFrom(0, 30, 60),
      exitDelay: fc.constantFrom(0, 120),
      threshold: fc.integer({ min: 15, max: 35 }),
    });
    const whole = fc
      .uniqueArray(one, { minLength: 1, maxLength: 3, selector: ({ description }) => description })
      .map((all) => all.map(({ threshold, ...rest }) => ({ ...rest, conditions: [condition(threshold)] })));
    const quiet = fc.constantFrom(null, { daysOfWeek: [2], beginHour: 1, beginMinute: 0, endHour: 2, endMinute: 0 });
    const place = { policy: fc.nat(1), sentry: fc.nat(3) };
    const step = fc.oneof(
      fc.record({ kind: fc.constant('global' as const), ...place, violations: whole, doNotDisturb: quiet }),
      fc.record({ kind: fc.constant('pin' as const), ...place, violations: whole, doNotDisturb: quiet }),
      fc.record({
        kind: fc.constant('patch' as const),
        ...place,
        parts: fc.array(one, { minLength: 1, maxLength: 2 }),
      }),
      fc.record({ kind: fc.constant('follow' as const), ...place }),
    );
    const seen = { GLOBAL: 0, OVERRIDE: 0, PINNED: 0 };
    let made = 0;
    for (const [index, edit] of fc.sample(step, { numRuns: EDITS, seed: 20_261_121 }).entries()) {
      const policy = policies[edit.policy]?.guid ?? '';
      const sentry = sentries[edit.sentry] ?? device;
      const path = `/sentries/${sentry.sentry}/policies/${policy}`;
      const call = (method: Method, to: string, body?: object) => picket.call(method, to, { as: picket.admin, body });
      const answer = await (edit.kind === 'global'
        ? call('PATCH', `/policies/${policy}`, {
            definition: { violations: edit.violations },
            doNotDisturb: edit.doNotDisturb,
          })
        : edit.kind === 'pin'
          ? call('PUT', path, {
              ignoreGlobalPolicyChanges: true,
              definition: { violations: edit.violations },
              doNotDisturb: edit.doNotDisturb,
            })
          : edit.kind === 'patch'
            ? call('PUT', path, {
                ignoreGlobalPolicyChanges: false,
                definition: {
                  violations: edit.parts.map(({ description, severity, threshold }) => ({
                    description,
                    severity,
                    conditions: [{ sensorMetricId: TEMPERATURE, threshold }],
                  })),
                },
              })
            : call('DELETE', path));
      // A patch of what the policy does not have is refused; then nothing has changed, and that is held against too.
      expect([200, 204, 400], JSON.stringify(answer.body)).toContain(answer.status);
      if (answer.status < 300) made += 1;
      // The engine catches up with an edit at the next report.
      picket.clock.pass(1);
      const checked = sentries[index % sentries.length] ?? device;
      await picket.send(checked, TEMPERATURE, 20);
      const shown = await ask<ResponseOf<'GET /sentries/{guid}/policies'>>(
        'GET',
        `/sentries/${checked.sentry}/policies?limit=500`,
      );
      for (const { reason } of shown.items) seen[reason] += 1;
      expect(await fingerprintsInForce(checked.sentry), `after edit ${index}`).toEqual(fingerprintsShown(shown.items));
      // Quiet hours are asked for when an alert is raised, by the same configuration.
      if (index % 10 > 0) continue;
      const config = await picket.server.pipeline.source.latest(await tenantOf());
      for (const { policy: there, doNotDisturb } of shown.items)
        expect(config.doNotDisturbOf(checked.sentry, there.guid)).toEqual(doNotDisturb ?? null);
    }
    expect(made).toBeGreaterThan(EDITS / 2);
    expect(Math.min(seen.GLOBAL, seen.OVERRIDE, seen.PINNED)).toBeGreaterThan(EDITS / 10);
  });

  let tenant = '';
  async function tenantOf(): Promise<string> {
    if (tenant === '')
      tenant = (await ask<ResponseOf<'GET /users/my-profile'>>('GET', '/users/my-profile')).tenant.guid;
    return tenant;
  }

  /** What the engine stepped this sentry's last report with, as it is in the database. */
  async function fingerprintsInForce(sentry: string): Promise<readonly string[]> {
    const { rows } = await picket.platform.db.console.query<{ fingerprints: Record<string, string> }>(
      `SELECT p.violations AS fingerprints FROM monitor_state m JOIN policy_fingerprint p ON p.hash = m.policy_hash WHERE m.sentry_guid = $1::uuid`,
      [sentry],
    );
    return Object.values(rows[0]?.fingerprints ?? {}).sort();
  }

  /** There are no zones at this location, so what looks at one is not watched. */
  const HERE = {
    reportIntervalSeconds: 60,
    fluidSensors: [],
    zoneFor: (_: unknown, { zoneId }: { readonly zoneId?: string | undefined }) =>
      zoneId === undefined ? null : undefined,
  };

  /** What it would have to be for what the API shows. */
  function fingerprintsShown(items: ResponseOf<'GET /sentries/{guid}/policies'>['items']): readonly string[] {
    const policies = items.map(({ policy, definition }) => {
      const content: PolicyContent['definition'] = definition;
      return { ...policy, definition: content };
    });
    return Object.values(fingerprintsOf(compilePolicies(policies, HERE))).sort();
  }
});
