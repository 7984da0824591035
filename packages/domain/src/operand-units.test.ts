import { expect, test } from 'vitest';
import type { Aggregation } from './aggregations.ts';
import { operandText, operandUnit, parseOperand } from './operand-units.ts';

const compared = (grab: Aggregation, sensorMetricId = 'environment_temperature', column = 'value') => ({
  sensorMetricId,
  column,
  calc: { grab, minutes: grab === 'LAST' ? 0 : 5 },
});

test.each<[string, ReturnType<typeof compared>, number, [string, string?], [string, string?]]>([
  ['a temperature', compared('LAST'), 30, ['86.0', '°F'], ['30.0', '°C']],
  ['a mean', compared('MEAN'), 30, ['86.0', '°F'], ['30.0', '°C']],
  ['a difference has no offset', compared('DELTA'), 5, ['9.0', '°F'], ['5.0', '°C']],
  ['a number of readings has no unit', compared('COUNT'), 3, ['3'], ['3']],
  ['silence is a time', compared('LAST', 'sentry_silence', 'seconds'), 900, ['15 min'], ['15 min']],
  ['a family of fluid sensors', compared('LAST', 'fluid_battery'), 2.7, ['2.70', 'V'], ['2.70', 'V']],
])('%s', (_, one, stored, fahrenheit, celsius) => {
  for (const [useCelsius, [text, unit]] of [
    [false, fahrenheit],
    [true, celsius],
  ] as const) {
    expect(operandText(one, stored, { useCelsius })).toBe(text);
    expect(operandUnit(one, { useCelsius })).toBe(unit);
    expect(parseOperand(one, text, { useCelsius })).toBe(stored);
  }
});

test.each(['', 'warm', '1e3', '--1'])('%j is no limit', (typed) => {
  expect(parseOperand(compared('LAST'), typed, { useCelsius: true })).toBeNull();
});
