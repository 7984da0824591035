import { expect, test } from 'vitest';
import { newSource, type SourceValues, toIntegration, toPatch, toSource, valuesOf } from './source-values.ts';
import type { Integration } from './use-integrations.ts';

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
