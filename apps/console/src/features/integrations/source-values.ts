/** What the form of an integration holds, of every kind, and the requests that it becomes. */
import { encodePassword } from '@picket/contracts/client';
import type { BodyOf } from '@picket/contracts/endpoints';
import { isSame } from '@picket/domain/same-value';
import { newRegister, type RegisterRow, registerRowsOf, toRegisters } from './register-rows.ts';
import { type TopicRow, topicRowsOf, toTopicValues } from './topic-rows.ts';
import type { Integration } from './use-integrations.ts';
import { newRow, rowsOf, toMetricValues, type ValueRow } from './value-rows.ts';

export const SOURCE_KINDS = [
  'MQTT',
  'BROKER',
  'NUT',
  'SNMP',
  'MODBUS',
  'PROMETHEUS',
  'WEBHOOK',
] as const satisfies readonly Integration['kind'][];

export type SourceValues = {
  readonly kind: Integration['kind'];
  readonly name: string;
  readonly location: string;
  /** The gateway that reads it; empty: the server does. */
  readonly readBy: string;
  readonly user: string;
  readonly password: string;
  /** Of a broker or an exporter. */
  readonly address: string;
  /** Of a broker, also of the one in Picket. */
  readonly discoveryPrefix: string;
  readonly topicValues: readonly TopicRow[];
  readonly exportsSentries: boolean;
  /** Of what has a host and a port. */
  readonly host: string;
  readonly port: string;
  /** Of every source that is polled. */
  readonly pollSeconds: string;
  /** Of a device that is asked over SNMP; its port has a usual one of its own. */
  readonly snmpPort: string;
  readonly version: SnmpIntegration['version'];
  readonly community: string;
  readonly securityLevel: SnmpIntegration['securityLevel'];
  readonly authProtocol: SnmpIntegration['authProtocol'];
  readonly privacyProtocol: SnmpIntegration['privacyProtocol'];
  readonly privacyPassword: string;
  /** Of an exporter. An empty token keeps the stored one, unless that is to be removed. */
  readonly token: string;
  readonly removesToken: boolean;
  readonly values: readonly ValueRow[];
  /** Of a Modbus device. */
  readonly modbusPort: string;
  readonly unitId: string;
  readonly registers: readonly RegisterRow[];
  /** Of a source whose values are chosen. */
  readonly deviceName: string;
};

type SnmpIntegration = Integration & { readonly kind: 'SNMP' };

const USUAL_SNMP = {
  snmpPort: '161',
  version: '2c',
  community: '',
  securityLevel: 'ENCRYPTED',
  authProtocol: 'SHA',
  privacyProtocol: 'AES',
  privacyPassword: '',
} as const;

const USUAL = {
  ...USUAL_SNMP,
  address: '',
  discoveryPrefix: 'homeassistant',
  topicValues: [],
  exportsSentries: false,
  host: '',
  port: '3493',
  pollSeconds: '30',
  token: '',
  removesToken: false,
  deviceName: '',
  values: [newRow([])],
  modbusPort: '502',
  unitId: '1',
  registers: [newRegister([])],
};

export const newSource = (location: string): SourceValues => ({
  kind: 'MQTT',
  name: '',
  location,
  readBy: '',
  user: '',
  password: '',
  ...USUAL,
});

export function valuesOf(integration: Integration): SourceValues {
  const { kind, name, location, readBy = '', user = '' } = integration;
  return { kind, name, location, readBy, user, password: '', ...USUAL, ...storedOf(integration) };
}

