/** A device that is read over Modbus TCP as a source. */
import type { ParsedBody } from '@picket/contracts/endpoints';
import { placeText } from '@picket/domain/registers';
import { unitOf } from '@picket/domain/value-classes';
import { invalid } from '../../../platform/errors.ts';
import type { AllowedHosts } from '../../../platform/outbound/outbound-allowlist.ts';
import { plainAddressProblem } from '../../../platform/outbound/outbound-plain.ts';
import { type ChosenReader, checkValues, polledValues } from '../chosen/chosen-reader.ts';
import type { ModbusSettings } from '../integration-settings.ts';
import { PolledSession } from '../polled/polled-session.ts';
import type { Source } from '../sources/source-session.ts';
import { readRegisters } from './read-registers.ts';

const USUAL = { port: 502, unitId: 1, deviceName: null, pollSeconds: 30 } as const;
/** What the device of every integration is called at its source. */
const PLACE = 'modbus';

type Body = Extract<ParsedBody<'POST /integrations/test'>, { readonly kind: 'MODBUS' }>;

export const modbusSource = (settings: ModbusSettings): Source => ({
  model: 'Modbus device',
  shown: {
    host: settings.host,
    port: settings.port,
    unitId: settings.unitId,
    deviceName: settings.deviceName ?? '',
    pollSeconds: settings.pollSeconds,
    registers: JSON.stringify(settings.registers),
  },
  checkAddress: (allowed) => checkAddress(settings, allowed),
  test: (network) => checkValues(readerOf(settings), network),
  open: (platform, seen, network) => new PolledSession(platform, seen, polledValues(readerOf(settings)), network),
});

const readerOf = (settings: ModbusSettings): ChosenReader => ({
  place: PLACE,
  deviceName: settings.deviceName ?? settings.host,
  pollSeconds: settings.pollSeconds,
  // Another unit of a gateway is another device.
  values: settings.registers.map((value) => ({ ...value, key: `unit ${settings.unitId} ${placeText(value)}` })),
  read: (allowed, closing) => readRegisters(settings, allowed, closing),
});

/** Throws a 400 that names the field where it is no host, or one that Picket may not connect to. */
function checkAddress(settings: ModbusSettings, allowed: AllowedHosts): void {
  const problem = plainAddressProblem(settings, allowed);
  if (problem !== null) throw invalid('host', problem);
}

export const readModbusBody = ({ host, port, unitId, deviceName, pollSeconds, registers }: Body): ModbusSettings => ({
  kind: 'MODBUS',
  host,
  port,
  unitId,
  user: null,
  password: null,
  deviceName: deviceName ?? null,
  pollSeconds,
  registers: storedRegisters(registers),
});

const storedRegisters = (registers: Body['registers']): ModbusSettings['registers'] =>
  registers.map(({ class: valueClass, unit, bit, ...place }) => ({
    ...place,
    class: valueClass,
    unit: unitOf(valueClass, unit),
    bit: bit ?? null,
  }));

/** Throws a 400 where settings that cannot be read are not sent in full. */
export function changeModbus(
  before: ModbusSettings | null,
  patch: ParsedBody<'PATCH /integrations/{guid}'>,
): ModbusSettings {
  const host = patch.host ?? before?.host;
  if (host === undefined) throw invalid('host', 'has to be entered again: what was stored cannot be read');
  const registers = patch.registers === undefined ? before?.registers : storedRegisters(patch.registers);
  if (registers === undefined) throw invalid('registers', 'has to be entered again: what was stored cannot be read');
  const was = before ?? USUAL;
  return {
    kind: 'MODBUS',
    host,
    port: patch.port ?? was.port,
    unitId: patch.unitId ?? was.unitId,
    user: null,
    password: null,
    deviceName: patch.deviceName === undefined ? was.deviceName : patch.deviceName,
    pollSeconds: patch.pollSeconds ?? was.pollSeconds,
    registers,
  };
}
