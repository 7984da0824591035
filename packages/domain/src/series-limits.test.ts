import { expect, test } from 'vitest';
import { type Condition, newCondition, newViolation } from './policies.ts';
import { hasLimit, limitsOf } from './series-limits.ts';

const TEMPERATURE = 'environment_temperature';
const limitsWith = (...conditions: readonly Condition[]) =>
  limitsOf(
    [{ definition: { violations: conditions.map((one) => newViolation('Out of range', 360, one)) } }],
    TEMPERATURE,
    'value',
  );

test('limits of the readings themselves, ascending and each once', () => {
  const [hot, cold] = [newCondition(TEMPERATURE, 'GREATER_THAN', 30), newCondition(TEMPERATURE, 'LESS_THAN', 5)];
  expect(limitsWith(hot, cold, hot)).toEqual([5, 30]);
});

test('freezing is a limit, and so is being above it', () => {
  expect(limitsWith(newCondition(TEMPERATURE, 'LESS_THAN', 0))).toEqual([0]);
  expect(limitsWith(newCondition(TEMPERATURE, 'GREATER_THAN', 0))).toEqual([0]);
});

test.each<[string, boolean, Parameters<typeof newCondition>]>([
  ['a temperature at zero', true, [TEMPERATURE, 'GREATER_THAN', 0]],
  ['a leak', false, ['fluid_leak', 'GREATER_THAN', 0]],
  ['a leak of one sensor', false, ['fluid-FX2-1_leak', 'GREATER_THAN', 0]],
  ['power that runs on the battery', false, ['power_onBattery', 'GREATER_THAN', 0]],
  ['tampering', false, ['sentry_tamper', 'GREATER_THAN', 0]],
  ['tampering more than twice', true, ['sentry_tamper', 'GREATER_THAN', 2]],
  ['any device in range', true, ['bluetooth_devices', 'GREATER_THAN', 0, 'count']],
  ['a change of what is in range', false, ['bluetooth_devices', 'CHANGED', 0, 'count']],
])('%s: a limit that people read, %s', (_, isLimit, condition) => {
  expect(hasLimit(newCondition(...condition))).toBe(isLimit);
});

test('how often a state was reported has a limit', () => {
  const leak = newCondition('fluid_leak', 'GREATER_THAN', 3);
  expect(hasLimit({ ...leak, calc: { grab: 'COUNT', minutes: 60 } })).toBe(true);
});

test('what is computed over a time has no limit that readings have', () => {
  const rise = newCondition(TEMPERATURE, 'GREATER_THAN', 5);
  expect(limitsWith({ ...rise, calc: { grab: 'DELTA', minutes: 60 } })).toEqual([]);
});
