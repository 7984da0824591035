import { expect, test } from 'vitest';
import { type Condition, newCondition, newViolation } from './policies.ts';
import { limitsOf } from './series-limits.ts';

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

test('what is computed over a time has no limit that readings have', () => {
  const rise = newCondition(TEMPERATURE, 'GREATER_THAN', 5);
  expect(limitsWith({ ...rise, calc: { grab: 'DELTA', minutes: 60 } })).toEqual([]);
});
