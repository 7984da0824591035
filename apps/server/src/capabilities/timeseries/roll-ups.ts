/**
 * Readings in buckets: min, max, sum, count and last value of each. Pure.
 *
 * Buckets lie on the clock (a five-minute bucket begins at :00, :05, …, in UTC), so that larger ones are made of smaller
 * ones and nothing has to be read again. Unknown readings are in no bucket.
 */
import type { Millis } from '@picket/domain/time';
import { ByteReader, ByteWriter } from './byte-stream.ts';

export interface Bucket {
  /** Its beginning. */
  readonly at: Millis;
  readonly min: number;
  readonly max: number;
  readonly sum: number;
  readonly count: number;
}

/** A bucket as it is kept. */
export interface RollupBucket extends Bucket {
  /** The last known value in it. */
  readonly last: number;
}

export const FIVE_MINUTES: Millis = 300_000;
export const HOUR: Millis = 3_600_000;
export const DAY: Millis = 86_400_000;

export const floorTo = (at: Millis, step: Millis): Millis => Math.floor(at / step) * step;

/** A day is packed so long after its end: most of what comes late has come by then. */
const GRACE: Millis = 2 * HOUR;

/** Days that ended before this are closed. */
export const closedBefore = (now: Millis): Millis => floorTo(now - GRACE, DAY);

/** Readings (oldest first) as buckets of `step` counted from `origin`; empty ones are left out. */
export function bucketsOf(
  at: ArrayLike<Millis>,
  value: ArrayLike<number>,
  step: Millis,
  origin: Millis = 0,
): readonly RollupBucket[] {
  const buckets: RollupBucket[] = [];
  let open: { -readonly [Key in keyof RollupBucket]: RollupBucket[Key] } | null = null;
  for (let index = 0; index < at.length; index++) {
    // There is one zero.
    const known = (value[index] ?? Number.NaN) + 0;
    if (Number.isNaN(known)) continue;
    const begin = origin + floorTo((at[index] ?? 0) - origin, step);
    if (open === null || open.at !== begin) {
      open = { at: begin, min: known, max: known, sum: known, count: 1, last: known };
      buckets.push(open);
      continue;
    }
    if (known < open.min) open.min = known;
    if (known > open.max) open.max = known;
    open.sum += known;
    open.count += 1;
    open.last = known;
  }
  return buckets;
}

/** Buckets (oldest first, two of one beginning included) as larger ones. */
export function resampleTo<Kind extends Bucket>(
  buckets: readonly Kind[],
  step: Millis,
  origin: Millis = 0,
): readonly Kind[] {
  const resampled: Kind[] = [];
  let begin = Number.NaN;
  let first = 0;
  const close = (end: number): void => {
    if (first < end) resampled.push({ ...mergeBuckets(buckets, first, end), at: begin });
  };
  for (let index = 0; index < buckets.length; index++) {
    const at = origin + floorTo((buckets[index]?.at ?? 0) - origin, step);
    if (at === begin) continue;
    close(index);
    begin = at;
    first = index;
  }
  close(buckets.length);
  return resampled;
}

/** Merges buckets[begin..end) into one; other fields are those of the last bucket. Throws if the range is empty. */
export function mergeBuckets<Kind extends Bucket>(buckets: readonly Kind[], begin: number, end: number): Kind {
  const last = buckets[end - 1];
  if (last === undefined) throw new RangeError('no buckets to merge');
  let { min, max, sum, count } = last;
  for (let index = begin; index < end - 1; index++) {
    const one = buckets[index];
    if (one === undefined) continue;
    if (one.min < min) min = one.min;
    if (one.max > max) max = one.max;
    sum += one.sum;
    count += one.count;
  }
  return { ...last, min, max, sum, count };
}

/** Digits after the point that are tried; what has more is kept as doubles. */
const MAX_DIGITS = 6;
const MAX_SCALED = 2 ** 45;

/** What the bytes say of themselves in their second one, beside the digits. */
const DIGITS = 0x0f;
const DOUBLES = 0x0f;
/** No bucket of the day is missing from the first one on. */
const FULL = 0x10;
const EVEN = 0x20;

/**
 * The buckets of one day as bytes, one column after the other: places and counts unless they go without saying, then
 * values, as decimals where all of them are; the last ones last, since few ask for them.
 */
export function encodeBuckets(buckets: readonly RollupBucket[], day: Millis, step: Millis): Buffer {
  const out = new ByteWriter(buckets.length * 8 + 16);
  const digits = digitsOf(buckets);
  const isFull = buckets.every(({ at }, index) => at === day + index * step);
  const isEven = buckets.every(({ count }) => count === buckets[0]?.count);
  out.varint(buckets.length);
  out.byte((digits ?? DOUBLES) | (isFull ? FULL : 0) | (isEven ? EVEN : 0));
  if (!isFull)
    for (const [index, { at }] of buckets.entries()) out.varint((at - (buckets[index - 1]?.at ?? day)) / step);
  for (const { count } of isEven ? buckets.slice(0, 1) : buckets) out.varint(count);
  if (digits === null) {
    for (const { min, max, sum, last } of buckets) for (const value of [min, max, sum, last]) out.double(value);
    return out.finish();
  }
  const factor = 10 ** digits;
  const least = buckets.map(({ min }) => Math.round(min * factor));
  const above = (value: number, index: number): number => Math.round(value * factor) - (least[index] ?? 0);
  for (const [index, value] of least.entries()) out.signed(value - (least[index - 1] ?? 0));
  for (const [index, { max }] of buckets.entries()) out.varint(above(max, index));
  for (const [index, { sum, count }] of buckets.entries())
    out.varint(Math.round(sum * factor) - (least[index] ?? 0) * count);
  for (const [index, { last }] of buckets.entries()) out.varint(above(last, index));
  return out.finish();
}

