/** What a policy would do before it is saved, and its tuning suggestions. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { describe, expect, test } from 'vitest';
import { condition, openPolicyRoom, TEMPERATURE, violation } from './policy-room.ts';

const room = openPolicyRoom();

const suggestionsFor = (policy: string, as = room().picket.admin) =>
  room().ask<ResponseOf<'GET /policies/{guid}/suggestions'>>('GET', `/policies/${policy}/suggestions`, undefined, as);
const tickTwice = async (): Promise<void> => {
  await room().picket.tick();
  await room().picket.tick();
};

describe('the preview of an edit', () => {
  type Preview = ResponseOf<'POST /policies/preview'>;

  test('shows its changes, the sentries it applies to, and their overrides', async () => {
    const policy = await room().makePolicy();
    const pinned = await room().picket.addDevice(room().location);
    const patched = await room().picket.addDevice(room().location);
    await room().ask('PUT', `/sentries/${pinned.sentry}/policies/${policy.guid}`, {
      ignoreGlobalPolicyChanges: true,
      definition: { violations: [violation(40)] },
    });
    await room().ask('PUT', `/sentries/${patched.sentry}/policies/${policy.guid}`, {
      ignoreGlobalPolicyChanges: false,
      definition: { violations: [{ description: 'Hot', severity: 100 }] },
    });
    const preview = await room().ask<Preview>('POST', '/policies/preview', {
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
    const sentries = await room().ask<ResponseOf<'GET /sentries'>>('GET', '/sentries?limit=500');
    expect(preview.sentries).toBe(sentries.items.length);
    expect(preview.locations).toBe(new Set(sentries.items.map((one) => one.location)).size);
    const unchanged = await room().ask<ResponseOf<'GET /policies/{guid}'>>('GET', `/policies/${policy.guid}`);
    expect(unchanged.version).toBe(1);
  });

  test('shows what happens to running delays and open alerts', async () => {
    const policy = await room().makePolicy([violation(25), violation(26, { description: 'Hotter', onsetDelay: 600 })]);
    await room().send(28);
    await room().send(28);
    await tickTwice();
    expect(await room().alertsOf(policy.guid)).toMatchObject([{ violation: 'Hot', state: 'OPEN' }]);
    const preview = (violations: readonly object[]) =>
      room().ask<Preview>('POST', '/policies/preview', {
        policy: policy.guid,
        name: policy.name,
        definition: { violations },
      });
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
    const fresh = await room().ask<Preview>('POST', '/policies/preview', {
      name: 'Frost',
      definition: { violations: [violation(2)] },
    });
    expect(fresh.changes).toMatchObject([{ code: 'POLICY_CREATED' }]);
    expect(fresh.overrides).toEqual([]);
    const bad = await room().picket.call<{ errors: { name: string }[] }>('POST', '/policies/preview', {
      as: room().picket.admin,
      body: {
        name: 'Frost',
        definition: { violations: [violation(2, { conditions: [condition(1, { column: 'x' })] })] },
      },
    });
    expect(bad.status).toBe(400);
    expect(bad.body.errors.map(({ name }) => name)).toEqual(['definition.violations.0.conditions.0.column']);
  });
});

describe('verdicts', () => {
  test('are stored with their author, can be changed and removed, and are not edits of the policy', async () => {
    const raised = await room().ask<ResponseOf<'POST /alerts'>>('POST', '/alerts', {
      location: room().location,
      severity: 300,
      message: 'Smoke',
    });
    const path = `/alerts/${raised.guid}/verdict`;
    const viewer = await room().picket.addPerson('VIEWER', room().location);
    const first = await room().ask<ResponseOf<'POST /alerts/{guid}/verdict'>>(
      'POST',
      path,
      { verdict: 'FALSE_ALARM' },
      viewer,
    );
    expect(first.verdict).toMatchObject({ verdict: 'FALSE_ALARM', at: formatInstant(room().picket.clock.now()) });
    expect(
      (await room().ask<ResponseOf<'GET /alerts'>>('GET', `/alerts?verdict=FALSE_ALARM&location=${room().location}`))
        .items,
    ).toHaveLength(1);
    await room().ask('POST', path, { verdict: 'REAL' });
    const back = await room().ask<ResponseOf<'POST /alerts/{guid}/verdict'>>('POST', path, { verdict: null });
    expect(back.verdict).toBeUndefined();
    const detail = await room().ask<ResponseOf<'GET /alerts/{guid}'>>('GET', `/alerts/${raised.guid}`);
    expect(detail.timeline.filter(({ code }) => code === 'VERDICT_SET').map((step) => step.detail.verdict)).toEqual([
      'FALSE_ALARM',
      'REAL',
      null,
    ]);
    const policy = await room().makePolicy();
    const [edit] = await room().picket.alerts(`&kind=POLICY_CHANGE_ALERT&policy=${policy.guid}`);
    const refused = await room().picket.call('POST', `/alerts/${edit?.guid}/verdict`, {
      as: room().picket.admin,
      body: { verdict: 'REAL' },
    });
    expect(refused.status).toBe(409);
  });

  test('lead to a suggestion: the exit delay that avoids the false alerts and loses no real one', async () => {
    const policy = await room().makePolicy([violation(25, { onsetDelay: 0 })]);
    // It flaps: five times over the limit for a minute, four minutes apart. Then it is really hot for an hour.
    const flap = async (): Promise<void> => {
      await room().send(26);
      for (let i = 0; i < 3; i++) await room().send(24);
    };
    for (let i = 0; i < 5; i++) await flap();
    for (let i = 0; i < 40; i++) await room().send(23);
    for (let i = 0; i < 60; i++) await room().send(33);
    await room().send(22);
    room().picket.admin = await room().picket.signIn('admin@picket.example');
    const raised = (await room().alertsOf(policy.guid)).toReversed();
    expect(raised).toHaveLength(6);
    for (const [index, { guid }] of raised.entries())
      await room().ask('POST', `/alerts/${guid}/verdict`, { verdict: index < 5 ? 'FALSE_ALARM' : 'REAL' });
    const suggestions = await suggestionsFor(policy.guid);
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
        sentry: room().device.sentry,
      },
    ]);
    // Were the real one no warmer than the false ones, no limit could part them.
    await room().ask('POST', `/alerts/${raised[0]?.guid}/verdict`, { verdict: 'REAL' });
    const parted = await suggestionsFor(policy.guid);
    expect(parted.suggestions).toMatchObject([
      { field: 'exitDelay', before: 0, after: 300, falseAlerts: 4, removed: 4, realAlerts: 2, delayed: 0 },
    ]);
    const card = (await room().ask<ResponseOf<'GET /views/policies'>>('GET', '/views/policies')).items.find(
      ({ guid }) => guid === policy.guid,
    );
    expect(card).toMatchObject({ alerts: 6, open: 0, verdicts: { real: 2, false: 4, maintenance: 0 }, overrides: 0 });
  });

  test('a viewer of one location gets counts of that location only', async () => {
    const policy = await room().makePolicy([violation(25, { onsetDelay: 0 })]);
    await room().send(26);
    await room().send(24);
    const [only] = await room().alertsOf(policy.guid);
    await room().ask('POST', `/alerts/${only?.guid}/verdict`, { verdict: 'FALSE_ALARM' });
    const here = await room().picket.addPerson('VIEWER', room().location);
    const elsewhere = await room().picket.addPerson('VIEWER', await room().picket.addLocation(`Else ${Math.random()}`));
    expect((await suggestionsFor(policy.guid, here)).counts.false).toBe(1);
    expect((await suggestionsFor(policy.guid, elsewhere)).counts.false).toBe(0);
    const card = (
      await room().ask<ResponseOf<'GET /views/policies'>>('GET', '/views/policies', undefined, elsewhere)
    ).items.find(({ guid }) => guid === policy.guid);
    expect(card).toMatchObject({ alerts: 0, sentries: 0, verdicts: { false: 0 } });
  });

  test('one false alert leads to no suggestion', async () => {
    const policy = await room().makePolicy([violation(25, { onsetDelay: 0 })]);
    await room().send(26);
    await room().send(24);
    const [only] = await room().alertsOf(policy.guid);
    await room().ask('POST', `/alerts/${only?.guid}/verdict`, { verdict: 'FALSE_ALARM' });
    const suggestions = await suggestionsFor(policy.guid);
    expect(suggestions).toMatchObject({ counts: { false: 1 }, suggestions: [] });
  });
});

describe('simulation', () => {
  type Simulation = ResponseOf<'POST /policies/simulate'>;
  const NOON = '2026-03-04T11:00:00Z';
  const attempt = (body: object, as = room().picket.admin) =>
    room().ask<Simulation>(
      'POST',
      '/policies/simulate',
      { sentry: room().device.sentry, sensorMetricId: TEMPERATURE, column: 'value', value: 30, at: NOON, ...body },
      as,
    );
  const about = (simulation: Simulation, policy: { guid: string }) =>
    simulation.violations.find((one) => one.policy.guid === policy.guid);

  test('raised after its delays; within limits; not long enough', async () => {
    const policy = await room().makePolicy([violation(25, { conditions: [condition(25, { onsetDelay: 30 })] })]);
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
    const mean = await room().makePolicy([
      violation(25, { onsetDelay: 0, conditions: [condition(25, { calc: { grab: 'MEAN', minutes: 10 } })] }),
    ]);
    const both = await room().makePolicy([violation(25, { onsetDelay: 0, conditions: [condition(25), damp] })]);
    const before = await attempt({});
    expect(about(before, mean)).toMatchObject({ code: 'RAISED', raisedAt: '2026-03-04T11:04:00Z' });
    // A mean over ten minutes is not moved far by one.
    expect(about(await attempt({ value: 25.1, seconds: 60 }), mean)).toMatchObject({ code: 'RAISED' });
    expect(about(await attempt({ value: 25 }), mean)).toMatchObject({ code: 'WITHIN_LIMITS' });
    expect(about(before, both)).toMatchObject({ code: 'OTHER_CONDITION_NOT_MET' });
    await room().picket.send(room().device, 'environment_humidity', 70);
    expect(about(await attempt({}), both)).toMatchObject({ code: 'RAISED', raisedAt: NOON });
  });

  test('do-not-disturb, an override and a draft decide', async () => {
    const doNotDisturb = { daysOfWeek: [3], beginHour: 9, beginMinute: 0, endHour: 17, endMinute: 0 };
    const policy = await room().makePolicy([violation()], { doNotDisturb });
    expect(about(await attempt({}), policy)).toMatchObject({ code: 'RAISED', mutedUntil: '2026-03-04T16:00:00Z' });
    expect(about(await attempt({ at: '2026-03-05T11:00:00Z' }), policy)).not.toHaveProperty('mutedUntil');
    const draft = { policy: policy.guid, definition: { violations: [violation(35)] }, doNotDisturb: null };
    expect(about(await attempt({ draft }), policy)).toMatchObject({ code: 'WITHIN_LIMITS' });
    await room().ask('PUT', `/sentries/${room().device.sentry}/policies/${policy.guid}`, {
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
    await room().picket.send(room().device, 'bluetooth_devices', 3, room().picket.clock.now(), 'count');
    const devices = { sensorMetricId: 'bluetooth_devices', column: 'count' };
    expect((await attempt({ ...devices, value: 3 })).violations).toMatchObject([{ code: 'WITHIN_LIMITS' }]);
    expect((await attempt({ ...devices, value: 4 })).violations).toMatchObject([{ code: 'RAISED' }]);
  });

  test('administrators see every user, others only themselves', async () => {
    const viewer = await room().picket.addPerson('VIEWER', room().location);
    const elsewhere = await room().picket.addPerson('VIEWER', await room().picket.addLocation(`Else ${Math.random()}`));
    const everyone = await attempt({});
    expect(new Set(everyone.users.map(({ code }) => code))).toEqual(new Set(['CAN_VIEW', 'NO_PERMISSION']));
    const mine = await attempt({}, viewer);
    expect(mine.users).toMatchObject([{ code: 'CAN_VIEW' }]);
    const me = mine.users[0]?.guid;
    expect((await attempt({ user: me })).users).toEqual([{ ...mine.users[0] }]);
    const other = everyone.users.find(({ guid }) => guid !== me)?.guid;
    const refused = await room().picket.call('POST', '/policies/simulate', {
      as: viewer,
      body: {
        sentry: room().device.sentry,
        sensorMetricId: TEMPERATURE,
        column: 'value',
        value: 1,
        at: NOON,
        user: other,
      },
    });
    expect(refused.status).toBe(404);
    const hidden = await room().picket.call('POST', '/policies/simulate', {
      as: elsewhere,
      body: { sentry: room().device.sentry, sensorMetricId: TEMPERATURE, column: 'value', value: 1, at: NOON },
    });
    expect(hidden.status).toBe(404);
  });
});

describe('backtest', () => {
  test('returns its series, and evaluates an override by itself', async () => {
    const policy = await room().makePolicy([violation(25, { onsetDelay: 0 })]);
    await room().send(24);
    await room().send(26);
    await room().send(24);
    await room().ask('PUT', `/sentries/${room().device.sentry}/policies/${policy.guid}`, {
      ignoreGlobalPolicyChanges: true,
      definition: { violations: [violation(30, { onsetDelay: 0 })] },
    });
    const span = {
      from: formatInstant(room().picket.clock.now() - 3_600_000),
      to: formatInstant(room().picket.clock.now() + 1000),
      sentry: room().device.sentry,
      definition: { violations: [violation(23, { onsetDelay: 0 })] },
    };
    type Backtest = ResponseOf<'POST /policies/{guid}/backtest'>;
    const global = await room().ask<Backtest>('POST', `/policies/${policy.guid}/backtest`, span);
    expect(global.series).toEqual([{ sentry: room().device.sentry, sensorMetricId: TEMPERATURE, column: 'value' }]);
    expect(global.includesSilence).toBe(false);
    // Pinned: a global draft changes nothing here.
    expect(global).toMatchObject({ draft: { alerts: [] }, inForce: { alerts: [] } });
    const own = await room().ask<Backtest>('POST', `/policies/${policy.guid}/backtest`, { ...span, isOverride: true });
    expect(own.draft.alerts).toHaveLength(1);
  });
});
