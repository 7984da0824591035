/** A device that is read over Modbus TCP as a source. */
import type { ModbusSettings } from '@picket/contracts/connected-settings';
import type { ParsedBody } from '@picket/contracts/endpoints';
import { unitOf } from '@picket/domain/value-classes';
import { checkValues, polledValues } from '@picket/source-io/chosen/chosen-reader';
import { modbusReader } from '@picket/source-io/modbus/modbus-reader';
import { invalid } from '../../../platform/errors.ts';
import type { AllowedHosts } from '../../../platform/outbound/outbound-allowlist.ts';
import { plainAddressProblem } from '../../../platform/outbound/outbound-plain.ts';
import { PolledSession } from '../polled/polled-session.ts';
import type { Source } from '../sources/source-session.ts';

const USUAL = { port: 502, unitId: 1, deviceName: null, pollSeconds: 30 } as const;

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
  test: (network) => checkValues(modbusReader(settings), network),
  open: async (platform, seen, network) =>
    new PolledSession(platform, seen, polledValues(modbusReader(settings)), network),
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
