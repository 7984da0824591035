import { describe, expect, test } from 'vitest';
import { newCondition } from './policies.ts';
import { misplacedPointThreshold } from './unit-hints.ts';
import { celsiusToFahrenheit, fahrenheitToCelsius } from './units.ts';

const MEASURABLE = { min: -40, max: 85 };
const ROOM = { min: 21, max: 26 };

describe('a limit without its decimal point', () => {
  const inFahrenheit = (typed: number, operator: 'GREATER_THAN' | 'LESS_THAN' = 'GREATER_THAN') => {
    const condition = newCondition('environment_temperature', operator, fahrenheitToCelsius(typed));
    const meant = misplacedPointThreshold(condition, { useCelsius: false }, MEASURABLE, ROOM);
    return meant === null ? null : Math.round(celsiusToFahrenheit(meant) * 10) / 10;
  };

  test('gets it where that makes a limit of it', () => {
    expect([inFahrenheit(9999), inFahrenheit(999), inFahrenheit(895)]).toEqual([99.9, 99.9, 89.5]);
    const inCelsius = newCondition('environment_temperature', 'GREATER_THAN', 320);
    expect(misplacedPointThreshold(inCelsius, { useCelsius: true }, MEASURABLE, ROOM)).toBe(32);
  });

  test('and none on the other side of what is read, or where the metric is unknown', () => {
    expect(inFahrenheit(9999, 'LESS_THAN')).toBeNull();
    expect(inFahrenheit(400)).toBeNull();
    const unknown = newCondition('environment_temperature', 'GREATER_THAN', 999, 'other');
    expect(misplacedPointThreshold(unknown, { useCelsius: true }, MEASURABLE, ROOM)).toBeNull();
  });
});
