/**
 * Arrays as Postgres reads them itself. A parameter that is a Buffer travels in the binary format, which neither side has
 * to write out or parse; the hot path sends its columns so. The statement names the type: `$1::int[]`.
 */
const NULL_LENGTH = -1;
const HEADER = 20;
/** Postgres counts time from 2000 on, in microseconds. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);
const OID = { int4: 23, text: 25, json: 114, float8: 701, timestamptz: 1184, uuid: 2950 } as const;

function allocateArray(oid: number, count: number, hasNulls: boolean, bytes: number): Buffer {
  const array = Buffer.allocUnsafe(count === 0 ? 12 : HEADER + bytes);
  array.writeInt32BE(count === 0 ? 0 : 1, 0);
  array.writeInt32BE(hasNulls ? 1 : 0, 4);
  array.writeInt32BE(oid, 8);
  if (count > 0) {
    array.writeInt32BE(count, 12);
    array.writeInt32BE(1, 16);
  }
  return array;
}

/** Elements of one width; null where there is none. */
function fixedArray<Value>(
  oid: number,
  values: readonly (Value | null)[],
  width: number,
  write: (array: Buffer, value: Value, at: number) => void,
): Buffer {
  const nulls = values.reduce((count: number, value) => count + (value === null ? 1 : 0), 0);
  const array = allocateArray(oid, values.length, nulls > 0, values.length * (4 + width) - nulls * width);
  let at = HEADER;
  for (const value of values) {
    if (value === null) {
      array.writeInt32BE(NULL_LENGTH, at);
      at += 4;
      continue;
    }
    array.writeInt32BE(width, at);
    write(array, value, at + 4);
    at += 4 + width;
  }
  return array;
}

/** `int[]`. */
export const intArray = (values: readonly (number | null)[]): Buffer =>
  fixedArray(OID.int4, values, 4, (array, value, at) => array.writeInt32BE(value, at));

/** `float8[]`. */
export const doubleArray = (values: readonly (number | null)[]): Buffer =>
  fixedArray(OID.float8, values, 8, (array, value, at) => array.writeDoubleBE(value, at));

/** `timestamptz[]` of milliseconds since 1970. */
export const instantArray = (values: readonly (number | null)[]): Buffer =>
  fixedArray(OID.timestamptz, values, 8, (array, value, at) => {
    const micros = (value - POSTGRES_EPOCH_MS) * 1000;
    const high = Math.floor(micros / 4_294_967_296);
    array.writeInt32BE(high, at);
    array.writeUInt32BE(micros - high * 4_294_967_296, at + 4);
  });

/** `uuid[]`. One that follows itself, as organizations do, is copied: rows have many, organizations are few. */
export function uuidArray(values: readonly string[]): Buffer {
  let before: { readonly value: string; readonly at: number } | null = null;
  return fixedArray(OID.uuid, values, 16, (array, value, at) => {
    if (value === before?.value) {
      array.copyWithin(at, before.at, before.at + 16);
      return;
    }
    array.write(value.replaceAll('-', ''), at, 16, 'hex');
    before = { value, at };
  });
}

function textLikeArray(oid: number, values: readonly (string | null)[]): Buffer {
  const lengths = values.map((value) => (value === null ? 0 : Buffer.byteLength(value)));
  const total = lengths.reduce((sum, length) => sum + 4 + length, 0);
  const array = allocateArray(oid, values.length, values.includes(null), total);
  let at = HEADER;
  for (const [place, value] of values.entries()) {
    const length = lengths[place] ?? 0;
    array.writeInt32BE(value === null ? NULL_LENGTH : length, at);
    if (value !== null) array.write(value, at + 4, length);
    at += 4 + length;
  }
  return array;
}

/** `text[]`. */
export const textArray = (values: readonly (string | null)[]): Buffer => textLikeArray(OID.text, values);

/** `json[]` of JSON texts. */
export const jsonArray = (values: readonly (string | null)[]): Buffer => textLikeArray(OID.json, values);
