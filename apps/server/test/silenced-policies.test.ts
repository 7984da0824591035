/** Edits that silence a policy are saved, answered with warnings, and audited with whether a person confirmed them. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { expect, test } from 'vitest';
import { condition, openPolicyRoom, TEMPERATURE, violation } from './policy-room.ts';

const room = openPolicyRoom();

type Saved = ResponseOf<'PATCH /policies/{guid}'>;

const edit = (guid: string, threshold: number, query = '') =>
  room().ask<Saved>('PATCH', `/policies/${guid}${query}`, { definition: { violations: [violation(threshold)] } });
const codesOf = ({ warnings }: Pick<Saved, 'warnings'>) => warnings.map(({ code }) => code);
const lastEntry = async (guid: string) => {
  const log = await room().ask<ResponseOf<'GET /audit'>>('GET', `/audit?target=${guid}&limit=1`);
  return log.items[0];
};

/** Two alerts of five minutes, with at most 28.5 °C. */
async function raiseTwice(): Promise<void> {
  for (const value of [20, 28, 28.5, 28, 28, 28, 20, 28, 28, 28, 28, 28, 20]) await room().send(value);
}

test('a limit that nothing can reach is saved, answered with what decides, and audited', async () => {
  const policy = await room().makePolicy();
  await raiseTwice();
  const [alert] = await room().alertsOf(policy.guid);
  await room().ask('POST', `/alerts/${alert?.guid}/verdict`, { verdict: 'REAL' });
  const saved = await edit(policy.guid, 5537.2222, '?confirmed=true');
  expect(saved.version).toBe(2);
  expect(saved.warnings).toEqual([
    {
      code: 'NEVER_MET',
      violation: 'Hot',
      index: 0,
      condition: 0,
      thresholdBefore: 25,
      measurable: { min: -40, max: 85 },
      read: { min: expect.any(Number), max: 28.5 },
      alerts: 2,
      real: 1,
    },
  ]);
  expect((await lastEntry(policy.guid))?.after).toMatchObject({
    warnings: [{ code: 'NEVER_MET', violation: 'Hot' }],
    confirmed: true,
    changes: [{ code: 'CONDITION_CHANGED', fields: [{ field: 'threshold', before: 25, after: 5537.2222 }] }],
  });
});

test('what raised alerts is silenced: by a limit, by a delay; a limit that was read silences nothing', async () => {
  const policy = await room().makePolicy();
  await raiseTwice();
  expect(codesOf(await edit(policy.guid, 28))).toEqual([]);
  expect((await lastEntry(policy.guid))?.after).not.toHaveProperty('warnings');
  expect(codesOf(await edit(policy.guid, 29))).toEqual(['SILENCES_ALERTS']);
  expect((await lastEntry(policy.guid))?.after).toMatchObject({ confirmed: false });
  await edit(policy.guid, 25);
  const delayed = await room().ask<Saved>('PATCH', `/policies/${policy.guid}`, {
    definition: { violations: [violation(25, { onsetDelay: 3600 })] },
  });
  expect(codesOf(delayed)).toEqual(['SILENCES_ALERTS']);
});

test('new policies, overrides and restored versions are checked like edits', async () => {
  const made = await room().makePolicy([violation(-50)]);
  expect(codesOf(made)).toEqual(['ALWAYS_MET']);
  const policy = await room().makePolicy();
  const override = await room().ask<ResponseOf<'PUT /sentries/{guid}/policies/{policyGuid}'>>(
    'PUT',
    `/sentries/${room().device.sentry}/policies/${policy.guid}`,
    {
      ignoreGlobalPolicyChanges: false,
      definition: {
        violations: [{ description: 'Hot', conditions: [{ sensorMetricId: TEMPERATURE, threshold: 90 }] }],
      },
    },
  );
  expect(codesOf(override)).toEqual(['NEVER_MET']);
  expect((await lastEntry(room().device.sentry))?.after).toMatchObject({ warnings: [{ code: 'NEVER_MET' }] });
  await edit(policy.guid, 90);
  await edit(policy.guid, 30);
  const restored = await room().ask<Saved>('POST', `/policies/${policy.guid}/versions/2/restore`);
  expect(codesOf(restored)).toEqual(['NEVER_MET']);
});

