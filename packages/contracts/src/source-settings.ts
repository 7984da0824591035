/** The settings of a source, by its kind: where it is, and how it is read. */
import { z } from 'zod';
import { PasswordInput } from './primitives.ts';
import { RegisterValues, UnitId } from './register-requests.ts';
import { Text } from './request-texts.ts';
import { TopicValues } from './topic-requests.ts';
import { DeviceName, MetricValues } from './value-requests.ts';

export const Prefix = Text(100).regex(/^(?!\$)[^#+]+$/u, 'must be a topic without + and #, such as homeassistant');

/** Of every kind: left out where none is asked for. */
const Credentials = {
  user: Text(255).min(1).optional(),
  password: PasswordInput.optional(),
};

export const MqttSettings = {
  /** mqtt://host:port or mqtts://host:port. */
  address: Text(300).min(1, 'Enter an address'),
  ...Credentials,
  /** The topic below which devices are announced. */
  discoveryPrefix: Prefix.default('homeassistant'),
  /** Of devices that nothing announces: what is read at which topic. */
  topicValues: TopicValues.default([]),
  /** Whether the sentries of this organization with a device of their own are published for Home Assistant. */
  exportsSentries: z.boolean().default(false),
};

/** Of the broker in Picket: what devices that connect to it announce, and how those that announce nothing are read. */
export const HostedSettings = {
  discoveryPrefix: MqttSettings.discoveryPrefix,
  topicValues: MqttSettings.topicValues,
};

const MAX_PORT = 65_535;
export const Port = z.number().int().min(1).max(MAX_PORT);
export const PollSeconds = z.number().int().min(10).max(3600);

export const NutSettings = {
  /** A name or an address, without a port. */
  host: Text(253).min(1, 'Enter a host'),
  port: Port.default(3493),
  ...Credentials,
  /** How often it is asked. */
  pollSeconds: PollSeconds.default(30),
};

export const SnmpVersion = z.enum(['1', '2c', '3']);
const SNMP_SECURITY_LEVELS = ['NONE', 'AUTHENTICATED', 'ENCRYPTED'] as const;
const SNMP_AUTH_PROTOCOLS = ['MD5', 'SHA', 'SHA224', 'SHA256', 'SHA384', 'SHA512'] as const;
const SNMP_PRIVACY_PROTOCOLS = ['DES', 'AES', 'AES256B', 'AES256R'] as const;

/** Of version 3: what is signed, and what is encrypted as well, noAuthNoPriv, authNoPriv and authPriv in its own words. */
export const SecurityLevel = z.enum(SNMP_SECURITY_LEVELS);
export const AuthProtocol = z.enum(SNMP_AUTH_PROTOCOLS);
/** AES is AES-128; AES256B and AES256R are AES-256 with the keys of Blumenthal or Reeder. */
export const PrivacyProtocol = z.enum(SNMP_PRIVACY_PROTOCOLS);

export const SnmpSettings = {
  /** A name or an address, without a port. */
  host: Text(253).min(1, 'Enter a host'),
  port: Port.default(161),
  version: SnmpVersion.default('2c'),
  /** Of versions 1 and 2c, as a password is sent. */
  community: PasswordInput.optional(),
  /** Of version 3. */
  ...Credentials,
  securityLevel: SecurityLevel.default('ENCRYPTED'),
  authProtocol: AuthProtocol.default('SHA'),
  privacyProtocol: PrivacyProtocol.default('AES'),
  privacyPassword: PasswordInput.optional(),
  /** How often it is asked. */
  pollSeconds: PollSeconds.default(30),
};

export const PrometheusSettings = {
  /** http:// or https://, of the page with the metrics; without a path it is /metrics. */
  address: Text(300).min(1, 'Enter an address'),
  /** A bearer token. */
  token: PasswordInput.optional(),
  deviceName: DeviceName.optional(),
  /** How often it is asked. */
  pollSeconds: PollSeconds.default(60),
  values: MetricValues,
};

export const ModbusSettings = {
  /** A name or an address, without a port. */
  host: Text(253).min(1, 'Enter a host'),
  port: Port.default(502),
  unitId: UnitId.default(1),
  deviceName: DeviceName.optional(),
  /** How often it is asked. */
  pollSeconds: PollSeconds.default(30),
  registers: RegisterValues,
};
