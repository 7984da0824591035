import type {
  BrokerSettings,
  ExporterSettings,
  HostedSettings,
  ModbusSettings,
  SnmpSettings,
  SourceSettings,
} from '@picket/contracts/connected-settings';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { ValueUnit } from '@picket/domain/value-classes';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { brokerAddress } from './hosted/hosted-credentials.ts';
import { type HostedRow, hostedBrokersOf } from './hosted/hosted-store.ts';
import { decryptSettings } from './integration-settings.ts';
import { type IntegrationRow, listIntegrationRows } from './integration-store.ts';

type IntegrationOut = ResponseOf<'POST /integrations'>;

/** What is not in the row of an integration. */
export interface MoreOfIntegration {
  /** Of a webhook, where it was made just now. */
  readonly hookAddress?: string | undefined;
  /** Of the broker in Picket. */
  readonly hosted?: HostedRow | null;
  /** Of the broker in Picket, where it was made just now. */
  readonly brokerPassword?: string | undefined;
}

/** Without its password, unless it was made just now. */
export function toIntegration(
  platform: Pick<Platform, 'keys' | 'config' | 'settings'>,
  row: IntegrationRow,
  more: MoreOfIntegration = {},
): IntegrationOut {
  const settings = decryptSettings(platform, row.guid, row.settings);
  const common = {
    guid: row.guid,
    name: row.name,
    location: row.location,
    gateway: row.gateway,
    ...(row.reader === null ? {} : { readBy: row.reader }),
    ...(settings === null || settings.user === null ? {} : { user: settings.user }),
    hasPassword: settings !== null && hasSecret(settings),
    enabled: row.enabled,
    ...(row.connectedAt === null ? {} : { connectedAt: formatInstant(row.connectedAt.getTime()) }),
    ...(row.lastMessageAt === null ? {} : { lastMessageAt: formatInstant(row.lastMessageAt.getTime()) }),
    ...(row.problem === null ? {} : { problem: row.problem }),
    devices: row.devices,
    adopted: row.adopted,
    leftOut: row.leftOut,
    createdAt: formatInstant(row.createdAt.getTime()),
    last_update_ts: formatInstant(row.lastUpdateTs.getTime()),
  };
  switch (row.kind) {
    case 'MQTT':
      return {
        ...common,
        kind: row.kind,
        ...brokerOf(settings?.kind === 'MQTT' ? settings : null),
        ...(row.protocol === null ? {} : { protocol: row.protocol }),
      };
    case 'NUT': {
      const { host = '', port = 0, pollSeconds = 0 } = settings?.kind === 'NUT' ? settings : {};
      return { ...common, kind: row.kind, host, port, pollSeconds };
    }
    case 'SNMP':
      return { ...common, kind: row.kind, ...snmpOf(settings?.kind === 'SNMP' ? settings : null) };
    case 'MODBUS':
      return { ...common, kind: row.kind, ...modbusOf(settings?.kind === 'MODBUS' ? settings : null) };
    case 'PROMETHEUS':
      return { ...common, kind: row.kind, ...exporterOf(settings?.kind === 'PROMETHEUS' ? settings : null) };
    case 'WEBHOOK':
      return {
        ...common,
        kind: row.kind,
        ...(more.hookAddress === undefined ? {} : { hookAddress: more.hookAddress }),
      };
    case 'BROKER':
      return {
        ...common,
        kind: row.kind,
        hasPassword: true,
        ...hostedOf(platform, settings?.kind === 'BROKER' ? settings : null, more),
      };
  }
}

function hostedOf(
  platform: Pick<Platform, 'config' | 'settings'>,
  settings: HostedSettings | null,
  { hosted = null, brokerPassword }: MoreOfIntegration,
) {
  const { discoveryPrefix = '', topicValues = [] } = settings ?? {};
  const address = brokerAddress(platform);
  return {
    ...(address === null ? {} : { brokerAddress: address }),
    ...(hosted === null ? {} : { user: hosted.userName }),
    ...(brokerPassword === undefined ? {} : { brokerPassword }),
    discoveryPrefix,
    topicValues: topicValues.map(withoutNoUnit),
    clients: [...(hosted?.clients ?? [])],
    messagesPerMinute: hosted?.messagesPerMinute ?? 0,
    retained: hosted?.retained ?? 0,
    ...(hosted?.lastRefusal == null ? {} : { lastRefusal: hosted.lastRefusal }),
  };
}

const hasSecret = (settings: SourceSettings): boolean =>
  settings.password !== null || (settings.kind === 'SNMP' && settings.community !== null);

function brokerOf(settings: BrokerSettings | null) {
  const { address = '', discoveryPrefix = '', topicValues = [], exportsSentries = false } = settings ?? {};
  return { address, discoveryPrefix, topicValues: topicValues.map(withoutNoUnit), exportsSentries };
}

/** A value as it is sent: without a unit that it has not. */
const withoutNoUnit = <Value extends { readonly unit: ValueUnit | null }>({ unit, ...value }: Value) => ({
  ...value,
  ...(unit === null ? {} : { unit }),
});

function snmpOf(settings: SnmpSettings | null) {
  const { host = '', port = 0, pollSeconds = 0, version = '2c' } = settings ?? {};
  const { securityLevel = 'ENCRYPTED', authProtocol = 'SHA', privacyProtocol = 'AES' } = settings ?? {};
  return { host, port, version, securityLevel, authProtocol, privacyProtocol, pollSeconds };
}

function modbusOf(settings: ModbusSettings | null) {
  if (settings === null) return { host: '', port: 0, unitId: 0, pollSeconds: 0, registers: [] };
  const { host, port, unitId, deviceName, pollSeconds, registers } = settings;
  return {
    host,
    port,
    unitId,
    ...(deviceName === null ? {} : { deviceName }),
    pollSeconds,
    registers: registers.map(({ bit, ...value }) => ({ ...withoutNoUnit(value), ...(bit === null ? {} : { bit }) })),
  };
}

function exporterOf(settings: ExporterSettings | null) {
  if (settings === null) return { address: '', pollSeconds: 0, values: [] };
  const { address, deviceName, pollSeconds, values } = settings;
  return {
    address,
    ...(deviceName === null ? {} : { deviceName }),
    pollSeconds,
    values: values.map(withoutNoUnit),
  };
}

export async function listIntegrations(ctx: Ctx<UserActor>): Promise<ResponseOf<'GET /integrations'>> {
  const { tenant } = ctx.actor;
  const { console: sql } = ctx.db;
  const [rows, hosted] = await Promise.all([listIntegrationRows(sql, tenant), hostedBrokersOf(sql, tenant, null)]);
  const address = brokerAddress(ctx);
  return {
    items: rows.map((row) => toIntegration(ctx, row, { hosted: hosted.get(row.guid) ?? null })),
    ...(address === null ? {} : { brokerAddress: address }),
  };
}
