/** What the form of an integration holds, of every kind, and the requests that it becomes. */
import { encodePassword } from '@picket/contracts/client';
import type { BodyOf } from '@picket/contracts/endpoints';
import type { Integration } from './use-integrations.ts';

export const SOURCE_KINDS = ['MQTT', 'NUT', 'WEBHOOK'] as const satisfies readonly Integration['kind'][];

export type SourceValues = {
  readonly kind: Integration['kind'];
  readonly name: string;
  readonly location: string;
  readonly user: string;
  readonly password: string;
  /** Of a broker. */
  readonly address: string;
  readonly discoveryPrefix: string;
  /** Of a NUT server. */
  readonly host: string;
  readonly port: string;
  readonly pollSeconds: string;
};

const USUAL = { address: '', discoveryPrefix: 'homeassistant', host: '', port: '3493', pollSeconds: '30' };

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
  if (integration.kind === 'WEBHOOK') return {};
  const { host, port, pollSeconds } = integration;
  return host === '' ? {} : { host, port: String(port), pollSeconds: String(pollSeconds) };
}

/** Whether there is something to connect to. */
export const hasTarget = ({ kind, address, host }: SourceValues): boolean =>
  (kind === 'MQTT' ? address : host).trim() !== '';

/** The settings of a connection alone: the request of a test. */
export function toSource(values: SourceValues): BodyOf<'POST /integrations/test'> {
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

export function toIntegration(values: SourceValues): BodyOf<'POST /integrations'> {
  const { kind, name, location } = values;
  // Nothing is connected: it is called.
  return kind === 'WEBHOOK' ? { kind, name, location } : { name, location, ...toSource(values) };
}

/** What is not changed is left out: an address that is sent again is checked again. Without a user there is no password either. */
export function toPatch(before: Integration, values: SourceValues): BodyOf<'PATCH /integrations/{guid}'> {
  if (before.kind === 'WEBHOOK') return { name: values.name };
  const { user, password, kind: _kind, ...settings } = toSource({ ...values, kind: before.kind });
  const was: Readonly<Record<string, unknown>> = before;
  const changed = Object.fromEntries(Object.entries(settings).filter(([name, value]) => was[name] !== value));
  return {
    name: values.name,
    ...changed,
    ...(user === undefined
      ? { user: null, password: null }
      : { user, ...(password === undefined ? {} : { password }) }),
  };
}
