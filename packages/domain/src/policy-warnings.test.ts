import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICIES } from './default-policies.ts';
import { type Condition, newCondition, newViolation, type PolicyContent, type Violation } from './policies.ts';
import { NO_EVIDENCE, type PolicyEvidence, policyWarnings } from './policy-warnings.ts';
import { otherUnitThreshold } from './unit-hints.ts';
import { fahrenheitToCelsius } from './units.ts';

const content = (...violations: Violation[]): PolicyContent => ({ definition: { violations }, doNotDisturb: null });
const hot = (threshold: number, extras: Partial<Violation> = {}, condition: Partial<Condition> = {}): Violation =>
  newViolation(
    'Too hot',
    360,
    { ...newCondition('environment_temperature', 'GREATER_THAN', threshold), ...condition },
    extras,
  );
const before = content(hot(31.6667));
const ROOM = { sensorMetricId: 'environment_temperature', column: 'value', min: 18, max: 37.2 };
const evidence: PolicyEvidence = {
  read: [ROOM],
  raised: [{ violation: 'Too hot', alerts: 4, real: 2, longestSeconds: 5400 }],
};
const codes = (old: PolicyContent | null, now: PolicyContent, known = evidence): string[] =>
  policyWarnings(old, now, known).map(({ code, violation }) => `${code}: ${violation}`);

describe('what an edit makes of its violations', () => {
  test.each<[string, PolicyContent | null, PolicyContent, string[]]>([
    ['9999 °F, which no sensor measures', before, content(hot(5537.2222)), ['NEVER_MET: Too hot']],
    ['just what sensors measure at most', before, content(hot(85)), ['NEVER_MET: Too hot']],
    ['a limit that was never read', before, content(hot(40)), ['SILENCES_ALERTS: Too hot']],
    ['a limit that was read', before, content(hot(37)), []],
    ['a limit below everything', before, content(hot(-41)), ['ALWAYS_MET: Too hot']],
    ['the same, for a new policy', null, content(hot(-41)), ['ALWAYS_MET: Too hot']],
    ['a high limit of a new policy, which silences nothing', null, content(hot(40)), []],
    ['nothing changed', before, before, []],
    ['only its severity changed', content(hot(9999)), content(hot(9999, { severity: 100 })), []],
    ['renamed, and out of reach', before, content({ ...hot(31.6667), description: 'Overheating' }), []],
    [
      'a delay longer than any alert',
      before,
      content(hot(31.6667, { onsetDelay: 5401 })),
      ['SILENCES_ALERTS: Too hot'],
    ],
    ['a delay as long as the longest alert', before, content(hot(31.6667, { onsetDelay: 5400 })), []],
    ['the delay of a condition', before, content(hot(31.6667, {}, { onsetDelay: 7200 })), ['SILENCES_ALERTS: Too hot']],
    ['the other side', before, content(hot(31.6667, {}, { operator: 'LESS_THAN' })), []],
    ['below what was read', before, content(hot(10, {}, { operator: 'LESS_THAN' })), ['SILENCES_ALERTS: Too hot']],
    [
      'the change over an hour can be as large as the range',
      before,
      content(hot(100, {}, { calc: { grab: 'DELTA', minutes: 60 } })),
      ['SILENCES_ALERTS: Too hot'],
    ],
    [
      'the change over an hour cannot be larger',
      before,
      content(hot(125, {}, { calc: { grab: 'DELTA', minutes: 60 } })),
      ['NEVER_MET: Too hot'],
    ],
    ['a sum has no limit', before, content(hot(5000, {}, { calc: { grab: 'SUM', minutes: 60 } })), []],
    [
      'fewer than no readings',
      before,
      content(hot(0, {}, { operator: 'LESS_THAN', calc: { grab: 'COUNT', minutes: 5 } })),
      ['NEVER_MET: Too hot'],
    ],
    ['CHANGED compares with no limit', before, content(hot(9999, {}, { operator: 'CHANGED' })), []],
    [
      'one of two conditions can never be met',
      null,
      content({
        ...hot(30),
        conditions: [...hot(30).conditions, newCondition('environment_humidity', 'GREATER_THAN', 100)],
      }),
      ['NEVER_MET: Too hot'],
    ],
    [
      'one of two conditions is always met',
      null,
      content({
        ...hot(30),
        conditions: [...hot(30).conditions, newCondition('environment_humidity', 'GREATER_THAN', -1)],
      }),
      [],
    ],
    [
      'a state has two values',
      null,
      content(newViolation('Power', 300, newCondition('power_onBattery', 'GREATER_THAN', 1))),
      ['NEVER_MET: Power'],
    ],
    [
      'silence of no time at all',
      null,
      content(newViolation('Silent', 300, newCondition('sentry_silence', 'GREATER_THAN', 0, 'seconds'))),
      ['ALWAYS_MET: Silent'],
    ],
  ])('%s', (_, old, now, expected) => {
    expect(codes(old, now)).toEqual(expected);
  });

  test('says what decides', () => {
    expect(policyWarnings(before, content(hot(5537.2222)), evidence)).toEqual([
      {
        code: 'NEVER_MET',
        violation: 'Too hot',
        index: 0,
        condition: 0,
        thresholdBefore: 31.6667,
        measurable: { min: -40, max: 85 },
        read: { min: 18, max: 37.2 },
        alerts: 4,
        real: 2,
      },
    ]);
  });

  test('what was read can be measured', () => {
    const oven = { read: [{ ...ROOM, max: 400 }], raised: [] };
    expect(codes(before, content(hot(350)), oven)).toEqual([]);
    expect(codes(before, content(hot(400)), oven)).toEqual(['NEVER_MET: Too hot']);
  });

  test('a longer silence than any', () => {
    const silent = (threshold: number) =>
      content(newViolation('Silent', 999, newCondition('sentry_silence', 'GREATER_THAN', threshold, 'seconds')));
    const known = { read: [], raised: [{ violation: 'Silent', alerts: 1, real: 0, longestSeconds: 600 }] };
    expect(codes(silent(900), silent(1500), known)).toEqual([]);
    expect(codes(silent(900), silent(1501), known)).toEqual(['SILENCES_ALERTS: Silent']);
  });

  test('an open alert lasts as long as any delay', () => {
    const open = { read: [ROOM], raised: [{ violation: 'Too hot', alerts: 1, real: 0, longestSeconds: null }] };
    expect(codes(before, content(hot(31.6667, { onsetDelay: 86_400 })), open)).toEqual([]);
  });

  test('the default policies are beyond doubt', () => {
    for (const { definition } of DEFAULT_POLICIES)
      expect(policyWarnings(null, { definition, doNotDisturb: null }, NO_EVIDENCE)).toEqual([]);
  });
});

