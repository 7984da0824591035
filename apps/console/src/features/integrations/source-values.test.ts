import { expect, test } from 'vitest';
import { newRegister, type RegisterRow, toRegisters } from './register-rows.ts';
import {
  needsSecret,
  newSource,
  type SourceValues,
  toIntegration,
  toPatch,
  toSource,
  valuesOf,
} from './source-values.ts';
import { newTopic } from './topic-rows.ts';
import type { Integration } from './use-integrations.ts';
import { newRow, withClass } from './value-rows.ts';

const common = {
  guid: 'g',
  name: 'Power',
  location: 'l',
  gateway: 's',
  hasPassword: false,
  enabled: true,
  devices: 0,
  adopted: 0,
  leftOut: 0,
  createdAt: '2026-03-02T10:00:00Z',
  last_update_ts: '2026-03-02T10:00:00Z',
};
const NUT: Integration = { ...common, kind: 'NUT', host: 'ups.lan', port: 3493, pollSeconds: 60 };
const SNMP: Integration = {
  ...common,
  kind: 'SNMP',
  host: 'ups.lan',
  port: 161,
  version: '2c',
  securityLevel: 'ENCRYPTED',
  authProtocol: 'SHA',
  privacyProtocol: 'AES',
  pollSeconds: 60,
};
const LEAK = {
  name: 'Leak',
  class: 'leak',
  device: 'Cellar',
  topic: 'cellar/esp32',
  path: 'pit.wet',
  on: 'WET',
  off: 'DRY',
} as const;
const BROKER: Integration = {
  ...common,
  kind: 'MQTT',
  address: 'mqtt://b',
  user: 'u',
  discoveryPrefix: 'ha',
  topicValues: [LEAK],
  exportsSentries: false,
};

const INLET = { name: 'Inlet', class: 'temperature', unit: '°C', metric: 'temp', labels: { sensor: 'a "b"' } } as const;
const EXPORTER: Integration = {
  ...common,
  kind: 'PROMETHEUS',
  address: 'http://e:9100',
  pollSeconds: 60,
  hasPassword: true,
  values: [INLET, { name: 'Door', class: 'door', metric: 'door', labels: {} }],
};

const filled: SourceValues = { ...newSource('l'), name: 'X', address: ' mqtt://b ', host: ' ups.lan ' };

test('a request has the settings of its kind alone', () => {
  expect(toIntegration(filled)).toEqual({
    kind: 'MQTT',
    name: 'X',
    location: 'l',
    address: 'mqtt://b',
    discoveryPrefix: 'homeassistant',
    topicValues: [],
    exportsSentries: false,
  });
  expect(toSource({ ...filled, kind: 'NUT', user: 'mon', password: 'x' })).toEqual({
    kind: 'NUT',
    host: 'ups.lan',
    port: 3493,
    user: 'mon',
    password: 'base64:eA==',
    pollSeconds: 30,
  });
});

test('what is not changed is not sent', () => {
  const none = { name: 'Power', user: null, password: null };
  expect(toPatch(NUT, valuesOf(NUT))).toEqual(none);
  expect(toPatch(NUT, { ...valuesOf(NUT), pollSeconds: '10' })).toEqual({ ...none, pollSeconds: 10 });
  expect(toPatch(BROKER, valuesOf(BROKER))).toEqual({ name: 'Power', user: 'u' });
  expect(toPatch(BROKER, { ...valuesOf(BROKER), address: 'mqtt://c', password: 'x' })).toEqual({
    name: 'Power',
    user: 'u',
    password: 'base64:eA==',
    address: 'mqtt://c',
  });
});

test('values at topics are sent as a whole, and a state with its texts', () => {
  const values = valuesOf(BROKER);
  const [row] = values.topicValues;
  if (row === undefined) throw new Error('no row');
  const next = { ...newTopic(values.topicValues), name: ' Air ', path: ' t / 10 ', on: 'changed' };
  expect(next).toMatchObject({ id: 1, device: 'Cellar', topic: 'cellar/esp32', class: 'temperature', unit: '°C' });
  const temperature = { name: 'Air', class: 'temperature', unit: '°C', device: 'Cellar', topic: 'cellar/esp32' };
  expect(toPatch(BROKER, { ...values, topicValues: [row, next] })).toEqual({
    name: 'Power',
    user: 'u',
    topicValues: [LEAK, { ...temperature, path: 't / 10', on: 'true', off: 'false' }],
  });
  expect(toPatch(BROKER, { ...values, topicValues: [] })).toEqual({ name: 'Power', user: 'u', topicValues: [] });
});

