/** Edits of policies: listed with their words, reverted; and whether the policies shown are those evaluated. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { PolicyContent } from '@picket/domain/policies';
import { compilePolicies, fingerprintsOf } from '@picket/monitor';
import { describe, expect, test } from 'vitest';
import { fsck } from '../src/views/run-integrity-checks.ts';
import type { Device } from './harness.ts';
import { condition, openPolicyRoom, TEMPERATURE, violation } from './policy-room.ts';
import { randomEdits } from './random-overrides.ts';

const room = openPolicyRoom();

describe('edits', () => {
  test('are listed newest first with their diff and whether they were reverted', async () => {
    const policy = await room().makePolicy();
    await room().ask('PATCH', `/policies/${policy.guid}`, { definition: { violations: [violation(30)] } });
    const list = () => room().ask<ResponseOf<'GET /policy-edits'>>('GET', `/policy-edits?policy=${policy.guid}`);
    const [edit, creation] = (await list()).items;
    expect(edit).toMatchObject({ title: policy.name, policy: policy.guid, restorable: true });
    expect(edit?.changes.map(({ text }) => text)).toEqual([
      'condition changed: Hot, environment_temperature (threshold 25 °C -> 30 °C)',
    ]);
    expect(creation?.changes).toMatchObject([{ code: 'POLICY_CREATED' }]);
    await room().ask('POST', `/alerts/${edit?.alert}/restore`);
    const after = await room().ask<ResponseOf<'GET /policies/{guid}'>>('GET', `/policies/${policy.guid}`);
    expect(after.definition.violations[0]?.conditions[0]?.threshold).toBe(25);
    const again = (await list()).items;
    expect(again.find(({ alert }) => alert === edit?.alert)).toMatchObject({ restorable: false, restored: {} });
    const paged = await room().ask<ResponseOf<'GET /policy-edits'>>(
      'GET',
      `/policy-edits?policy=${policy.guid}&limit=1`,
    );
    const next = await room().ask<ResponseOf<'GET /policy-edits'>>(
      'GET',
      `/policy-edits?policy=${policy.guid}&limit=1&cursor=${paged.nextCursor}`,
    );
    expect([...paged.items, ...next.items].map(({ alert }) => alert)).toEqual(
      again.slice(0, 2).map(({ alert }) => alert),
    );
  });

  test('a deleted policy is restored with its overrides', async () => {
    const policy = await room().makePolicy();
    const path = `/sentries/${room().device.sentry}/policies/${policy.guid}`;
    const patch = {
      ignoreGlobalPolicyChanges: false,
      definition: { violations: [{ description: 'Hot', severity: 111 }] },
    };
    await room().ask('PUT', path, patch);
    const before = await room().ask<ResponseOf<'GET /sentries/{guid}/policies/{policyGuid}'>>('GET', path);
    await room().ask('DELETE', `/policies/${policy.guid}`);
    const [edit] = (await room().ask<ResponseOf<'GET /policy-edits'>>('GET', `/policy-edits?policy=${policy.guid}`))
      .items;
    expect(edit?.changes).toMatchObject([{ code: 'POLICY_DELETED' }]);
    await room().ask('POST', `/alerts/${edit?.alert}/restore`);
    const after = await room().ask<ResponseOf<'GET /sentries/{guid}/policies/{policyGuid}'>>('GET', path);
    expect(after).toMatchObject({ reason: 'OVERRIDE', override: patch, definition: before.definition });
  });

  test('a deleted policy is restored with overrides that match nothing, without those whose zone is gone', async () => {
    const { location, device, picket } = room();
    const warm = violation(20, { description: 'Warm' });
    const policy = await room().makePolicy([violation(25), warm]);
    const other = await picket.addDevice(location);
    const zone = await room().ask<ResponseOf<'POST /locations/{guid}/zones'>>('POST', `/locations/${location}/zones`, {
      name: 'Short-lived',
      sensorMetricIdList: ['thermal_temperature'],
      exclusions: Array.from({ length: 24 }, () => Array.from({ length: 32 }, () => 'included')),
    });
    const patch = {
      ignoreGlobalPolicyChanges: false,
      definition: { violations: [{ description: 'Warm', severity: 111 }] },
    };
    const path = `/sentries/${device.sentry}/policies/${policy.guid}`;
    const zoned = `/sentries/${other.sentry}/policies/${policy.guid}`;
    await room().ask('PUT', path, patch);
    await room().ask('PUT', zoned, { ...patch, definition: { ...patch.definition, zone: zone.zoneId } });
    await room().ask('PATCH', `/policies/${policy.guid}`, { definition: { violations: [violation(25)] } });
    await room().ask('DELETE', `/policies/${policy.guid}`);
    await room().ask('DELETE', `/locations/${location}/zones/${zone.zoneId}`);
    const { items } = await room().ask<ResponseOf<'GET /policy-edits'>>('GET', `/policy-edits?policy=${policy.guid}`);
    await room().ask('POST', `/alerts/${items[0]?.alert}/restore`);
    const shown = (of: string) => room().ask<ResponseOf<'GET /sentries/{guid}/policies/{policyGuid}'>>('GET', of);
    expect(await shown(path)).toMatchObject({ reason: 'OVERRIDE', override: patch, dormant: ['violations/Warm'] });
    expect(await shown(zoned)).toMatchObject({ reason: 'GLOBAL' });
  });

  test('a deleted policy is restored with its versions, which its alerts name', async () => {
    const AT_ONCE = { onsetDelay: 0, exitDelay: 0 };
    const { picket } = room();
    const policy = await room().makePolicy([violation(25, AT_ONCE)]);
    await room().send(30);
    await room().ask('PATCH', `/policies/${policy.guid}`, {
      definition: { violations: [violation(24, AT_ONCE)] },
    });
    await picket.tick();
    await room().send(20);
    await room().send(30);
    await room().ask('DELETE', `/policies/${policy.guid}`);
    await picket.tick();
    const [edit] = (await room().ask<ResponseOf<'GET /policy-edits'>>('GET', `/policy-edits?policy=${policy.guid}`))
      .items;
    await room().ask('POST', `/alerts/${edit?.alert}/restore`);
    await picket.tick();
    const versions = await room().ask<ResponseOf<'GET /policies/{guid}/versions'>>(
      'GET',
      `/policies/${policy.guid}/versions`,
    );
    expect(versions.items.map(({ version }) => version)).toEqual([3, 2, 1]);
    expect(versions.items[2]?.definition).toEqual(policy.definition);
    await room().send(20);
    await room().send(31);
    const named = (await room().alertsOf(policy.guid)).map((alert) => alert.policy?.version);
    expect(named).toEqual([3, 2, 1]);
    expect(await fsck(picket.platform)).toEqual([]);
  });

  test('a viewer of one location sees its edits, and none of the organization', async () => {
    const policy = await room().makePolicy();
    await room().ask('PUT', `/sentries/${room().device.sentry}/policies/${policy.guid}`, {
      ignoreGlobalPolicyChanges: true,
      definition: { violations: [violation(40)] },
    });
    const viewer = await room().picket.addPerson('VIEWER', room().location);
    const seen = await room().ask<ResponseOf<'GET /policy-edits'>>('GET', '/policy-edits', undefined, viewer);
    expect(seen.items.map((one) => [one.sentry, one.location])).toEqual([[room().device.sentry, room().location]]);
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
  const patch = (policy: string, body: object) => room().ask('PATCH', `/policies/${policy}`, body);
  const makeZone = (name: string) =>
    room().ask<ResponseOf<'POST /locations/{guid}/zones'>>('POST', `/locations/${room().location}/zones`, {
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
    const [alert] = (await room().picket.alerts(`&kind=POLICY_CHANGE_ALERT${path}`)).map(({ message }) => message);
    const log = await room().ask<ResponseOf<'GET /audit'>>('GET', '/audit?limit=1');
    const edits = await room().ask<ResponseOf<'GET /policy-edits'>>('GET', `/policy-edits?limit=1${policy}`);
    // The message has neither values nor ids: each reader gets them in their own words.
    expect(alert).not.toMatch(/->|environment_|thermal_/u);
    return [JSON.stringify(log.items[0]?.after), edits.items[0]?.changes.map(({ text }) => text).join('; ') ?? ''];
  };

  test.each(cases)('$words', async ({ words, before, quiet, edit }) => {
    const policy = await room().makePolicy(before, quiet === undefined ? {} : { doNotDisturb: quiet });
    await edit(policy.guid);
    for (const text of await editTexts(`&policy=${policy.guid}`, `&policy=${policy.guid}`))
      expect(text).toContain(words);
    const versions = await room().ask<ResponseOf<'GET /policies/{guid}/versions'>>(
      'GET',
      `/policies/${policy.guid}/versions`,
    );
    expect(versions.items[0]?.changes.map(({ text }) => text).join('; ')).toContain(words);
  });

  test('zones: added, modified, removed; and removed from a condition', async () => {
    const name = `Rack ${Math.random()}`;
    const { zoneId } = await makeZone(name);
    for (const text of await editTexts(`&location=${room().location}`, ''))
      expect(text).toContain(`zone added: ${name}`);
    const smaller = CELLS.map((row, index) => (index === 0 ? row.map(() => 'excluded') : row));
    await room().ask('PATCH', `/locations/${room().location}/zones/${zoneId}`, { exclusions: smaller });
    for (const text of await editTexts(`&location=${room().location}`, ''))
      expect(text).toContain(`zone modified: ${name}`);
    const other = await makeZone(`${name} too`);
    const policy = await room().makePolicy([thermal(zoneId)]);
    await patch(policy.guid, { definition: { violations: [thermal(other.zoneId)] } });
    for (const text of await editTexts(`&policy=${policy.guid}`, '')) expect(text).toContain('zone modified: Spot');
    await patch(policy.guid, { definition: { violations: [thermal()] } });
    for (const text of await editTexts(`&policy=${policy.guid}`, '')) expect(text).toContain('zone removed: Spot');
    await room().ask('DELETE', `/locations/${room().location}/zones/${zoneId}`);
    for (const text of await editTexts(`&location=${room().location}`, ''))
      expect(text).toContain(`zone removed: ${name}`);
  });

  test('override in effect, and syncing with the global policy', async () => {
    const policy = await room().makePolicy();
    const path = `/sentries/${room().device.sentry}/policies/${policy.guid}`;
    const sentry = await room().ask<ResponseOf<'GET /sentries/{guid}'>>('GET', `/sentries/${room().device.sentry}`);
    await room().ask('PUT', path, { ignoreGlobalPolicyChanges: true, definition: { violations: [violation(40)] } });
    for (const text of await editTexts(`&sentry=${room().device.sentry}`, '')) {
      expect(text).toContain(`override in effect: ${sentry.name}`);
      expect(text).toContain('condition changed: Hot, environment_temperature (threshold 25 °C -> 40 °C)');
    }
    await room().ask('DELETE', path);
    for (const text of await editTexts(`&sentry=${room().device.sentry}`, ''))
      expect(text).toContain(`syncing with the global policy: ${sentry.name}`);
  });
});

describe('the policies shown are those evaluated', () => {
  const EDITS = process.env.PICKET_DEEP ? 1000 : 60;
  type Shown = ResponseOf<'GET /sentries/{guid}/policies'>['items'];

  /** The engine catches up with an edit at the next report. Returns what is shown of the sentry then. */
  async function reportAndRead(device: Device): Promise<Shown> {
    const { picket } = room();
    picket.clock.pass(1);
    await picket.send(device, TEMPERATURE, 20);
    const path = `/sentries/${device.sentry}/policies?limit=500`;
    return (await room().ask<ResponseOf<'GET /sentries/{guid}/policies'>>('GET', path)).items;
  }

  /** Quiet hours are asked for when an alert is raised, by the same configuration. */
  async function expectSameQuietHours(sentry: string, shown: Shown): Promise<void> {
    const { tenant } = await room().ask<ResponseOf<'GET /users/my-profile'>>('GET', '/users/my-profile');
    const config = await room().picket.server.pipeline.source.latest(tenant.guid);
    for (const { policy, doNotDisturb } of shown)
      expect(config.doNotDisturbOf(sentry, policy.guid)).toEqual(doNotDisturb ?? null);
  }

  test(`over ${EDITS} random global edits and overrides`, { timeout: 900_000 }, async () => {
    const { picket, location, device } = room();
    const others = await Promise.all([1, 2, 3].map(() => picket.addDevice(location, { reportIntervalSeconds: 60 })));
    const devices = [device, ...others];
    const policies = await Promise.all([room().makePolicy(), room().makePolicy()]);
    const edits = randomEdits(
      EDITS,
      policies.map(({ guid }) => guid),
      devices.map(({ sentry }) => sentry),
    );
    const seen = { GLOBAL: 0, OVERRIDE: 0, PINNED: 0 };
    let made = 0;
    for (const [index, { method, path, body }] of edits.entries()) {
      const answer = await picket.call(method, path, { as: picket.admin, body });
      // A patch of what the policy does not have is refused; then nothing has changed, and that is held against too.
      expect([200, 204, 400], JSON.stringify(answer.body)).toContain(answer.status);
      if (answer.status < 300) made += 1;
      const checked = devices[index % devices.length] ?? device;
      const shown = await reportAndRead(checked);
      for (const { reason } of shown) seen[reason] += 1;
      expect(await fingerprintsInForce(checked.sentry), `after edit ${index}`).toEqual(fingerprintsShown(shown));
      if (index % 10 === 0) await expectSameQuietHours(checked.sentry, shown);
    }
    expect(made).toBeGreaterThan(EDITS / 2);
    expect(Math.min(seen.GLOBAL, seen.OVERRIDE, seen.PINNED)).toBeGreaterThan(EDITS / 10);
  });

  /** What the engine stepped this sentry's last report with, as it is in the database. */
  async function fingerprintsInForce(sentry: string): Promise<readonly string[]> {
    const { rows } = await room().picket.platform.db.console.query<{ fingerprints: Record<string, string> }>(
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
  function fingerprintsShown(items: Shown): readonly string[] {
    const policies = items.map(({ policy, definition }) => {
      const content: PolicyContent['definition'] = definition;
      return { ...policy, definition: content };
    });
    return Object.values(fingerprintsOf(compilePolicies(policies, HERE))).sort();
  }
});