/** Settings of the kind; those that cannot be read are as they are at first. */
function storedOf(integration: Integration): Partial<SourceValues> {
  if (integration.kind === 'MQTT') {
    const { address, discoveryPrefix, topicValues, exportsSentries } = integration;
    return {
      address,
      topicValues: topicRowsOf(topicValues),
      exportsSentries,
      ...(discoveryPrefix === '' ? {} : { discoveryPrefix }),
    };
  }
  if (integration.kind === 'PROMETHEUS') {
    const { address, deviceName = '', pollSeconds, values } = integration;
    return address === '' ? {} : { address, deviceName, pollSeconds: String(pollSeconds), values: rowsOf(values) };
  }
  if (integration.kind === 'WEBHOOK') return {};
  if (integration.kind === 'BROKER') {
    const { discoveryPrefix, topicValues } = integration;
    return { topicValues: topicRowsOf(topicValues), ...(discoveryPrefix === '' ? {} : { discoveryPrefix }) };
  }
  if (integration.kind === 'MODBUS') return modbusValues(integration);
  const { host, port, pollSeconds } = integration;
  if (integration.kind === 'SNMP') {
    const { version, securityLevel, authProtocol, privacyProtocol } = integration;
    const protocols = { version, securityLevel, authProtocol, privacyProtocol };
    return host === '' ? {} : { host, snmpPort: String(port), pollSeconds: String(pollSeconds), ...protocols };
  }
  return host === '' ? {} : { host, port: String(port), pollSeconds: String(pollSeconds) };
}

function modbusValues(integration: Integration & { readonly kind: 'MODBUS' }): Partial<SourceValues> {
  const { host, port, unitId, deviceName = '', pollSeconds, registers } = integration;
  if (host === '') return {};
  return {
    host,
    modbusPort: String(port),
    unitId: String(unitId),
    deviceName,
    pollSeconds: String(pollSeconds),
    registers: registerRowsOf(registers),
  };
}

/** Whether there is something to connect to. */
export const hasTarget = ({ kind, address, host }: SourceValues): boolean =>
  (kind === 'MQTT' || kind === 'PROMETHEUS' ? address : host).trim() !== '';

/** Whether there is something to connect to, from here or from a gateway. */
export const isTested = ({ kind }: SourceValues): boolean => kind !== 'WEBHOOK' && kind !== 'BROKER';

/** Whether a stored password or token stays, so that a test would need it. */
export function needsSecret(values: SourceValues): boolean {
  const { kind, user, password, token, removesToken } = values;
  if (kind === 'PROMETHEUS') return token.trim() === '' && !removesToken;
  if (kind === 'SNMP') return needsSnmpSecret(values);
  if (kind === 'MODBUS') return false;
  return user.trim() !== '' && password === '';
}

/** Of versions 1 and 2c the community, of version 3 what its level uses. */
function needsSnmpSecret({ version, securityLevel, community, password, privacyPassword }: SourceValues): boolean {
  if (version !== '3') return community === '';
  return (securityLevel !== 'NONE' && password === '') || (securityLevel === 'ENCRYPTED' && privacyPassword === '');
}

type Source = BodyOf<'POST /integrations/test'>;

/** The settings of a connection alone: the request of a test. */
export function toSource(values: SourceValues): Source {
  if (values.kind === 'PROMETHEUS') return toExporter(values);
  if (values.kind === 'MODBUS') return toModbus(values);
  const credentials = {
    ...(values.user.trim() === '' ? {} : { user: values.user.trim() }),
    ...(values.password === '' ? {} : { password: encodePassword(values.password) }),
  };
  if (values.kind === 'MQTT')
    return {
      kind: 'MQTT',
      address: values.address.trim(),
      ...credentials,
      discoveryPrefix: values.discoveryPrefix.trim(),
      topicValues: toTopicValues(values.topicValues),
      exportsSentries: values.exportsSentries,
    };
  if (values.kind === 'SNMP') return toSnmp(values, credentials);
  return {
    kind: 'NUT',
    host: values.host.trim(),
    port: Number(values.port),
    ...credentials,
    pollSeconds: Number(values.pollSeconds),
  };
}

type Secrets = { readonly user?: string; readonly password?: string };