test('a webhook has a name and a location alone', () => {
  const webhook: Integration = { ...common, kind: 'WEBHOOK' };
  expect(toIntegration({ ...filled, kind: 'WEBHOOK', user: 'u' })).toEqual({
    kind: 'WEBHOOK',
    name: 'X',
    location: 'l',
  });
  expect(toPatch(webhook, { ...valuesOf(webhook), name: 'Y', address: 'mqtt://b' })).toEqual({ name: 'Y' });
});

test('the broker in Picket has what is read there, and neither an address nor an account to enter', () => {
  const hosted: Integration = {
    ...common,
    kind: 'BROKER',
    user: 'picket-0a1b2c3d4e',
    discoveryPrefix: 'homeassistant',
    topicValues: [LEAK],
    clients: [],
    messagesPerMinute: 0,
    retained: 0,
  };
  const values = { ...valuesOf(hosted), name: 'Y' };
  expect(toIntegration({ ...values, password: 'p', address: 'mqtt://b' })).toEqual({
    kind: 'BROKER',
    name: 'Y',
    location: 'l',
    discoveryPrefix: 'homeassistant',
    topicValues: [LEAK],
  });
  expect(toPatch(hosted, values)).toEqual({ name: 'Y' });
  expect(toPatch(hosted, { ...values, discoveryPrefix: ' ha ' })).toEqual({ name: 'Y', discoveryPrefix: 'ha' });
});

test('settings that cannot be read are those of a new one', () => {
  expect(valuesOf({ ...NUT, host: '', port: 0, pollSeconds: 0 })).toMatchObject({
    host: '',
    port: '3493',
    pollSeconds: '30',
  });
});

test('values of an exporter are rows, and sent only where one is another', () => {
  const values = valuesOf(EXPORTER);
  expect(values.values).toEqual([
    { id: 0, name: 'Inlet', class: 'temperature', unit: '°C', series: 'temp{sensor="a \\"b\\""}' },
    { id: 1, name: 'Door', class: 'door', unit: '', series: 'door' },
  ]);
  expect(toPatch(EXPORTER, values)).toEqual({ name: 'Power' });
  const changed = values.values.map((row) => (row.id === 1 ? { ...row, series: ' door{rack="4"} 1' } : row));
  expect(toPatch(EXPORTER, { ...values, values: changed })).toEqual({
    name: 'Power',
    values: [INLET, { name: 'Door', class: 'door', metric: 'door', labels: { rack: '4' } }],
  });
  // What is no series is refused at its field.
  const wrong = values.values.slice(1).map((row) => ({ ...row, series: 'door{' }));
  expect(toSource({ ...values, values: wrong })).toMatchObject({ values: [{ metric: 'door{', labels: {} }] });
});

test('a stored token stays, is replaced, or is removed', () => {
  const values = valuesOf(EXPORTER);
  expect(needsSecret(values)).toBe(true);
  expect(toPatch(EXPORTER, { ...values, token: ' x ' })).toEqual({ name: 'Power', token: 'base64:eA==' });
  expect(toPatch(EXPORTER, { ...values, removesToken: true })).toEqual({ name: 'Power', token: null });
  expect(toPatch({ ...EXPORTER, deviceName: 'Rack' }, values)).toEqual({ name: 'Power', deviceName: null });
});

test('another class keeps the unit where it fits', () => {
  const row = newRow([]);
  expect(withClass({ ...row, class: 'humidity', unit: '%' }, 'battery').unit).toBe('%');
  expect(withClass(row, 'power').unit).toBe('W');
  expect(withClass(row, 'door').unit).toBe('');
  expect(newRow([{ ...row, id: 7 }, row]).id).toBe(8);
});

