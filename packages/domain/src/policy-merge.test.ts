/** Policies as data: what holds on a device and why, what an edit changed, what is refused. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICIES } from './default-policies.ts';
import type { PolicyContent } from './policies.ts';
import { changeText, policyChanges } from './policy-changes.ts';
import { type PolicyPatch, patchProblems, policyInForce } from './policy-merge.ts';
import { definitionProblems } from './policy-rules.ts';

const contentOf = (name: string): PolicyContent => {
  const found = DEFAULT_POLICIES.find((policy) => policy.name === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return { definition: found.definition, doNotDisturb: found.doNotDisturb ?? null };
};
const room = contentOf('Room temperature');
const motion = contentOf('Motion');

/** A copy with one violation changed. */
const edited = (content: PolicyContent, index: number, change: object): PolicyContent => ({
  ...content,
  definition: {
    ...content.definition,
    violations: content.definition.violations.map((one, place) => (place === index ? { ...one, ...change } : one)),
  },
});

const patch = (
  violations: PolicyPatch['definition']['violations'],
  extras: Partial<PolicyPatch> = {},
): PolicyPatch => ({
  ignoreGlobalPolicyChanges: false,
  definition: { violations },
  ...extras,
});

describe('the value in force', () => {
  test('without an override it is the global one', () => {
    expect(policyInForce(room, null)).toEqual({ ...room, reason: 'GLOBAL', overridden: [], dormant: [] });
  });

  test('a patch changes what it names, and nothing else; all else follows the global policy', () => {
    const override = patch([
      {
        description: 'Too hot',
        severity: 400,
        conditions: [{ sensorMetricId: 'environment_temperature', threshold: 28 }],
      },
    ]);
    const here = policyInForce(room, override);
    expect(here.reason).toBe('OVERRIDE');
    expect(here.overridden).toEqual([
      'violations/Too hot/severity',
      'violations/Too hot/environment_temperature/threshold',
    ]);
    expect(here.definition.violations[1]).toMatchObject({
      severity: 400,
      onsetDelay: 10,
      conditions: [{ threshold: 28 }],
    });
    expect(here.definition.violations[0]).toEqual(room.definition.violations[0]);
    const later = policyInForce(edited(room, 1, { exitDelay: 5 }), override);
    expect(later.definition.violations[1]).toMatchObject({
      severity: 400,
      exitDelay: 5,
      conditions: [{ threshold: 28 }],
    });
  });

  test('do-not-disturb: left out as in the global policy, null none, else its own', () => {
    expect(policyInForce(motion, patch([])).doNotDisturb).toEqual(motion.doNotDisturb);
    expect(policyInForce(motion, patch([], { doNotDisturb: null })).doNotDisturb).toBeNull();
  });

  test('a patch of a violation deleted since is dormant', () => {
    const without = { ...room, definition: { violations: room.definition.violations.slice(0, 1) } };
    const here = policyInForce(without, patch([{ description: 'Too hot', severity: 1 }]));
    expect(here.definition).toEqual(without.definition);
    expect(here.dormant).toEqual(['violations/Too hot']);
  });

  test('a pinned copy does not follow the global policy', () => {
    const here = policyInForce(edited(room, 0, { severity: 1 }), { ...room, ignoreGlobalPolicyChanges: true });
    expect(here).toMatchObject({ reason: 'PINNED', definition: room.definition });
  });

  test('a patch of a missing violation, or two of one, is rejected by field', () => {
    expect(patchProblems(room, patch([{ description: 'Too wet' }]))).toEqual([
      { name: 'definition.violations.0.description', message: 'the policy has no violation of this description' },
    ]);
    expect(
      patchProblems(
        room,
        patch([{ description: 'Too hot', conditions: [{ sensorMetricId: 'environment_humidity' }] }]),
      ),
    ).toEqual([
      { name: 'definition.violations.0.conditions.0.sensorMetricId', message: 'the violation has no such condition' },
    ]);
    expect(patchProblems(room, patch([{ description: 'Too hot' }, { description: 'Too hot' }]))).toHaveLength(1);
  });
});

