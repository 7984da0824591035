/** What the form of an integration holds, of every kind, and the requests that it becomes. */
import { encodePassword } from '@picket/contracts/client';
import type { BodyOf } from '@picket/contracts/endpoints';
import { isSame } from '@picket/domain/same-value';
import type { Integration } from './use-integrations.ts';
import { newRow, rowsOf, toMetricValues, type ValueRow } from './value-rows.ts';

export const SOURCE_KINDS = ['MQTT', 'NUT', 'PROMETHEUS', 'WEBHOOK'] as const satisfies readonly Integration['kind'][];

export type SourceValues = {
  readonly kind: Integration['kind'];
  readonly name: string;
  readonly location: string;
  readonly user: string;
  readonly password: string;
  /** Of a broker or an exporter. */
  readonly address: string;
  /** Of a broker. */
  readonly discoveryPrefix: string;
  /** Of a NUT server. */
  readonly host: string;
  readonly port: string;
  /** Of every source that is polled. */
  readonly pollSeconds: string;
  /** Of an exporter. An empty token keeps the stored one, unless that is to be removed. */
  readonly token: string;
  readonly removesToken: boolean;
  readonly deviceName: string;
  readonly values: readonly ValueRow[];
};

const USUAL = {
  address: '',
  discoveryPrefix: 'homeassistant',
  host: '',
  port: '3493',
  pollSeconds: '30',
  token: '',
  removesToken: false,
  deviceName: '',
  values: [newRow([])],
};

export const newSource = (location: string): SourceValues => ({
  kind: 'MQTT',
  name: '',
  location,
  user: '',
  password: '',
  ...USUAL,
});

export function valuesOf(integration: Integration): SourceValues {
  const { kind, name, location, user = '' } = integration;
  return { kind, name, location, user, password: '', ...USUAL, ...storedOf(integration) };
}

/** Settings of the kind; those that cannot be read are as they are at first. */
function storedOf(integration: Integration): Partial<SourceValues> {
  if (integration.kind === 'MQTT') {
    const { address, discoveryPrefix } = integration;
    return { address, ...(discoveryPrefix === '' ? {} : { discoveryPrefix }) };
  }
  if (integration.kind === 'PROMETHEUS') {
    const { address, deviceName = '', pollSeconds, values } = integration;
    return address === '' ? {} : { address, deviceName, pollSeconds: String(pollSeconds), values: rowsOf(values) };
  }
  if (integration.kind === 'WEBHOOK') return {};
  const { host, port, pollSeconds } = integration;
  return host === '' ? {} : { host, port: String(port), pollSeconds: String(pollSeconds) };
}

/** Whether there is something to connect to. */
export const hasTarget = ({ kind, address, host }: SourceValues): boolean =>
  (kind === 'NUT' ? host : address).trim() !== '';

/** Whether a stored password or token stays, so that a test would need it. */
export const needsSecret = ({ kind, user, password, token, removesToken }: SourceValues): boolean =>
  kind === 'PROMETHEUS' ? token.trim() === '' && !removesToken : user.trim() !== '' && password === '';

type Source = BodyOf<'POST /integrations/test'>;

/** The settings of a connection alone: the request of a test. */
export function toSource(values: SourceValues): Source {
  if (values.kind === 'PROMETHEUS') return toExporter(values);
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
    };
  return {
    kind: 'NUT',
    host: values.host.trim(),
    port: Number(values.port),
    ...credentials,
    pollSeconds: Number(values.pollSeconds),
  };
}

const toExporter = ({ address, token, deviceName, pollSeconds, values }: SourceValues): Source => ({
  kind: 'PROMETHEUS',
  address: address.trim(),
  ...(token.trim() === '' ? {} : { token: encodePassword(token.trim()) }),
  ...(deviceName.trim() === '' ? {} : { deviceName: deviceName.trim() }),
  pollSeconds: Number(pollSeconds),
  values: toMetricValues(values),
});

export function toIntegration(values: SourceValues): BodyOf<'POST /integrations'> {
  const { kind, name, location } = values;
  // Nothing is connected: it is called.
  return kind === 'WEBHOOK' ? { kind, name, location } : { name, location, ...toSource(values) };
}

/** What is not changed is left out: an address that is sent again is checked again. */
export function toPatch(before: Integration, values: SourceValues): BodyOf<'PATCH /integrations/{guid}'> {
  if (before.kind === 'WEBHOOK') return { name: values.name };
  const { kind: _kind, ...source } = toSource({ ...values, kind: before.kind });
  const sent: Readonly<Record<string, unknown>> = source;
  const was: Readonly<Record<string, unknown>> = before;
  const changed = Object.entries(sent).filter(([name, value]) => !SECRETS.includes(name) && !isSame(was[name], value));
  return { name: values.name, ...Object.fromEntries(changed), ...secretsOf(before, values, sent) };
}

const SECRETS = ['user', 'password', 'token'];

/** Without a user there is no password either. */
function secretsOf(
  before: Integration,
  { removesToken }: SourceValues,
  { user, password, token, deviceName }: Readonly<Record<string, unknown>>,
): object {
  if (before.kind === 'PROMETHEUS')
    return {
      ...(token === undefined ? (removesToken ? { token: null } : {}) : { token }),
      ...(deviceName === undefined && before.deviceName !== undefined ? { deviceName: null } : {}),
    };
  if (user === undefined) return { user: null, password: null };
  return { user, ...(password === undefined ? {} : { password }) };
}
