/** Tries a source once: what a person sees before it is added. */
import type { SourceSettings } from '@picket/contracts/connected-settings';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { checkValues } from './chosen/chosen-reader.ts';
import { modbusReader } from './modbus/modbus-reader.ts';
import { checkBroker } from './mqtt/check-broker.ts';
import { checkNut } from './nut/check-nut.ts';
import { exporterReader } from './prometheus/exporter-reader.ts';
import { checkSnmp } from './snmp/check-snmp.ts';
import type { SourceNetwork } from './source-network.ts';

type SourceTest = ResponseOf<'POST /integrations/test'>;

/** Ends within seconds. null: there is nothing to connect to. */
export function checkSource(settings: SourceSettings, network: SourceNetwork): Promise<SourceTest> | null {
  switch (settings.kind) {
    case 'MQTT':
      return checkBroker(settings, network);
    case 'NUT':
      return checkNut(settings, network);
    case 'SNMP':
      return checkSnmp(settings, network);
    case 'MODBUS':
      return checkValues(modbusReader(settings), network);
    case 'PROMETHEUS':
      return checkValues(exporterReader(settings), network);
    default:
      return null;
  }
}