test('the evidence is of the locations its reader may view, and of nobody else’s organization', async () => {
  const policy = await room().makePolicy();
  await raiseTwice();
  const ask = (as = room().picket.admin, query = `policy=${policy.guid}`) =>
    room().ask<ResponseOf<'GET /views/policy-evidence'>>('GET', `/views/policy-evidence?${query}`, undefined, as);
  const all = await ask();
  expect(all.read).toMatchObject([{ sensorMetricId: TEMPERATURE, column: 'value' }]);
  expect(all.raised).toEqual([{ violation: 'Hot', alerts: 2, real: 0, longestSeconds: 300 }]);
  const elsewhere = await room().picket.addPerson('VIEWER', await room().picket.addLocation(`Else ${Math.random()}`));
  expect(await ask(elsewhere)).toMatchObject({ read: [], raised: [] });
  const other = await room().picket.addDevice(room().location);
  expect(await ask(undefined, `policy=${policy.guid}&sentry=${other.sentry}`)).toMatchObject({ read: [], raised: [] });
  const named = await ask(undefined, `metrics=${TEMPERATURE},environment_humidity`);
  expect(named).toMatchObject({ read: [{ sensorMetricId: TEMPERATURE }], raised: [] });
  const hidden = await room().picket.call('GET', `/views/policy-evidence?sentry=${other.sentry}`, { as: elsewhere });
  expect(hidden.status).toBe(404);
  const bad = await room().picket.call('GET', '/views/policy-evidence?metrics=a%20b', { as: room().picket.admin });
  expect(bad.status).toBe(400);
});

test('changes that an earlier version stored are read again', async () => {
  const policy = await room().makePolicy([violation(25, { conditions: [condition(25)] })]);
  await room().picket.platform.db.console.query(
    `UPDATE policy_version SET changes = $2::jsonb WHERE policy_guid = $1::uuid`,
    [
      policy.guid,
      JSON.stringify([
        {
          code: 'CONDITION_CHANGED',
          text: 'condition changed: Hot, environment_temperature (threshold 31.6667 °C -> 25 °C)',
          subject: 'Hot, environment_temperature',
          fields: [
            { field: 'threshold', before: '31.6667 °C', after: '25 °C' },
            { field: 'onsetDelay', before: '0 s', after: '120 s' },
            { field: 'calc', before: 'the reading itself', after: 'MEAN of 5 min' },
          ],
        },
        { code: 'CONDITION_REMOVED', text: 'x', subject: 'Hot, environment_humidity', fields: [] },
        {
          code: 'DO_NOT_DISTURB_SET',
          text: 'y',
          subject: '',
          fields: [{ field: 'schedule', before: 'unset', after: 'Mon' }],
        },
      ]),
    ],
  );
  const versions = await room().ask<ResponseOf<'GET /policies/{guid}/versions'>>(
    'GET',
    `/policies/${policy.guid}/versions`,
  );
  expect(versions.items[0]?.changes).toEqual([
    {
      code: 'CONDITION_CHANGED',
      text: 'condition changed: Hot, environment_temperature (threshold 31.6667 °C -> 25 °C)',
      subject: 'Hot',
      condition: { sensorMetricId: TEMPERATURE, column: 'value' },
      fields: [
        { field: 'threshold', before: 31.6667, after: 25 },
        { field: 'onsetDelay', before: 0, after: 120 },
        { field: 'calc', before: { grab: 'LAST', minutes: 0 }, after: { grab: 'MEAN', minutes: 5 } },
      ],
    },
    {
      code: 'CONDITION_REMOVED',
      text: 'x',
      subject: 'Hot',
      condition: { sensorMetricId: 'environment_humidity', column: 'value' },
      fields: [],
    },
    { code: 'DO_NOT_DISTURB_SET', text: 'y', subject: '', fields: [] },
  ]);
});
