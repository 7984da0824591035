/**
 * A day of one series as bytes, and back, bit by bit the same. Pure.
 *
 * Times are kept as differences of differences: a sensor that reports regularly costs next to nothing. Values are decimals
 * in the sensor's own resolution, so they are kept as whole numbers at a power of ten, each as its difference to the
 * one before; the few with more digits (means of several samples) keep what is missing beside it, and what is no decimal
 * at all is kept as it is. Then zstd.
 */
import { ByteReader, ByteWriter } from './byte-stream.ts';
import { compress, decompress } from './compress.ts';
import type { ReadingBlock } from './reading-blocks.ts';

const VERSION = 1;
/** More digits exceed the precision of a double. */
const MAX_DIGITS = 15;
const MAX_SCALED = 2 ** 51;
const POWERS = Array.from({ length: MAX_DIGITS + 1 }, (_, digits) => 10 ** digits);
const SAMPLE = 64;

export function encodeBlock({ at, value, raw }: ReadingBlock): Buffer {
  const plain = new ByteWriter(at.length * 3 + 64);
  plain.byte(VERSION);
  plain.varint(at.length);
  writeTimes(plain, at);
  writeColumn(plain, value);
  plain.byte(raw === null ? 0 : 1);
  if (raw !== null) writeColumn(plain, raw);
  return compress(plain.finish());
}

/** The readings `encodeBlock` was given. Throws where the bytes are not its own. */
export function decodeBlock(bytes: Buffer): ReadingBlock {
  const reader = new ByteReader(decompress(bytes));
  const version = reader.byte();
  if (version !== VERSION) throw new RangeError(`packed readings of version ${version} are not known here`);
  const count = reader.varint();
  const at = readTimes(reader, count);
  const value = readColumn(reader, count);
  return { at, value, raw: reader.byte() === 0 ? null : readColumn(reader, count) };
}

function writeTimes(out: ByteWriter, at: Float64Array): void {
  const unit = at.every((time) => time % 1000 === 0) ? 1000 : 1;
  out.byte(unit === 1000 ? 1 : 0);
  let before = 0;
  let step = 0;
  for (const time of at) {
    const next = time / unit - before;
    out.signed(next - step);
    step = next;
    before += next;
  }
}

function readTimes(reader: ByteReader, count: number): Float64Array {
  const unit = reader.byte() === 1 ? 1000 : 1;
  const at = new Float64Array(count);
  let now = 0;
  let step = 0;
  for (let index = 0; index < count; index++) {
    step += reader.signed();
    now += step;
    at[index] = now * unit;
  }
  return at;
}

function writeColumn(out: ByteWriter, column: Float64Array): void {
  const unknown: number[] = [];
  const known: number[] = [];
  for (const [place, value] of column.entries()) {
    if (Number.isNaN(value)) unknown.push(place);
    else known.push(value);
  }
  writeIndexes(out, unknown);
  const scales = scalesOf(known);
  const odd = known.flatMap((value, place) => (isDecimal(value, scales.fine) ? [] : [place]));
  writeIndexes(out, odd);
  const isOdd = new Set(odd);
  out.byte(scales.coarse);
  out.byte(scales.fine);
  const coarse = known.map((value, place) => (isOdd.has(place) ? 0 : Math.round(value * power(scales.coarse))));
  let before = 0;
  for (const [place, scaled] of coarse.entries()) {
    if (isOdd.has(place)) continue;
    out.signed(scaled - before);
    before = scaled;
  }
  if (scales.fine > scales.coarse) {
    const factor = power(scales.fine - scales.coarse);
    for (const [place, scaled] of coarse.entries())
      if (!isOdd.has(place)) out.signed(Math.round((known[place] ?? 0) * power(scales.fine)) - scaled * factor);
  }
  for (const place of odd) out.double(known[place] ?? 0);
}

