import { expect, test } from 'vitest';
import {
  needsSecret,
  newSource,
  type SourceValues,
  toIntegration,
  toPatch,
  toSource,
  valuesOf,
} from './source-values.ts';
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
};
const NUT: Integration = { ...common, kind: 'NUT', host: 'ups.lan', port: 3493, pollSeconds: 60 };
const BROKER: Integration = { ...common, kind: 'MQTT', address: 'mqtt://b', user: 'u', discoveryPrefix: 'ha' };

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

test('a webhook has a name and a location alone', () => {
  const webhook: Integration = { ...common, kind: 'WEBHOOK' };
  expect(toIntegration({ ...filled, kind: 'WEBHOOK', user: 'u' })).toEqual({
    kind: 'WEBHOOK',
    name: 'X',
    location: 'l',
  });
  expect(toPatch(webhook, { ...valuesOf(webhook), name: 'Y', address: 'mqtt://b' })).toEqual({ name: 'Y' });
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
