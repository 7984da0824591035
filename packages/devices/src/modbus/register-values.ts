/** The number that stands in registers. Pure. */
import { type ByteOrder, isBitTable, type RegisterPlace, type RegisterType } from '@picket/domain/registers';

/** Of a number of 32 bits with a point, more digits are noise. */
const FLOAT_DIGITS = 7;
/** Of a number times its scale, more digits are those of the multiplication. */
const SCALED_DIGITS = 12;

/** `data`: as many bytes as the place is wide. NaN and infinities are passed on; NaN is also what stands for no value. */
export function registerValue(place: RegisterPlace, data: Uint8Array): number {
  if (isBitTable(place.table)) return (data[0] ?? 0) & 1;
  const bytes = new DataView(inOrder(data, place.byteOrder).buffer);
  if (place.bit !== null) return (bytes.getUint16(0) >> place.bit) & 1;
  return rounded(numberOf(place, bytes) * place.scale, SCALED_DIGITS);
}

/**
 * What devices send where they have no value: the lowest signed and the highest unsigned number, as in SunSpec's models. Read as a number it
 * would be 65,535 W, or -32,768.
 */
const NO_VALUES: Readonly<Record<RegisterType, number | null>> = {
  INT16: -32_768,
  UINT16: 65_535,
  INT32: -2_147_483_648,
  UINT32: 4_294_967_295,
  FLOAT32: null,
  INT64: -(2 ** 63),
  UINT64: 2 ** 64,
  FLOAT64: null,
};

function numberOf(place: RegisterPlace, bytes: DataView): number {
  const number = sentNumber(place, bytes);
  return number === NO_VALUES[place.type] ? Number.NaN : number;
}

function sentNumber({ type }: RegisterPlace, bytes: DataView): number {
  switch (type) {
    case 'INT16':
      return bytes.getInt16(0);
    case 'UINT16':
      return bytes.getUint16(0);
    case 'INT32':
      return bytes.getInt32(0);
    case 'UINT32':
      return bytes.getUint32(0);
    case 'FLOAT32':
      return rounded(bytes.getFloat32(0), FLOAT_DIGITS);
    // Beyond 2^53 the nearest number that there is; the highest unsigned one becomes 2^64.
    case 'INT64':
      return Number(bytes.getBigInt64(0));
    case 'UINT64':
      return Number(bytes.getBigUint64(0));
    case 'FLOAT64':
      return bytes.getFloat64(0);
  }
}

/** The highest byte first. */
function inOrder(data: Uint8Array, order: ByteOrder): Uint8Array<ArrayBuffer> {
  // Bytes of a pair are exchanged by an index of which the lowest bit is, pairs by the bits above it: of 2, 4 or 8 bytes none, one or two.
  const inPair = order === 'BADC' || order === 'DCBA' ? 1 : 0;
  const pairs = order === 'CDAB' || order === 'DCBA' ? data.length - 2 : 0;
  return Uint8Array.from(data, (_byte, index) => data[index ^ inPair ^ pairs] ?? 0);
}

const rounded = (value: number, digits: number): number =>
  Number.isFinite(value) ? Number(value.toPrecision(digits)) : value;