describe('a limit typed in the other unit', () => {
  const meant = (
    typed: number,
    unit: '°C' | '°F',
    condition: Partial<Condition> = {},
    read = ROOM as typeof ROOM | null,
  ) => {
    const useCelsius = unit === '°C';
    const [one = null] = hot(useCelsius ? typed : fahrenheitToCelsius(typed), {}, condition).conditions;
    return one === null ? null : otherUnitThreshold(one, { useCelsius }, read);
  };
  test.each<[string, number, '°C' | '°F', Partial<Condition>, number | null]>([
    ['above 30 °F is above everything read', 30, '°F', {}, 30],
    ['above 89 °F', 89, '°F', {}, null],
    ['above 86 °C', 86, '°C', {}, 30],
    ['above 30 °C', 30, '°C', {}, null],
    ['below 30 °F warns of frost: as °C it would always be met', 30, '°F', { operator: 'LESS_THAN' }, null],
    ['below 65 °C', 65, '°C', { operator: 'LESS_THAN' }, 18.3333],
    ['above 9999 °F makes sense in neither unit', 9999, '°F', {}, null],
    ['a change of 30 °F', 30, '°F', { calc: { grab: 'DELTA', minutes: 60 } }, null],
  ])('%s', (_, typed, unit, condition, expected) => {
    expect(meant(typed, unit, condition)).toBe(expected);
    // Without readings, by what rooms usually are.
    expect(meant(typed, unit, condition, null)).toBe(expected);
  });

  test('in a freezer 10 °F makes sense', () => {
    expect(meant(10, '°F', {}, { ...ROOM, min: -25, max: -15 })).toBeNull();
  });

  test('other metrics have one unit', () => {
    expect(meant(30, '°F', { sensorMetricId: 'environment_humidity' })).toBeNull();
  });
});