/** Of a version, what it uses alone. */
function toSnmp(values: SourceValues, credentials: Secrets): Source {
  const { version, community, securityLevel, authProtocol, privacyProtocol, privacyPassword } = values;
  const asked = {
    kind: 'SNMP' as const,
    host: values.host.trim(),
    port: Number(values.snmpPort),
    version,
    pollSeconds: Number(values.pollSeconds),
  };
  if (version !== '3') return { ...asked, ...(community === '' ? {} : { community: encodePassword(community) }) };
  return {
    ...asked,
    ...credentials,
    securityLevel,
    authProtocol,
    privacyProtocol,
    ...(privacyPassword === '' ? {} : { privacyPassword: encodePassword(privacyPassword) }),
  };
}

const toModbus = ({ host, modbusPort, unitId, deviceName, pollSeconds, registers }: SourceValues): Source => ({
  kind: 'MODBUS',
  host: host.trim(),
  port: Number(modbusPort),
  unitId: Number(unitId),
  ...(deviceName.trim() === '' ? {} : { deviceName: deviceName.trim() }),
  pollSeconds: Number(pollSeconds),
  registers: toRegisters(registers),
});

const toExporter = ({ address, token, deviceName, pollSeconds, values }: SourceValues): Source => ({
  kind: 'PROMETHEUS',
  address: address.trim(),
  ...(token.trim() === '' ? {} : { token: encodePassword(token.trim()) }),
  ...(deviceName.trim() === '' ? {} : { deviceName: deviceName.trim() }),
  pollSeconds: Number(pollSeconds),
  values: toMetricValues(values),
});

/** The request of a test: by the gateway that is to read the source. */
export const toTest = (values: SourceValues): Source => ({
  ...toSource(values),
  ...(values.readBy === '' ? {} : { readBy: values.readBy }),
});

export function toIntegration(values: SourceValues): BodyOf<'POST /integrations'> {
  const { kind, name, location, readBy } = values;
  // Nothing is connected: it is called.
  if (kind === 'WEBHOOK') return { kind, name, location };
  if (kind === 'BROKER') return { kind, name, location, ...toHosted(values) };
  return { name, location, ...(readBy === '' ? {} : { readBy }), ...toSource(values) };
}

const toHosted = ({ discoveryPrefix, topicValues }: SourceValues) => ({
  discoveryPrefix: discoveryPrefix.trim(),
  topicValues: toTopicValues(topicValues),
});

/** What is not changed is left out: an address that is sent again is checked again. */
export function toPatch(before: Integration, values: SourceValues): BodyOf<'PATCH /integrations/{guid}'> {
  if (before.kind === 'WEBHOOK') return { name: values.name };
  if (before.kind === 'BROKER') return { name: values.name, ...changedOf(before, toHosted(values)) };
  const { kind: _kind, ...source } = toSource({ ...values, kind: before.kind });
  const sent: Readonly<Record<string, unknown>> = source;
  const reader = values.readBy === (before.readBy ?? '') ? {} : { readBy: values.readBy === '' ? null : values.readBy };
  return { name: values.name, ...reader, ...changedOf(before, sent), ...secretsOf(before, values, sent) };
}

function changedOf(before: Integration, sent: Readonly<Record<string, unknown>>): object {
  const was: Readonly<Record<string, unknown>> = before;
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !SECRETS.includes(name) && !isSame(was[name], value)),
  );
}

const SECRETS = ['user', 'password', 'token', 'community', 'privacyPassword'];

/** Without a user there is no password either. */
function secretsOf(
  before: Integration,
  { removesToken, version }: SourceValues,
  { user, password, token, deviceName, community, privacyPassword }: Readonly<Record<string, unknown>>,
): object {
  if (before.kind === 'PROMETHEUS' || before.kind === 'MODBUS')
    return {
      ...(token === undefined ? (removesToken ? { token: null } : {}) : { token }),
      ...(deviceName === undefined && before.deviceName !== undefined ? { deviceName: null } : {}),
    };
  // What a version does not use is not kept.
  if (before.kind === 'SNMP' && version !== '3') return community === undefined ? {} : { community };
  if (user === undefined) return { user: null, password: null };
  return {
    user,
    ...(password === undefined ? {} : { password }),
    ...(privacyPassword === undefined ? {} : { privacyPassword }),
  };
}
