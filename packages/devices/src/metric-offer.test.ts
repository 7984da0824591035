/** Announced entities whose name or category says that they are something else than their device class. */
import { expect, test } from 'vitest';
import { offersFor } from './metric-offer.ts';
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
