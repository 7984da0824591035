/** Announced entities whose name or category says that they are something else than their device class. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convert, offersFor } from './metric-offer.ts';
import { readAnnouncement } from './read-announcement.ts';

function offerOf(entity: object) {
  const sent = { uniq_id: 'u', stat_t: 't', dev: { ids: 'd' }, ...entity };
  const announcement = readAnnouncement('homeassistant/sensor/a/config', JSON.stringify(sent), 'homeassistant');
  if (announcement.kind !== 'announced') throw new Error(announcement.kind);
  const offer = offersFor(announcement.entities).get('u');
  return offer?.kind === 'metric' ? `${offer.metric}.${offer.column}` : offer?.reason;
}

test.each([
  ['Battery Voltage', 'voltage', 'V', null, 'power_battery.volts'],
  ['Line Voltage', 'voltage', 'V', null, 'power_volts.value'],
  ['Dew Point', 'temperature', '°C', null, 'UNKNOWN_KIND'],
  ['external_temperature_input', 'temperature', '°C', null, 'UNKNOWN_KIND'],
  ['external_temperature', 'temperature', '°C', null, 'environment_temperature.value'],
  ['alarm_temperature_max', 'temperature', '°C', 'config', 'DIAGNOSTIC'],
  ['alarm_humidity_min', 'humidity', '%', 'config', 'DIAGNOSTIC'],
  ['Heating circuit', 'pressure', 'bar', null, 'UNKNOWN_UNIT'],
  ['Air', 'atmospheric_pressure', 'bar', null, 'air_pressure.value'],
  ['Air', 'pressure', 'kPa', null, 'air_pressure.value'],
])('"%s", %s in %s, %s, is %s', (name, deviceClass, unit, category, expected) => {
  expect(offerOf({ name, dev_cla: deviceClass, unit_of_meas: unit, ent_cat: category })).toBe(expected);
});

function offersOf(...parts: readonly object[]) {
  const components = Object.fromEntries(parts.map((part, index) => [index, { stat_t: 't', ...part }]));
  const message = JSON.stringify({ dev: { ids: 'd' }, cmps: components });
  const announcement = readAnnouncement('homeassistant/device/a/config', message, 'homeassistant');
  if (announcement.kind !== 'announced') throw new Error(announcement.kind);
  return Object.fromEntries(
    [...offersFor(announcement.entities)].map(([id, offer]) => [
      id,
      offer.kind === 'metric' ? `${offer.metric}.${offer.column}` : offer.reason,
    ]),
  );
}
const sensor = (name: string, deviceClass: string, unit: string) => ({
  p: 'sensor',
  uniq_id: name,
  val_tpl: `{{ value_json["${name}"] }}`,
  dev_cla: deviceClass,
  unit_of_meas: unit,
});

test("the volts of a sensor with a battery are the battery's; of one that measures power they are the mains", () => {
  const [battery, volts, watts] = [
    sensor('battery', 'battery', '%'),
    sensor('voltage', 'voltage', 'V'),
    sensor('power', 'power', 'W'),
  ];
  expect(offersOf(battery, volts)).toMatchObject({ voltage: 'power_battery.volts' });
  expect(offersOf(volts)).toMatchObject({ voltage: 'power_volts.value' });
  expect(offersOf(battery, volts, watts)).toMatchObject({ voltage: 'power_volts.value' });
  expect(offersOf(battery, sensor('input.voltage', 'voltage', 'V'))).toMatchObject({
    'input.voltage': 'power_volts.value',
  });
});

test('rain is no leak, and a valve no door', () => {
  const binary = (name: string, deviceClass: string) => ({ ...sensor(name, deviceClass, ''), p: 'binary_sensor' });
  expect(
    offersOf(binary('rain_status', 'moisture'), binary('valve_state', 'opening'), sensor('battery', 'battery', '%')),
  ).toEqual({ rain_status: 'UNKNOWN_KIND', valve_state: 'UNKNOWN_KIND', battery: 'power_battery.percent' });
});

test('property: a converted value has twelve digits at the most, whatever is converted', () => {
  const decimals = fc.integer({ min: -1e9, max: 1e9 }).map((thousandths) => thousandths / 1000);
  const scale = fc.constantFrom(1, 0.001, 5 / 9, 100);
  const offset = fc.constantFrom(0, -160 / 9, -273.15);
  fc.assert(
    fc.property(fc.oneof(decimals, fc.double({ noNaN: true })), scale, offset, (value, by, plus) => {
      const exact = value * by + plus;
      expect(convert({ scale: by, offset: plus }, value)).toBe(Number(exact.toPrecision(12)));
    }),
  );
});
