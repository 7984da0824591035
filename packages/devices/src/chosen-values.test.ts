import { unitsOf, VALUE_CLASS_NAMES, VALUE_UNITS, type ValueClass } from '@picket/domain/value-classes';
import { describe, expect, test } from 'vitest';
import { type ChosenValue, checkedValue, chosenEntitiesOf, chosenMessagesOf, type ReadValue } from './chosen-values.ts';
import { offersFor } from './metric-offer.ts';
import { observe } from './read-state.ts';
import { DecodedMessage } from './value-rule.ts';

const chosen = (kind: ValueClass, unit: string | null, name = 'CPU of the chip'): ChosenValue => ({
  name,
  class: kind,
  unit,
  key: 'temp{a="1"}',
});
const read = (value: number, at: number | null = null): ReadValue => ({ kind: 'value', value, at });

test('every class becomes a metric in each of its units', () => {
  const offers = VALUE_CLASS_NAMES.flatMap((kind) => {
    const units = unitsOf(kind);
    return (units.length === 0 ? [null] : units).map((unit) => {
      const [entity] = chosenEntitiesOf('exporter', [chosen(kind, unit)], 60);
      const offer = entity === undefined ? undefined : offersFor([entity]).get(entity.id);
      return [kind, unit, offer?.kind === 'metric' ? `${offer.metric}.${offer.column}` : offer?.kind];
    });
  });
  expect(offers.filter(([, , metric]) => metric === 'none' || metric === undefined)).toEqual([]);
  const metrics = new Map(offers.map(([kind, , metric]) => [kind, metric]));
  expect(metrics.get('voltage')).toBe('power_volts.value');
  expect(metrics.get('battery_voltage')).toBe('power_battery.volts');
  expect(metrics.get('battery')).toBe('power_battery.percent');
  expect(metrics.get('battery_low')).toBe('power_batteryLow.value');
  expect(metrics.get('leak')).toBe('fluid_leak.value');
});

test('what a value is called changes nothing about what it is', () => {
  const metricsOf = (...values: readonly ChosenValue[]): readonly unknown[] =>
    [...offersFor(chosenEntitiesOf('exporter', values, 60)).values()].map(
      (offer) => offer.kind === 'metric' && `${offer.metric}.${offer.column}`,
    );
  expect(metricsOf(chosen('temperature', '°C', 'node_hwmon_temp_input'))).toEqual(['environment_temperature.value']);
  expect(metricsOf(chosen('leak', null, 'pit_valve'))).toEqual(['fluid_leak.value']);
  expect(metricsOf(chosen('door', null, 'valve_room'))).toEqual(['door_open.value']);
  expect(metricsOf(chosen('voltage', 'V', 'Battery room'))).toEqual(['power_volts.value']);
  expect(metricsOf(chosen('voltage', 'V', 'voltage'), chosen('battery', '%', 'charge'))).toEqual([
    'power_volts.value',
    'power_battery.percent',
  ]);
});

test('the list of units is that of the classes', () => {
  const ofClasses = new Set<string>(VALUE_CLASS_NAMES.flatMap((kind) => unitsOf(kind)));
  expect([...VALUE_UNITS].sort()).toEqual([...ofClasses].sort());
});

describe('a value that no sensor of its class can say is unknown', () => {
  test.each([
    ['temperature', '°C', 21.5, null],
    ['temperature', '°C', 1e9, 'OUT_OF_RANGE'],
    ['temperature', '°C', Number.NaN, 'NOT_A_NUMBER'],
    ['temperature', '°C', Number.NEGATIVE_INFINITY, 'NOT_A_NUMBER'],
    ['humidity', 'ratio', 0.7, null],
    ['humidity', 'ratio', 70, 'OUT_OF_RANGE'],
    ['humidity', '%', 70, null],
    ['leak', null, 1, null],
    ['leak', null, 0, null],
    ['leak', null, 2, 'NOT_A_STATE'],
    ['door', null, 0.5, 'NOT_A_STATE'],
    ['door', null, Number.NaN, 'NOT_A_NUMBER'],
  ] as const)('%s in %s: %d', (kind, unit, value, problem) => {
    expect(checkedValue({ chosen: chosen(kind, unit), read: read(value) })).toEqual(
      problem === null ? read(value) : { kind: 'unknown', problem },
    );
  });
});

test('messages say what the entities read: a message for each time, unknown where nothing was read', () => {
  const values = [
    { chosen: chosen('temperature', '°C', '__proto__'), read: read(20.5) },
    { chosen: chosen('door', null, 'Door'), read: read(1, 5000) },
    { chosen: chosen('leak', null, 'Leak'), read: read(7) },
    { chosen: chosen('power', 'W', 'Load'), read: { kind: 'unknown' as const, problem: 'MISSING' as const } },
  ];
  const entities = chosenEntitiesOf(
    'exporter',
    values.map((value) => value.chosen),
    60,
  );
  const seen = chosenMessagesOf(values).map(({ at, message }) => [
    at,
    entities.map((entity) => observe(entity, new DecodedMessage(message))),
  ]);
  expect(seen).toEqual([
    [null, [{ kind: 'number', value: 20.5 }, null, { kind: 'unknown' }, { kind: 'unknown' }]],
    [5000, [null, { kind: 'state', isOn: true }, null, null]],
  ]);
});

test('another place of a value is another rule', () => {
  const [before] = chosenEntitiesOf('exporter', [chosen('power', 'W')], 60);
  const [after] = chosenEntitiesOf('exporter', [{ ...chosen('power', 'W'), key: 'temp{a="2"}' }], 60);
  expect(after?.rule).not.toEqual(before?.rule);
  expect(after?.id).toBe(before?.id);
});
