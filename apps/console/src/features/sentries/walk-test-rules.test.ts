import { expect, test } from 'vitest';
import { isInWalkTest, isTouched } from './walk-test-rules.ts';

test.each([
  ['environment_temperature', 'value', 21, 21.3, false],
  ['environment_temperature', 'value', 21, 22, true],
  ['environment_humidity', 'value', 45, 46, false],
  ['environment_humidity', 'value', 45, 48, true],
  ['sentry_tamper', 'value', 0, 1, true],
  ['sentry_tamper', 'value', 0, 0, false],
  ['camera_motion', 'level', 0.01, 0.02, false],
  ['camera_motion', 'level', 0.01, 0.4, true],
  ['fluid-FX2-1_leak', 'value', 0, 1, true],
  ['fluid-FX2-1_leak', 'value', 0, 0, false],
  ['fluid-FX2-1_battery', 'value', 3, 3, true],
  ['power_onBattery', 'value', 0, 1, true],
  ['environment_temperature', 'value', 21, null, false],
  ['environment_temperature', 'value', null, 21, true],
])('%s.%s from %s to %s: touched is %s', (metric, column, before, now, expected) => {
  expect(isTouched(metric, column, before, now)).toBe(expected);
});

test('each sensor is tested once', () => {
  expect(isInWalkTest('thermal_temperature', 'max')).toBe(true);
  expect(isInWalkTest('thermal_temperature', 'mean')).toBe(false);
  expect(isInWalkTest('power_battery', 'volts')).toBe(false);
  expect(isInWalkTest('environment_humidity', 'value')).toBe(true);
});
