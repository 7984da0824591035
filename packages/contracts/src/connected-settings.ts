/** The settings of a source with its secrets, as they are stored encrypted and given to the gateway that reads it. */
import { BYTE_ORDERS, REGISTER_TABLES, REGISTER_TYPES } from '@picket/domain/registers';
import { VALUE_CLASS_NAMES, VALUE_UNITS } from '@picket/domain/value-classes';
import { z } from 'zod';

const ChosenValue = {
  name: z.string(),
  class: z.enum(VALUE_CLASS_NAMES),
  unit: z.enum(VALUE_UNITS).nullable(),
};

const MqttSettings = z.object({
  kind: z.literal('MQTT'),
  address: z.string(),
  user: z.string().nullable(),
  password: z.string().nullable(),
  discoveryPrefix: z.string(),
  /** Prefixes of this broker before, the newest first: what was announced there for Home Assistant is removed. */
  formerPrefixes: z.array(z.string()).default([]),
  /** Whether this organization's own sentries are published for Home Assistant. */
  exportsSentries: z.boolean().default(false),
  /** Stored before they could be chosen: none. */
  topicValues: z
    .array(
      z.object({
        ...ChosenValue,
        device: z.string(),
        topic: z.string(),
        path: z.string(),
        on: z.string(),
        off: z.string(),
      }),
    )
    .default([]),
});
export type BrokerSettings = z.output<typeof MqttSettings>;

const NutSettings = z.object({
  kind: z.literal('NUT'),
  host: z.string(),
  port: z.number(),
  user: z.string().nullable(),
  password: z.string().nullable(),
  pollSeconds: z.number(),
});
export type NutSettings = z.output<typeof NutSettings>;

const PrometheusSettings = z.object({
  kind: z.literal('PROMETHEUS'),
  address: z.string(),
  user: z.null(),
  /** The token. */
  password: z.string().nullable(),
  /** null: the host of the address. */
  deviceName: z.string().nullable(),
  pollSeconds: z.number(),
  values: z.array(z.object({ ...ChosenValue, metric: z.string(), labels: z.record(z.string(), z.string()) })),
});
export type ExporterSettings = z.output<typeof PrometheusSettings>;

/** It is called, and calls nobody. */
const WebhookSettings = z.object({ kind: z.literal('WEBHOOK'), user: z.null(), password: z.null() });
export type WebhookSettings = z.output<typeof WebhookSettings>;

/** The broker in Picket: devices connect to it, with a password of which a hash is stored elsewhere. */
const HostedSettings = z.object({
  kind: z.literal('BROKER'),
  user: z.null(),
  password: z.null(),
  discoveryPrefix: z.string(),
  topicValues: MqttSettings.shape.topicValues,
});
export type HostedSettings = z.output<typeof HostedSettings>;

const SnmpSettings = z.object({
  kind: z.literal('SNMP'),
  host: z.string(),
  port: z.number(),
  version: z.enum(['1', '2c', '3']),
  community: z.string().nullable(),
  user: z.string().nullable(),
  securityLevel: z.enum(['NONE', 'AUTHENTICATED', 'ENCRYPTED']),
  authProtocol: z.enum(['MD5', 'SHA', 'SHA224', 'SHA256', 'SHA384', 'SHA512']),
  password: z.string().nullable(),
  privacyProtocol: z.enum(['DES', 'AES', 'AES256B', 'AES256R']),
  privacyPassword: z.string().nullable(),
  pollSeconds: z.number(),
});
export type SnmpSettings = z.output<typeof SnmpSettings>;

const ModbusSettings = z.object({
  kind: z.literal('MODBUS'),
  host: z.string(),
  port: z.number(),
  unitId: z.number(),
  /** The protocol has neither. */
  user: z.null(),
  password: z.null(),
  /** null: its host. */
  deviceName: z.string().nullable(),
  pollSeconds: z.number(),
  registers: z.array(
    z.object({
      ...ChosenValue,
      table: z.enum(REGISTER_TABLES),
      register: z.number(),
      type: z.enum(REGISTER_TYPES),
      byteOrder: z.enum(BYTE_ORDERS),
      scale: z.number(),
      bit: z.number().nullable(),
    }),
  ),
});
export type ModbusSettings = z.output<typeof ModbusSettings>;

export const ConnectedSettings = z.discriminatedUnion('kind', [
  MqttSettings,
  NutSettings,
  SnmpSettings,
  ModbusSettings,
  PrometheusSettings,
  WebhookSettings,
  HostedSettings,
]);
export type SourceSettings = z.output<typeof ConnectedSettings>;