test('a request over SNMP has what its version uses', () => {
  const asked = { kind: 'SNMP', host: 'ups.lan', port: 161, pollSeconds: 30 };
  const values: SourceValues = { ...filled, kind: 'SNMP', community: 'x', user: 'mon', password: 'x' };
  expect(toSource(values)).toEqual({ ...asked, version: '2c', community: 'base64:eA==' });
  expect(toSource({ ...values, version: '3', privacyPassword: 'x' })).toEqual({
    ...asked,
    version: '3',
    user: 'mon',
    password: 'base64:eA==',
    securityLevel: 'ENCRYPTED',
    authProtocol: 'SHA',
    privacyProtocol: 'AES',
    privacyPassword: 'base64:eA==',
  });
  expect(toPatch(SNMP, valuesOf(SNMP))).toEqual({ name: 'Power' });
  expect(toPatch(SNMP, { ...valuesOf(SNMP), snmpPort: '1161', community: 'x' })).toEqual({
    name: 'Power',
    port: 1161,
    community: 'base64:eA==',
  });
});

test('a register has what its table and its bit leave to say', () => {
  const row = { ...newRegister([]), name: ' Room ', register: '100', scale: '0,1' };
  const sent = (more: Partial<RegisterRow>) => toRegisters([{ ...row, ...more }])[0];
  const place = { name: 'Room', class: 'temperature', unit: '°C', table: 'HOLDING', register: 100 };
  const order = { type: 'INT16', byteOrder: 'ABCD' };
  expect(sent({})).toEqual({ ...place, ...order, scale: 0.1 });
  expect(sent({ bit: '4' })).toEqual({ ...place, ...order, bit: 4 });
  // A bit of 32 is none: what was chosen before the type is not sent.
  expect(sent({ bit: '4', type: 'UINT32' })).toEqual({ ...place, type: 'UINT32', byteOrder: 'ABCD', scale: 0.1 });
  expect(sent({ table: 'COIL', bit: '4' })).toEqual({ ...place, table: 'COIL' });
  expect(sent({ register: ' ' })).toMatchObject({ register: Number.NaN });
});

test('a Modbus device is shown as it is stored, and only what changes is sent', () => {
  const stored: Integration = {
    ...common,
    kind: 'MODBUS',
    host: 'plc.lan',
    port: 1502,
    unitId: 7,
    deviceName: 'Cold store',
    pollSeconds: 60,
    registers: [
      {
        name: 'Room',
        class: 'temperature',
        unit: '°C',
        table: 'INPUT',
        register: 7,
        type: 'FLOAT32',
        byteOrder: 'CDAB',
        scale: 1,
      },
      {
        name: 'Door',
        class: 'door',
        table: 'HOLDING',
        register: 9,
        type: 'UINT16',
        byteOrder: 'ABCD',
        scale: 1,
        bit: 3,
      },
    ],
  };
  const values = valuesOf(stored);
  expect(toSource(values)).toMatchObject({ kind: 'MODBUS', host: 'plc.lan', port: 1502, unitId: 7 });
  expect(toPatch(stored, { ...values, deviceName: '', unitId: '8' })).toMatchObject({
    name: 'Power',
    unitId: 8,
    deviceName: null,
  });
  expect(needsSecret(values)).toBe(false);
});

test('a gateway is sent where one was chosen, and removed where it was', () => {
  const typed: SourceValues = { ...newSource('l'), kind: 'NUT', name: 'Power', host: 'ups.lan', readBy: 'gateway' };
  expect(toIntegration(typed)).toMatchObject({ readBy: 'gateway', host: 'ups.lan' });
  expect(toIntegration({ ...typed, readBy: '' })).not.toHaveProperty('readBy');
  expect(toPatch(NUT, { ...valuesOf(NUT), readBy: 'gateway' })).toMatchObject({ readBy: 'gateway' });
  const read: Integration = { ...NUT, readBy: 'gateway' };
  expect(valuesOf(read).readBy).toBe('gateway');
  expect(toPatch(read, valuesOf(read))).not.toHaveProperty('readBy');
  expect(toPatch(read, { ...valuesOf(read), readBy: '' })).toMatchObject({ readBy: null });
});
