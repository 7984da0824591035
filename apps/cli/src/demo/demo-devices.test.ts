/** The simulated sensors of the demo, through the readers that real ones pass. */
import { offersFor } from '@picket/devices/metric-offer';
import { readAnnouncement } from '@picket/devices/read-announcement';
import { observe } from '@picket/devices/read-state';
import { storedValueOf } from '@picket/devices/series-of';
import { DecodedMessage } from '@picket/devices/value-rule';
import { expect, test } from 'vitest';
import { keptMessages, PDUS, statesAt, ZIGBEE_DEVICES } from './demo-bridge.ts';
import { ADOPTED_DEVICES } from './demo-devices.ts';
import { UPSES } from './demo-upses.ts';

const NOW = Date.UTC(2026, 2, 2, 12);

/** By device, what is stored of each entity. */
function storedAt(now: number): Readonly<Record<string, Record<string, number | null | undefined>>> {
  const states = new Map(statesAt(now).map(([topic, message]) => [topic, new DecodedMessage(message)]));
  const announced = keptMessages().flatMap(([topic, message]) => {
    const read = readAnnouncement(topic, message, 'homeassistant');
    return read.kind === 'announced' ? [read] : [];
  });
  const devices = Map.groupBy(announced, ({ device }) => device.name);
  return Object.fromEntries(
    [...devices].map(([name, parts]) => {
      const entities = parts.flatMap((part) => part.entities);
      const offers = offersFor(entities);
      const stored = entities.flatMap((entity) => {
        const offer = offers.get(entity.id);
        const state = states.get(entity.stateTopic);
        const seen = state === undefined ? null : observe(entity, state);
        if (offer?.kind !== 'metric' || seen === null) return [];
        const sensorMetricId = offer.metric.replace('fluid_', 'fluid-a-b_');
        return [[`${offer.metric}.${offer.column}`, storedValueOf(seen, { ...offer, sensorMetricId })]];
      });
      return [name, Object.fromEntries(stored)];
    }),
  );
}

test('each simulated device at the broker has the readings that a real one would have', () => {
  expect(storedAt(NOW)).toEqual({
    'Leak sensor, drain': { 'fluid_leak.value': 0, 'fluid_battery.percent': 97, 'power_battery.volts': 3.045 },
    'Leak sensor, chiller': { 'fluid_leak.value': 0, 'fluid_battery.percent': 100, 'power_battery.volts': 3.065 },
    'Door of the cabinet': { 'door_open.value': 0, 'power_battery.percent': 88, 'power_battery.volts': 2.995 },
    'Thermometer, cold aisle': {
      'environment_temperature.value': 22.8,
      'environment_humidity.value': 47,
      'air_pressure.value': 968,
      'power_battery.percent': 74,
      'power_battery.volts': 2.935,
    },
    'Smoke detector, ceiling': { 'smoke_alarm.value': 0, 'power_battery.percent': 91, 'power_battery.volts': 3.015 },
    'PDU, rack 1': { 'power_watts.value': 1640, 'power_amps.value': 7.1, 'power_volts.value': 231 },
    'PDU, rack 2': { 'power_watts.value': 910, 'power_amps.value': 3.9, 'power_volts.value': 230 },
  });
});

test('nothing is out of range at any hour', () => {
  for (let hour = 0; hour < 24; hour += 1)
    for (const stored of Object.values(storedAt(NOW + hour * 3_600_000)))
      for (const value of Object.values(stored)) expect(value).toEqual(expect.any(Number));
});

test('of each kind one is adopted, where there are two', () => {
  const names = new Set([...ZIGBEE_DEVICES, ...PDUS, ...UPSES].map(({ name }) => name));
  expect(ADOPTED_DEVICES.filter((name) => !names.has(name))).toEqual([]);
  expect(names.size - ADOPTED_DEVICES.length).toBe(6);
});