function readColumn(reader: ByteReader, count: number): Float64Array {
  const column = new Float64Array(count);
  const unknown = readIndexes(reader);
  const known = count - unknown.length;
  const odd = readIndexes(reader);
  const coarse = reader.byte();
  const fine = reader.byte();
  const decimals = known - odd.length;
  const scaled = new Float64Array(decimals);
  let before = 0;
  for (let index = 0; index < decimals; index++) {
    before += reader.signed();
    scaled[index] = before;
  }
  if (fine > coarse) {
    const factor = power(fine - coarse);
    for (let index = 0; index < decimals; index++) scaled[index] = (scaled[index] ?? 0) * factor + reader.signed();
  }
  const divisor = power(fine);
  if (unknown.length === 0 && odd.length === 0) {
    for (let index = 0; index < count; index++) column[index] = (scaled[index] ?? 0) / divisor;
    return column;
  }
  const isUnknown = new Set(unknown);
  const isOdd = new Set(odd);
  for (let index = 0, place = 0, decimal = 0; index < count; index++) {
    if (isUnknown.has(index)) column[index] = Number.NaN;
    else if (isOdd.has(place++)) column[index] = reader.double();
    else column[index] = (scaled[decimal++] ?? 0) / divisor;
  }
  return column;
}

function writeIndexes(out: ByteWriter, places: readonly number[]): void {
  out.varint(places.length);
  let before = 0;
  for (const place of places) {
    out.varint(place - before);
    before = place;
  }
}

function readIndexes(reader: ByteReader): readonly number[] {
  const places: number[] = [];
  let place = 0;
  for (let left = reader.varint(); left > 0; left--) {
    place += reader.varint();
    places.push(place);
  }
  return places;
}

interface Scales {
  /** Digits after the point that most values have. */
  readonly coarse: number;
  /** Digits that all values have which are decimals at all. */
  readonly fine: number;
}

/** The scales under which a column takes few bytes, by a sample of it; `fine` holds for all of it. */
function scalesOf(known: readonly number[]): Scales {
  const digits = known.map(digitsOf);
  const fine = digits.reduce((most, one) => (one > MAX_DIGITS ? most : Math.max(most, one)), 0);
  const largest = known.reduce((most, value, place) => {
    const isOdd = (digits[place] ?? 0) > MAX_DIGITS;
    return isOdd ? most : Math.max(most, Math.abs(value));
  }, 0);
  // Where the largest would not fit at that scale, fewer digits do, and what needs more is odd.
  const fits = POWERS.findLastIndex((one) => largest * one <= MAX_SCALED);
  const widest = Math.max(0, Math.min(fine, fits));
  const stride = Math.max(1, Math.floor(known.length / SAMPLE));
  let coarse = widest;
  let least = Number.POSITIVE_INFINITY;
  for (let scale = 0; scale <= widest; scale++) {
    let cost = 0;
    for (let place = stride; place < known.length; place += stride) {
      const difference = Math.abs((known[place] ?? 0) - (known[place - 1] ?? 0)) * power(scale);
      const isExact = (digits[place] ?? 0) <= scale;
      cost += 1 + Math.log2(1 + difference) / 7 + (isExact ? 0 : 1.5);
    }
    if (cost < least - 1e-9) {
      least = cost;
      coarse = scale;
    }
  }
  return { coarse, fine: widest };
}

/** How many digits after the point a value has; more than MOST_DIGITS where it is no decimal. */
function digitsOf(value: number): number {
  for (let digits = 0; digits <= MAX_DIGITS; digits++) if (isDecimal(value, digits)) return digits;
  return MAX_DIGITS + 1;
}

/** Whether a value is a whole number of that power of ten, exactly, as it is read back. */
function isDecimal(value: number, digits: number): boolean {
  const scaled = Math.round(value * power(digits));
  return Math.abs(scaled) <= MAX_SCALED && scaled / power(digits) === value && !Object.is(value, -0);
}

const power = (digits: number): number => POWERS[digits] ?? 1;
