import type {
  BrokerSettings,
  ExporterSettings,
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
import { decryptSettings } from './integration-settings.ts';
import { type IntegrationRow, listIntegrationRows } from './integration-store.ts';

type IntegrationOut = ResponseOf<'POST /integrations'>;

/** Without its password. `hookAddress`: of a webhook, where it was made just now. */
export function toIntegration(
  platform: Pick<Platform, 'keys'>,
  row: IntegrationRow,
  hookAddress: string | null = null,
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
      return { ...common, kind: row.kind, ...(hookAddress === null ? {} : { hookAddress }) };
  }
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
  const rows = await listIntegrationRows(ctx.db.console, ctx.actor.tenant);
  return { items: rows.map((row) => toIntegration(ctx, row)) };
}