describe('change descriptions (specification, section 4)', () => {
  const texts = (before: PolicyContent, after: PolicyContent): string[] => policyChanges(before, after).map(changeText);
  const hot = room.definition.violations[1];
  const condition = hot?.conditions[0];

  test.each<[string, PolicyContent, PolicyContent, string[]]>([
    ['nothing', room, structuredClone(room), []],
    [
      'a violation removed',
      room,
      { ...room, definition: { violations: room.definition.violations.slice(0, 1) } },
      ['violation removed: Too hot'],
    ],
    [
      'a violation added',
      { ...room, definition: { violations: room.definition.violations.slice(0, 1) } },
      room,
      ['violation added: Too hot'],
    ],
    [
      'a violation renamed',
      room,
      edited(room, 1, { description: 'Overheating' }),
      ['violation renamed: Too hot (description Too hot -> Overheating)'],
    ],
    [
      'a violation changed',
      room,
      edited(room, 1, { severity: 400, exitDelay: 60 }),
      ['violation changed: Too hot (severity 360 -> 400, exitDelay 120 s -> 60 s)'],
    ],
    [
      'a condition changed',
      room,
      edited(room, 1, { conditions: [{ ...condition, threshold: 30, calc: { grab: 'MEAN', minutes: 5 } }] }),
      [
        'condition changed: Too hot, environment_temperature (threshold 31.6667 °C -> 30 °C, calc the reading itself -> MEAN of 5 min)',
      ],
    ],
    [
      'a condition removed and another added',
      room,
      edited(room, 1, { conditions: [{ ...condition, sensorMetricId: 'environment_humidity' }] }),
      ['condition removed: Too hot, environment_temperature', 'condition added: Too hot, environment_humidity'],
    ],
    [
      'a zone added to a condition',
      room,
      edited(room, 1, { conditions: [{ ...condition, zoneId: 'z' }] }),
      ['zone added: Too hot, environment_temperature'],
    ],
    [
      'the base zone modified',
      { ...room, definition: { ...room.definition, zone: 'a' } },
      { ...room, definition: { ...room.definition, zone: 'b' } },
      ['zone modified'],
    ],
    ['the base zone removed', { ...room, definition: { ...room.definition, zone: 'a' } }, room, ['zone removed']],
    [
      'do-not-disturb set',
      room,
      { ...room, doNotDisturb: motion.doNotDisturb },
      ['do-not-disturb set (schedule unset -> Mon, Tue, Wed, Thu, Fri 9:00AM - 5:00PM)'],
    ],
    [
      'do-not-disturb changed',
      motion,
      { ...motion, doNotDisturb: { daysOfWeek: [6], beginHour: 1, beginMinute: 0, endHour: 2, endMinute: 0 } },
      ['do-not-disturb changed (schedule Mon, Tue, Wed, Thu, Fri 9:00AM - 5:00PM -> Sat 1:00AM - 2:00AM)'],
    ],
    [
      'do-not-disturb deleted',
      motion,
      { ...motion, doNotDisturb: null },
      ['do-not-disturb deleted (schedule Mon, Tue, Wed, Thu, Fri 9:00AM - 5:00PM -> unset)'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(texts(before, after)).toEqual(expected);
  });

  test('an override taking effect and ending', () => {
    expect(changeText({ code: 'OVERRIDE_IN_EFFECT', subject: '', fields: [] })).toBe('override in effect');
    expect(changeText({ code: 'SYNCING_WITH_GLOBAL', subject: '', fields: [] })).toBe('syncing with the global policy');
  });
});

describe('invalid definitions', () => {
  test('the default policies are valid', () => {
    for (const { definition } of DEFAULT_POLICIES) expect(definitionProblems(definition)).toEqual([]);
  });

  const hot = room.definition.violations[1];
  const condition = hot?.conditions[0];
  const names = (change: object): string[] =>
    definitionProblems(edited(room, 1, change).definition).map(({ name }) => name);

  test.each([
    ['two violations with one description', { description: 'Too cold' }, ['violations.1.description']],
    [
      'two conditions on one sensor',
      { conditions: [condition, condition] },
      ['violations.1.conditions.1.sensorMetricId'],
    ],
    [
      'no such metric',
      { conditions: [{ ...condition, sensorMetricId: 'environment_smell' }] },
      ['violations.1.conditions.0.sensorMetricId'],
    ],
    ['no such column', { conditions: [{ ...condition, column: 'max' }] }, ['violations.1.conditions.0.column']],
    [
      'a mean of nothing',
      { conditions: [{ ...condition, calc: { grab: 'MEAN', minutes: 0 } }] },
      ['violations.1.conditions.0.calc.minutes'],
    ],
    ['a zone without pictures', { conditions: [{ ...condition, zoneId: 'z' }] }, ['violations.1.conditions.0.zoneId']],
    [
      'silence below something',
      { conditions: [{ ...condition, sensorMetricId: 'sentry_silence', column: 'seconds', operator: 'LESS_THAN' }] },
      ['violations.1.conditions.0.operator'],
    ],
  ])('%s', (_, change, expected) => {
    expect(names(change)).toEqual(expected);
  });
});
