/**
 * H.264 as MP4 holds it, and as everything else carries it: length-prefixed units with the parameter sets apart, or units behind start
 * codes with the parameter sets before each key frame (ITU-T H.264, annex B). Nothing is decoded or encoded.
 */
import { readBoxes, viewOf } from './boxes.ts';
import { readAvcConfiguration } from './init-segment.ts';
import { MediaError } from './media-error.ts';

export interface AvcFormat {
  /** Bytes of the length before each unit. */
  readonly lengthBytes: number;
  /** Sequence and picture parameter sets, in order. */
  readonly parameterSets: readonly Uint8Array[];
}

const START_CODE = Uint8Array.of(0, 0, 0, 1);
const SLICE = 1;
const KEY_FRAME = 5;
const SEQUENCE_PARAMETERS = 7;
/** Slice types that refer to later pictures (table 7-6). */
const BIDIRECTIONAL = [1, 6];

const typeOf = (unit: Uint8Array): number => (unit[0] ?? 0) & 0x1f;

/** How the pictures after this init segment are written. @throws MediaError where it does not say */
export function readAvcFormat(init: Uint8Array): AvcFormat {
  const record = readAvcConfiguration(init);
  const view = viewOf(record);
  const parameterSets: Uint8Array[] = [];
  let offset = 5;
  const readSets = (count: number): void => {
    for (let set = 0; set < count; set += 1) {
      if (offset + 2 > record.length) throw new MediaError('TRUNCATED', 'a parameter set of H.264 is cut off');
      const end = offset + 2 + view.getUint16(offset);
      if (end > record.length) throw new MediaError('TRUNCATED', 'a parameter set of H.264 is cut off');
      parameterSets.push(record.subarray(offset + 2, end));
      offset = end;
    }
  };
  const countAt = (mask: number): number => (record[offset++] ?? 0) & mask;
  readSets(countAt(0x1f));
  readSets(countAt(0xff));
  return { lengthBytes: ((record[4] ?? 0) & 0x03) + 1, parameterSets };
}

export interface AccessUnit {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether it is shown before a picture that precedes it: what is played as it arrives cannot do that. */
  readonly isReordered: boolean;
}

/** The picture of a fragment that holds one. @throws MediaError where units are longer than the fragment */
export function readAccessUnit(fragment: Uint8Array, { lengthBytes, parameterSets }: AvcFormat): AccessUnit {
  const mdat = readBoxes(fragment).find(({ type }) => type === 'mdat');
  if (mdat === undefined) throw new MediaError('NOT_MP4', 'a fragment is moof and mdat');
  const units = splitUnits(fragment.subarray(mdat.content, mdat.end), lengthBytes);
  const types = units.map(typeOf);
  const needsParameters = types.includes(KEY_FRAME) && !types.includes(SEQUENCE_PARAMETERS);
  const all = needsParameters ? [...parameterSets, ...units] : units;
  return {
    bytes: joined(all),
    isReordered: units.some((unit) => typeOf(unit) === SLICE && BIDIRECTIONAL.includes(sliceTypeOf(unit))),
  };
}

function joined(units: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(units.reduce((sum, unit) => sum + START_CODE.length + unit.length, 0));
  let offset = 0;
  for (const unit of units) {
    bytes.set(START_CODE, offset);
    bytes.set(unit, offset + START_CODE.length);
    offset += START_CODE.length + unit.length;
  }
  return bytes;
}

function splitUnits(bytes: Uint8Array, lengthBytes: number): readonly Uint8Array[] {
  const units: Uint8Array[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const start = offset + lengthBytes;
    let length = 0;
    for (const byte of bytes.subarray(offset, start)) length = length * 256 + byte;
    if (start + length > bytes.length) throw new MediaError('TRUNCATED', 'a unit of H.264 is longer than its fragment');
    if (length > 0) units.push(bytes.subarray(start, start + length));
    offset = start + length;
  }
  return units;
}

/** The second number of a slice header; both are Exp-Golomb codes (9.1), and short. */
function sliceTypeOf(unit: Uint8Array): number {
  let position = 8;
  const bit = (): number => {
    const value = ((unit[position >> 3] ?? 0x80) >> (7 - (position & 7))) & 1;
    position += 1;
    return value;
  };
  const number = (): number => {
    let zeros = 0;
    while (zeros < 31 && bit() === 0) zeros += 1;
    let value = 1;
    for (let read = 0; read < zeros; read += 1) value = value * 2 + bit();
    return value - 1;
  };
  number();
  return number();
}
