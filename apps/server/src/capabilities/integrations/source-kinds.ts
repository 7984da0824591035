/** The kinds of sources: a new one is a case in each of these functions and a folder with what it does. */
import type { SourceSettings } from '@picket/contracts/connected-settings';
import type { ParsedBody } from '@picket/contracts/endpoints';
import type { IntegrationKind } from '@picket/contracts/integrations';
import { invalid } from '../../platform/errors.ts';
import { changeHosted, hostedSource, readHostedBody } from './hosted/hosted-source.ts';
import { changeModbus, modbusSource, readModbusBody } from './modbus/modbus-source.ts';
import { changeMqtt, mqttSource, readMqttBody } from './mqtt/mqtt-source.ts';
import { changeNut, nutSource, readNutBody } from './nut/nut-source.ts';
import { changePrometheus, prometheusSource, readPrometheusBody } from './prometheus/prometheus-source.ts';
import { changeSnmp, readSnmpBody, snmpSource } from './snmp/snmp-source.ts';
import type { Source } from './sources/source-session.ts';
import { WEBHOOK_SETTINGS, webhookSource } from './webhook/webhook-source.ts';

export function sourceOf(settings: SourceSettings): Source {
  switch (settings.kind) {
    case 'MQTT':
      return mqttSource(settings);
    case 'NUT':
      return nutSource(settings);
    case 'SNMP':
      return snmpSource(settings);
    case 'MODBUS':
      return modbusSource(settings);
    case 'PROMETHEUS':
      return prometheusSource(settings);
    case 'WEBHOOK':
      return webhookSource();
    case 'BROKER':
      return hostedSource(settings);
  }
}

export function readSourceBody(
  body: ParsedBody<'POST /integrations'> | ParsedBody<'POST /integrations/test'>,
): SourceSettings {
  switch (body.kind) {
    case 'NUT':
      return readNutBody(body);
    case 'SNMP':
      return readSnmpBody(body);
    case 'MODBUS':
      return readModbusBody(body);
    case 'PROMETHEUS':
      return readPrometheusBody(body);
    case 'WEBHOOK':
      return WEBHOOK_SETTINGS;
    case 'BROKER':
      return readHostedBody(body);
    default:
      return readMqttBody(body);
  }
}

type Patch = ParsedBody<'PATCH /integrations/{guid}'>;

/** Settings that not every kind has. */
const OWN_FIELDS = {
  MQTT: ['user', 'password', 'address', 'discoveryPrefix', 'topicValues', 'exportsSentries'],
  NUT: ['user', 'password', 'host', 'port', 'pollSeconds'],
  SNMP: [
    'user',
    'password',
    'host',
    'port',
    'pollSeconds',
    'version',
    'community',
    'securityLevel',
    'authProtocol',
    'privacyProtocol',
    'privacyPassword',
  ],
  MODBUS: ['host', 'port', 'pollSeconds', 'unitId', 'deviceName', 'registers'],
  PROMETHEUS: ['address', 'token', 'deviceName', 'pollSeconds', 'values'],
  WEBHOOK: [],
  BROKER: ['discoveryPrefix', 'topicValues'],
} as const satisfies Readonly<Record<IntegrationKind, readonly (keyof Patch)[]>>;

/** `before`: null where what is stored cannot be read. Throws a 400 that names the field at fault. */
export function changeSettings(kind: IntegrationKind, before: SourceSettings | null, patch: Patch): SourceSettings {
  const own: readonly string[] = OWN_FIELDS[kind];
  const foreign = Object.values(OWN_FIELDS)
    .flat()
    .find((field) => patch[field] !== undefined && !own.includes(field));
  if (foreign !== undefined) throw invalid(foreign, 'is no setting of this kind of integration');
  switch (kind) {
    case 'MQTT':
      return changeMqtt(before?.kind === 'MQTT' ? before : null, patch);
    case 'NUT':
      return changeNut(before?.kind === 'NUT' ? before : null, patch);
    case 'SNMP':
      return changeSnmp(before?.kind === 'SNMP' ? before : null, patch);
    case 'MODBUS':
      return changeModbus(before?.kind === 'MODBUS' ? before : null, patch);
    case 'PROMETHEUS':
      return changePrometheus(before?.kind === 'PROMETHEUS' ? before : null, patch);
    case 'WEBHOOK':
      return WEBHOOK_SETTINGS;
    case 'BROKER':
      return changeHosted(before?.kind === 'BROKER' ? before : null, patch);
  }
}