/** Called for each bucket. */
export type BucketVisitor = (at: Millis, min: number, max: number, sum: number, count: number, last: number) => void;

/** Reused buffers for the day being decoded: decoding is synchronous, so one set is enough. */
const scratchColumns = Array.from({ length: 5 }, () => new Float64Array(DAY / FIVE_MINUTES));

/** Passes the buckets of `encodeBuckets` to `take`, ordered by time. Throws if the bytes have another format. */
export function readBuckets(bytes: Buffer, day: Millis, step: Millis, take: BucketVisitor): void {
  const [places, counts, mins, maxs, sums] = scratchColumns;
  if (!places || !counts || !mins || !maxs || !sums) throw new RangeError('there is no room for a day');
  const reader = new ByteReader(bytes);
  const total = reader.varint();
  const kind = reader.byte();
  if (total > places.length) throw new RangeError(`a day has no ${total} buckets`);
  const isFull = (kind & FULL) !== 0;
  for (let index = 0, place = 0; index < total; index++) {
    place = isFull ? index : place + reader.varint();
    places[index] = place;
  }
  if ((kind & EVEN) !== 0 && total > 0) counts.fill(reader.varint(), 0, total);
  else for (let index = 0; index < total; index++) counts[index] = reader.varint();
  if ((kind & DIGITS) === DOUBLES) {
    for (let index = 0; index < total; index++) {
      const [min, max, sum, last] = [reader.double(), reader.double(), reader.double(), reader.double()];
      take(day + (places[index] ?? 0) * step, min, max, sum, counts[index] ?? 0, last);
    }
    return;
  }
  const factor = 10 ** (kind & DIGITS);
  for (let index = 0, least = 0; index < total; index++) {
    least += reader.signed();
    mins[index] = least;
  }
  for (let index = 0; index < total; index++) maxs[index] = reader.varint();
  for (let index = 0; index < total; index++) sums[index] = reader.varint();
  for (let index = 0; index < total; index++) {
    const least = mins[index] ?? 0;
    const count = counts[index] ?? 0;
    const max = (least + (maxs[index] ?? 0)) / factor;
    const sum = (least * count + (sums[index] ?? 0)) / factor;
    take(day + (places[index] ?? 0) * step, least / factor, max, sum, count, (least + reader.varint()) / factor);
  }
}

export function decodeBuckets(bytes: Buffer, day: Millis, step: Millis): readonly RollupBucket[] {
  const buckets: RollupBucket[] = [];
  readBuckets(bytes, day, step, (at, min, max, sum, count, last) => buckets.push({ at, min, max, sum, count, last }));
  return buckets;
}

/** Makes larger buckets of smaller ones, in whatever order they come. */
export class BucketSum {
  readonly #width: Millis;
  readonly #origin: Millis;
  readonly #made = new Map<Millis, { -readonly [Key in keyof Bucket]: Bucket[Key] }>();
  #end = Number.NEGATIVE_INFINITY;
  #open: { -readonly [Key in keyof Bucket]: Bucket[Key] } | null = null;

  /** Buckets of `width`, counted from `origin`. */
  constructor(width: Millis, origin: Millis) {
    this.#width = width;
    this.#origin = origin;
  }

  readonly take: BucketVisitor = (at, min, max, sum, count) => {
    let open = this.#open;
    if (open === null || at < open.at || at >= this.#end) {
      const begin = this.#origin + floorTo(at - this.#origin, this.#width);
      open = this.#made.get(begin) ?? null;
      if (open === null) {
        open = { at: begin, min, max, sum: 0, count: 0 };
        this.#made.set(begin, open);
      }
      this.#open = open;
      this.#end = begin + this.#width;
    }
    if (min < open.min) open.min = min;
    if (max > open.max) open.max = max;
    open.sum += sum;
    open.count += count;
  };

  add(buckets: readonly Bucket[]): void {
    for (const { at, min, max, sum, count } of buckets) this.take(at, min, max, sum, count, 0);
  }

  /** Oldest first; empty ones are left out. */
  finish(): readonly Bucket[] {
    return [...this.#made.values()].sort((a, b) => a.at - b.at);
  }
}

/**
 * The scale at which all of it is whole numbers; null: none. The sum only nearly, which takes away what adding doubles left
 * behind.
 */
function digitsOf(buckets: readonly RollupBucket[]): number | null {
  for (let digits = 0; digits <= MAX_DIGITS; digits++) {
    const factor = 10 ** digits;
    const isWhole = (value: number): boolean => Object.is(Math.round(value * factor) / factor, value);
    const fits = ({ min, max, sum, last }: RollupBucket): boolean =>
      Math.abs(Math.round(sum * factor) / factor - sum) <= 1e-9 * Math.max(1, Math.abs(sum)) &&
      isWhole(min) &&
      isWhole(max) &&
      isWhole(last) &&
      Math.max(Math.abs(min), Math.abs(max), Math.abs(sum)) * factor < MAX_SCALED;
    if (buckets.every(fits)) return digits;
  }
  return null;
}
