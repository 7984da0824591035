/** Reads the chosen values from the registers of a device. */

import type { ModbusSettings } from '@picket/contracts/connected-settings';
import type { ModbusReply } from '@picket/devices/modbus/modbus-frames';
import { registerValue } from '@picket/devices/modbus/register-values';
import { type RegisterPlace, widthOf } from '@picket/domain/registers';
import type { ReadRow, ValuesRead } from '../chosen/chosen-reader.ts';
import type { SourceNetwork } from '../source-network.ts';
import { ModbusClient, ModbusProblem } from './modbus-client.ts';

/** A gateway does not reach the unit. */
const UNREACHED = [10, 11];

/**
 * Each place by itself, once: a device refuses a range in which one register does not exist, and some answer a range
 * with what they had before.
 */
export async function readRegisters(
  settings: ModbusSettings,
  network: SourceNetwork,
  closing: AbortSignal,
): Promise<ValuesRead> {
  let client: ModbusClient | null = null;
  try {
    client = await ModbusClient.open(settings, network, closing);
    const answers = new Map<string, Awaited<ReturnType<ModbusClient['ask']>>>();
    const rows: ReadRow[] = [];
    for (const place of settings.registers) {
      const asked = { table: place.table, register: place.register, width: widthOf(place) };
      const key = JSON.stringify(asked);
      const answer = answers.get(key) ?? (await client.ask(asked));
      answers.set(key, answer);
      if (answer.kind === 'exception' && UNREACHED.includes(answer.code)) return { kind: 'failed', problem: 'NO_UNIT' };
      rows.push(rowOf(place, answer));
    }
    return { kind: 'read', rows };
  } catch (error) {
    if (error instanceof ModbusProblem) return { kind: 'failed', problem: error.problem };
    throw error;
  } finally {
    client?.close();
  }
}

function rowOf(place: RegisterPlace, answer: Exclude<ModbusReply, { readonly kind: 'other' }>): ReadRow {
  if (answer.kind === 'exception')
    return { read: { kind: 'unknown', problem: 'REGISTER_REFUSED' }, found: `exception ${answer.code}` };
  return { read: { kind: 'value', value: registerValue(place, answer.data), at: null }, found: bytesText(answer.data) };
}

const bytesText = (data: Uint8Array): string => [...data].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
