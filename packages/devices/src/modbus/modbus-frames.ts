/** Modbus over TCP, as far as it reads: a question, and what answers it (Modbus Messaging on TCP/IP 1.0b, 3.1). Pure. */
import { isBitTable, READ_FUNCTIONS, type RegisterTable } from '@picket/domain/registers';

export interface ModbusQuestion {
  /** 0 to 65,535; an answer repeats it. */
  readonly transaction: number;
  readonly unitId: number;
  readonly table: RegisterTable;
  readonly register: number;
  /** Registers of 16 bits, or coils. */
  readonly width: number;
}

export type ModbusReply =
  | { readonly kind: 'data'; readonly data: Uint8Array }
  /** The device refuses: 1 the function, 2 the register, 3 the number of them, 10 and 11 a gateway does not reach the unit. */
  | { readonly kind: 'exception'; readonly code: number }
  /** It is no answer to this question, whatever it is. */
  | { readonly kind: 'other' };

/** Of the transaction, the protocol, the length and the unit. */
const HEADER_BYTES = 7;
/** What the length counts: all after itself. */
const UNCOUNTED_BYTES = 6;
const LENGTH_LOW_BYTE = 5;
const QUESTION_BYTES = 12;
const EXCEPTION = 0x80;
const EXCEPTION_BYTES = HEADER_BYTES + 2;

export function questionBytes({ transaction, unitId, table, register, width }: ModbusQuestion): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(QUESTION_BYTES));
  writeHeader(bytes, transaction, QUESTION_BYTES, unitId);
  bytes.setUint8(HEADER_BYTES, READ_FUNCTIONS[table]);
  bytes.setUint16(8, register);
  bytes.setUint16(10, width);
  return new Uint8Array(bytes.buffer);
}

/** What was received so far as an answer; null: more has to arrive. What cannot become an answer is `other` as soon as that is seen. */
export function readReply(received: Uint8Array, question: ModbusQuestion): ModbusReply | null {
  const isRefused = received[HEADER_BYTES] === READ_FUNCTIONS[question.table] + EXCEPTION;
  const dataBytes = isBitTable(question.table) ? Math.ceil(question.width / 8) : 2 * question.width;
  const total = isRefused ? EXCEPTION_BYTES : HEADER_BYTES + 2 + dataBytes;
  if (received.length > total || !isBeginning(received, beginningOf(question, isRefused, total, dataBytes)))
    return { kind: 'other' };
  if (received.length < total) return null;
  return isRefused
    ? { kind: 'exception', code: received[HEADER_BYTES + 1] ?? 0 }
    : { kind: 'data', data: received.slice(HEADER_BYTES + 2) };
}

/** The bytes before the data, or before the code of an exception; null: any byte. */
function beginningOf(
  { transaction, unitId, table }: ModbusQuestion,
  isRefused: boolean,
  total: number,
  dataBytes: number,
): readonly (number | null)[] {
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  writeHeader(header, transaction, total, unitId);
  const bytes = [...new Uint8Array(header.buffer)];
  return isRefused ? [...bytes, READ_FUNCTIONS[table] + EXCEPTION, null] : [...bytes, READ_FUNCTIONS[table], dataBytes];
}

function isBeginning(received: Uint8Array, expected: readonly (number | null)[]): boolean {
  // The length arrives before what says whether it is refused.
  const isLengthOpen = received.length <= HEADER_BYTES;
  return expected.every((byte, index) => {
    const sent = received[index];
    return sent === undefined || byte === null || sent === byte || (isLengthOpen && index === LENGTH_LOW_BYTE);
  });
}

/** Of the protocol, the bytes 2 and 3 stay 0. */
function writeHeader(bytes: DataView, transaction: number, total: number, unitId: number): void {
  bytes.setUint16(0, transaction);
  bytes.setUint16(4, total - UNCOUNTED_BYTES);
  bytes.setUint8(6, unitId);
}
