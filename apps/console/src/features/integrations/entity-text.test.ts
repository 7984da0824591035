import { beforeAll, expect, test } from 'vitest';
import { loadTranslator } from '../../../../../tests/support/translators.ts';
import { createFormats } from '../../lib/formats.ts';
import type { Translator } from '../../lib/texts.ts';
import { chargeOf, entityValue, headlinesOf, signalOf, toggleEntity, usualChoice } from './entity-text.ts';
import type { DiscoveredEntity } from './use-discovered.ts';

let t: Translator;
beforeAll(async () => {
  t = await loadTranslator('en', 'en-US');
});

const entity = (name: string, more: Partial<DiscoveredEntity>): DiscoveredEntity => ({
  ...{ guid: name, name, isUsed: false },
  ...more,
});
const temperature = { sensorMetricId: 'environment_temperature', column: 'value', unit: '°C' };
const WARM = entity('temperature', { unit: '°C', value: 22, series: temperature });
const PROBE = entity('probe', { unit: '°F', value: 50, series: temperature });
const LEAK = entity('water_leak', {
  value: false,
  series: { sensorMetricId: 'fluid-SJCGQ11LM-1_leak', column: 'value', unit: 'state' },
});
const CHARGE = entity('battery', {
  unit: '%',
  value: 87,
  series: { sensorMetricId: 'power_battery', column: 'percent', unit: '%' },
});
const SIGNAL = entity('linkquality', { value: 84, reason: 'DIAGNOSTIC' });
const ALL = [CHARGE, SIGNAL, WARM, PROBE];

test('values are in the unit of the reader, states in words, and what was never seen is nothing', () => {
  const textOf = (one: DiscoveredEntity, useCelsius: boolean) => {
    const formats = createFormats(t, { timeFormat: 'auto', weekStart: 'auto', useCelsius }, 'UTC');
    const shown = entityValue(t, formats, one);
    return shown === null ? null : [shown.text, shown.unit];
  };
  expect(textOf(WARM, true)).toEqual(['22.0', '°C']);
  expect(textOf(WARM, false)).toEqual(['71.6', '°F']);
  expect(textOf(PROBE, true)).toEqual(['10.0', '°C']);
  expect(textOf(LEAK, true)).toEqual(['dry', '']);
  expect(textOf(entity('voltage', { unit: 'mV', value: 3005 }), true)).toEqual(['3,005', 'mV']);
  expect(textOf(entity('switch', { value: true }), true)).toEqual(['on', '']);
  expect(textOf(entity('lost', { value: null }), true)).toEqual(['unknown', '']);
  expect(textOf(entity('new', {}), true)).toBeNull();
});

test('what a device measures comes first; battery and signal have places of their own', () => {
  expect(headlinesOf(ALL)).toEqual([WARM, PROBE]);
  expect(headlinesOf([CHARGE, SIGNAL])).toEqual([CHARGE]);
  expect(headlinesOf([])).toEqual([]);
  expect(chargeOf(ALL)).toBe(CHARGE);
  expect(signalOf(ALL)).toBe(SIGNAL);
});

test('of two entities that would be one series, one is chosen', () => {
  expect(usualChoice(ALL)).toEqual(['battery', 'temperature']);
  expect(toggleEntity(ALL, ['battery', 'temperature'], PROBE)).toEqual(['battery', 'probe']);
  expect(toggleEntity(ALL, ['battery', 'probe'], CHARGE)).toEqual(['probe']);
});

test('a thermometer is headed by its temperature, whatever else it measures', () => {
  const pressure = { sensorMetricId: 'air_pressure', column: 'value', unit: 'hPa' };
  const humidity = { sensorMetricId: 'environment_humidity', column: 'value', unit: '%' };
  const all = [entity('pressure', { series: pressure }), entity('humidity', { series: humidity }), WARM];
  expect(headlinesOf(all).map(({ name }) => name)).toEqual(['temperature', 'humidity']);
});
