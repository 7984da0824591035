/** What is asked over Modbus, what is taken for its answer, and the numbers in it. */
import { placeText, type RegisterPlace } from '@picket/domain/registers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ModbusQuestion, questionBytes, readReply } from './modbus-frames.ts';
import { registerValue } from './register-values.ts';

const QUESTION: ModbusQuestion = { transaction: 0x0102, unitId: 17, table: 'HOLDING', register: 0x006b, width: 2 };
const PLACE: RegisterPlace = { table: 'HOLDING', register: 0, type: 'INT16', byteOrder: 'ABCD', scale: 1, bit: null };
const bytesOf = (hex: string): Uint8Array => Uint8Array.fromHex(hex);
const ANSWER = bytesOf('0102000000071103041234abcd');

test('a question has the bytes of the specification', () => {
  expect(questionBytes(QUESTION).toHex()).toBe('01020000000611' + '03006b0002');
  expect(questionBytes({ ...QUESTION, table: 'COIL', width: 1 }).toHex()).toBe('01020000000611' + '01006b0001');
});

test('an answer is read once all of it is there', () => {
  for (let length = 0; length < ANSWER.length; length += 1)
    expect(readReply(ANSWER.subarray(0, length), QUESTION)).toBeNull();
  expect(readReply(ANSWER, QUESTION)).toEqual({ kind: 'data', data: bytesOf('1234abcd') });
  const refused = bytesOf('010200000003118302');
  for (let length = 0; length < refused.length; length += 1)
    expect(readReply(refused.subarray(0, length), QUESTION)).toBeNull();
  expect(readReply(refused, QUESTION)).toEqual({ kind: 'exception', code: 2 });
  const coil = bytesOf('01020000000411020101');
  expect(readReply(coil, { ...QUESTION, table: 'DISCRETE', width: 1 })).toMatchObject({ kind: 'data' });
});

test.each([
  ['another transaction', '0103000000071103041234abcd'],
  ['another protocol', '0102000100071103041234abcd'],
  ['another length', '0102000000081103041234abcd'],
  ['another unit', '0102000000071203041234abcd'],
  ['another function', '0102000000071104041234abcd'],
  ['the refusal of another function', '010200000003118402'],
  ['a refusal with the length of an answer', '010200000007118302'],
  ['another number of bytes', '0102000000071103021234abcd'],
  ['more than was asked for', '0102000000071103041234abcd00'],
  ['a page', new TextEncoder().encode('HTTP/1.1 400 Bad Request').toHex()],
])('%s is no answer', (_name, hex) => {
  expect(readReply(bytesOf(hex), QUESTION)).toEqual({ kind: 'other' });
});

test('whatever arrives is an answer, nothing yet, or something else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(13), (noise, kept) => {
      const bytes = Uint8Array.from([...ANSWER.subarray(0, kept), ...noise]);
      const reply = readReply(bytes, QUESTION);
      if (reply?.kind === 'data') expect(reply.data).toHaveLength(4);
      // It waits for no more than the longest answer.
      if (bytes.length >= ANSWER.length) expect(reply).not.toBeNull();
    }),
  );
});

test.each<[Partial<RegisterPlace>, string, number]>([
  [{ scale: 0.1 }, '00d7', 21.5],
  [{ scale: 0.1 }, 'ffce', -5],
  [{ type: 'UINT16' }, 'ffce', 65_486],
  [{ byteOrder: 'BADC', scale: 0.1 }, 'd700', 21.5],
  [{ byteOrder: 'DCBA', scale: 0.1 }, 'd700', 21.5],
  [{ byteOrder: 'CDAB', scale: 0.1 }, '00d7', 21.5],
  [{ type: 'INT32' }, 'fffffffe', -2],
  [{ type: 'UINT32', scale: 0.01 }, '0001e240', 1234.56],
  [{ type: 'FLOAT32' }, '41ac0000', 21.5],
  [{ type: 'FLOAT32', byteOrder: 'CDAB' }, '000041ac', 21.5],
  [{ type: 'FLOAT32', byteOrder: 'BADC' }, 'ac410000', 21.5],
  [{ type: 'FLOAT32', byteOrder: 'DCBA' }, '0000ac41', 21.5],
  // A number that is not one in this many bits has no further digits.
  [{ type: 'FLOAT32' }, '41ab3333', 21.4],
  [{ type: 'FLOAT32' }, '7fc00000', Number.NaN],
  // No value.
  [{ scale: 0.1 }, '8000', Number.NaN],
  [{ type: 'UINT16' }, 'ffff', Number.NaN],
  [{ type: 'UINT16', byteOrder: 'DCBA', scale: 0.1 }, 'ffff', Number.NaN],
  [{ type: 'INT32' }, '80000000', Number.NaN],
  [{ type: 'INT32', byteOrder: 'CDAB' }, '00008000', Number.NaN],
  [{ type: 'UINT32' }, 'ffffffff', Number.NaN],
  [{ type: 'INT64' }, 'fffffffffffffffe', -2],
  [{ type: 'INT64', byteOrder: 'CDAB' }, 'fffeffffffffffff', -2],
  [{ type: 'UINT64', scale: 0.001 }, '00000000075bcd15', 123_456.789],
  [{ type: 'UINT64', byteOrder: 'CDAB' }, 'cd15075b00000000', 123_456_789],
  [{ type: 'UINT64', byteOrder: 'BADC' }, '000000005b0715cd', 123_456_789],
  [{ type: 'UINT64', byteOrder: 'DCBA' }, '15cd5b0700000000', 123_456_789],
  [{ type: 'FLOAT64' }, '4035800000000000', 21.5],
  [{ type: 'FLOAT64', byteOrder: 'CDAB' }, '0000000000004036', 22],
  [{ type: 'FLOAT64', byteOrder: 'DCBA' }, '0000000000803540', 21.5],
  [{ type: 'FLOAT64' }, '7ff8000000000000', Number.NaN],
  [{ type: 'INT64' }, '8000000000000000', Number.NaN],
  [{ type: 'UINT64' }, 'ffffffffffffffff', Number.NaN],
  [{ type: 'UINT64', byteOrder: 'DCBA', scale: 0.1 }, 'ffffffffffffffff', Number.NaN],
  [{ type: 'INT16' }, 'ffff', -1],
  [{ type: 'UINT16' }, '8000', 32_768],
  [{ type: 'UINT16', bit: 15 }, 'ffff', 1],
  [{ type: 'UINT16', bit: 0 }, '0005', 1],
  [{ type: 'UINT16', bit: 1 }, '0005', 0],
  [{ type: 'UINT16', bit: 15 }, '8000', 1],
  [{ type: 'UINT16', bit: 15, byteOrder: 'DCBA' }, '0080', 1],
  [{ table: 'COIL' }, '01', 1],
  // Of a coil, what fills the byte means nothing.
  [{ table: 'DISCRETE' }, 'fe', 0],
])('%j of %s is %d', (place, hex, value) => {
  expect(registerValue({ ...PLACE, ...place }, bytesOf(hex))).toBe(value);
});

test('a place has a text of its own for each way of reading it', () => {
  const texts = [
    PLACE,
    { ...PLACE, register: 1 },
    { ...PLACE, type: 'UINT16' as const },
    { ...PLACE, byteOrder: 'BADC' as const },
    { ...PLACE, scale: 0.1 },
    { ...PLACE, bit: 0 },
    { ...PLACE, table: 'COIL' as const },
  ].map(placeText);
  expect(new Set(texts).size).toBe(texts.length);
});
