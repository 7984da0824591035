/** Texts of devices that could not be stored, and values that are written to be misread. */
import { expect, test } from 'vitest';
import { readAnnouncement } from './read-announcement.ts';
import { observe } from './read-state.ts';
import { fluidNameOf } from './series-of.ts';
import { snmpDevicesOf } from './snmp/snmp-devices.ts';
import { UPS_MIB } from './snmp/ups-mib.ts';
import { DecodedMessage, parseValueRule } from './value-rule.ts';

const NUL = String.fromCharCode(0);
const HALF = String.fromCharCode(0xd800);
/** What the database refuses. */
const UNSTORABLE = /\\u0000|\\ud[89a-f]/u;

function announced(more: object) {
  const config = { state_topic: 'a/b', unique_id: 'u', device: { ids: 'd' }, ...more };
  const result = readAnnouncement('homeassistant/binary_sensor/a/b/config', JSON.stringify(config), 'homeassistant');
  if (result.kind !== 'announced') throw new Error('not announced');
  return result;
}

test.each<[string, object]>([
  ['a payload', { payload_on: NUL, payload_off: HALF }],
  ['a long payload that is cut in a character', { payload_on: `${'x'.repeat(119)}😀` }],
  ['a key', { value_template: `{{ value_json["${NUL}"] }}` }],
  ['half a key', { value_template: `{{ value_json["${HALF}"] }}` }],
  ['an availability', { availability: [{ topic: 'a/c', payload_available: NUL, payload_not_available: HALF }] }],
  ['a name', { name: HALF, device: { ids: `d${NUL}`, name: HALF, mdl: NUL, mf: HALF, sn: NUL, sw: HALF } }],
  ['a class', { device_class: NUL, unit_of_measurement: HALF, entity_category: NUL }],
])('%s that cannot be stored is none, or is clean', (_name, more) => {
  expect(JSON.stringify(announced(more))).not.toMatch(UNSTORABLE);
});

test('a payload is compared as it was announced, also where it has odd characters', () => {
  const [entity] = announced({ payload_on: `wet${NUL}`, payload_off: 'dry\n' }).entities;
  if (entity === undefined) throw new Error('no entity');
  expect(observe(entity, new DecodedMessage(`wet${NUL}`))).toEqual({ kind: 'state', isOn: true });
  expect(observe(entity, new DecodedMessage('dry\n'))).toEqual({ kind: 'state', isOn: false });
  expect(observe(entity, new DecodedMessage('wet'))).toEqual({ kind: 'refused' });
});

test.each(['{{ value_json.__proto__ }}', '{{ value_json["constructor"].x }}', `{{ value_json${'.a'.repeat(11)} }}`])(
  '%s is no rule',
  (template) => {
    expect(parseValueRule(template)).toBeNull();
  },
);

test('the name of a device over SNMP is not cut in a character', () => {
  const answers = new Map([
    [UPS_MIB.probe, new Map([['0', { kind: 'number' as const, value: 2 }]])],
    ['1.3.6.1.2.1.33.1.2.4', new Map([['0', { kind: 'number' as const, value: 100 }]])],
  ]);
  const asked = { host: 'ups', pollSeconds: 60, known: () => [] };
  const [device] = snmpDevicesOf(UPS_MIB, answers, `${'x'.repeat(99)}😀`, asked);
  expect(JSON.stringify(device)).not.toMatch(UNSTORABLE);
});

const serialOf = (identity: string, integration = 'i') =>
  fluidNameOf({ model: null, identity, integration }).serialNumber;
test.each<[string, readonly string[]]>([
  ['without letters that a series may have', ['漏水一', '漏水二', '🚰', '']],
  ['with some', ['report_Подвал-1', 'report_Гараж-1', 'report_1']],
  ['with separators', ['report_rack1-1', 'report_rack11', 'report_rack-11', 'report_rack1:1']],
  ['that a person chose', ['chosen#漏水一', 'chosen#漏水二']],
  ['with the same end', ['a', 'b'].map((start) => `${start}${'x'.repeat(60)}`)],
])('leak sensors with identities %s differ', (_name, identities) => {
  const names = identities.map((identity) => serialOf(identity));
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9.]{1,48}$/u);
});

test('the devices of two integrations that are called alike differ, and an address is the same everywhere', () => {
  for (const identity of ['modbus', 'exporter', 'chosen#Leak', 'report_leak-1', 'cellar-flood'])
    expect(serialOf(identity, 'a')).not.toBe(serialOf(identity, 'b'));
  expect(
    ['ble_A4C1380102AB', 'lorawan_24E124785D123456', 'zigbee2mqtt_0x00158d0001a2b3c4', 'A4:C1:38:01:02:AB'].map(
      (identity) => serialOf(identity),
    ),
  ).toEqual(['bleA4C1380102AB', 'lorawan24E124785D123456', 'zigbee2mqtt0x00158d0001a2b3c4', 'A4C1380102AB']);
});
