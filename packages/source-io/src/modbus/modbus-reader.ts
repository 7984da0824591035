/** A device that is read over Modbus TCP, as a source whose values a person chose. */
import type { ModbusSettings } from '@picket/contracts/connected-settings';
import { placeText } from '@picket/domain/registers';
import type { ChosenReader } from '../chosen/chosen-reader.ts';
import { readRegisters } from './read-registers.ts';

/** What the device of every integration is called at its source. */
const PLACE = 'modbus';

export const modbusReader = (settings: ModbusSettings): ChosenReader => ({
  place: PLACE,
  deviceName: settings.deviceName ?? settings.host,
  pollSeconds: settings.pollSeconds,
  // Another unit of a gateway is another device.
  values: settings.registers.map((value) => ({ ...value, key: `unit ${settings.unitId} ${placeText(value)}` })),
  read: (network, closing) => readRegisters(settings, network, closing),
});
