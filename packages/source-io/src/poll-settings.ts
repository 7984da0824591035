import type { SourceSettings } from '@picket/contracts/connected-settings';
import { polledValues } from './chosen/chosen-reader.ts';
import { modbusReader } from './modbus/modbus-reader.ts';
import { polledNut } from './nut/poll-nut.ts';
import type { PolledSource } from './polled-source.ts';
import { exporterReader } from './prometheus/exporter-reader.ts';
import { polledSnmp } from './snmp/poll-snmp.ts';

/** How a source with these settings is polled; null: it is not polled. */
export function polledSourceOf(settings: SourceSettings): PolledSource | null {
  switch (settings.kind) {
    case 'NUT':
      return polledNut(settings);
    case 'SNMP':
      return polledSnmp(settings);
    case 'MODBUS':
      return polledValues(modbusReader(settings));
    case 'PROMETHEUS':
      return polledValues(exporterReader(settings));
    default:
      return null;
  }
}
