/**
 * Readings in buckets: least, most, sum, count and last of each. Pure.
 *
 * Buckets lie on the clock (a five-minute bucket begins at :00, :05, …, in UTC), so that larger ones are made of smaller
 * ones and nothing has to be read again. Unknown readings are in no bucket.
 */
import type { Millis } from '@picket/domain';
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
export interface RolledUp extends Bucket {
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
): readonly RolledUp[] {
  const buckets: RolledUp[] = [];
  let open: { -readonly [Key in keyof RolledUp]: RolledUp[Key] } | null = null;
  for (let index = 0; index < at.length; index++) {
    const known = value[index] ?? Number.NaN;
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
export function gather<Kind extends Bucket>(
  buckets: readonly Kind[],
  step: Millis,
  origin: Millis = 0,
): readonly Kind[] {
  const gathered: Kind[] = [];
  for (const bucket of buckets) {
    const at = origin + floorTo(bucket.at - origin, step);
    const open = gathered.at(-1);
    if (open === undefined || open.at !== at) gathered.push({ ...bucket, at });
    else gathered[gathered.length - 1] = together(open, bucket);
  }
  return gathered;
}

/** What two buckets of one stretch say together; `later` ended last. */
export const together = <Kind extends Bucket>(earlier: Kind, later: Kind): Kind => ({
  ...later,
  at: earlier.at,
  min: Math.min(earlier.min, later.min),
  max: Math.max(earlier.max, later.max),
  sum: earlier.sum + later.sum,
  count: earlier.count + later.count,
});

/** Digits after the point that are tried; what has more is kept as doubles. */
const MOST_DIGITS = 6;
const DOUBLES = 255;
const LARGEST_SCALED = 2 ** 45;

/** The buckets of one day as bytes: places and counts as varints, values as decimals where all of them are. */
export function encodeBuckets(buckets: readonly RolledUp[], day: Millis, step: Millis): Buffer {
  const out = new ByteWriter(buckets.length * 8 + 16);
  out.varint(buckets.length);
  const digits = digitsOf(buckets);
  out.byte(digits ?? DOUBLES);
  const factor = 10 ** (digits ?? 0);
  const scaled = (value: number): number => Math.round(value * factor);
  let place = -1;
  let before = 0;
  for (const { at, min, max, sum, count, last } of buckets) {
    const here = (at - day) / step;
    out.varint(here - place - 1);
    place = here;
    out.varint(count);
    if (digits === null) {
      for (const value of [min, max, sum, last]) out.double(value);
      continue;
    }
    const least = scaled(min);
    out.signed(least - before);
    before = least;
    out.varint(scaled(max) - least);
    out.varint(scaled(last) - least);
    out.varint(scaled(sum) - least * count);
  }
  return out.finish();
}

export function decodeBuckets(bytes: Buffer, day: Millis, step: Millis): readonly RolledUp[] {
  const reader = new ByteReader(bytes);
  const buckets: RolledUp[] = [];
  const total = reader.varint();
  const digits = reader.byte();
  const factor = 10 ** digits;
  let place = -1;
  let least = 0;
  for (let index = 0; index < total; index++) {
    place += reader.varint() + 1;
    const at = day + place * step;
    const count = reader.varint();
    if (digits === DOUBLES) {
      const [min, max, sum, last] = [reader.double(), reader.double(), reader.double(), reader.double()];
      buckets.push({ at, min, max, sum, count, last });
      continue;
    }
    least += reader.signed();
    const max = (least + reader.varint()) / factor;
    const last = (least + reader.varint()) / factor;
    const sum = (least * count + reader.varint()) / factor;
    buckets.push({ at, min: least / factor, max, sum, count, last });
  }
  return buckets;
}

/**
 * The scale at which all of it is whole numbers; null: none. The sum only nearly, which takes away what adding doubles left
 * behind.
 */
function digitsOf(buckets: readonly RolledUp[]): number | null {
  for (let digits = 0; digits <= MOST_DIGITS; digits++) {
    const factor = 10 ** digits;
    const isWhole = (value: number): boolean => Object.is(Math.round(value * factor) / factor, value);
    const fits = ({ min, max, sum, last }: RolledUp): boolean =>
      Math.abs(Math.round(sum * factor) / factor - sum) <= 1e-9 * Math.max(1, Math.abs(sum)) &&
      isWhole(min) &&
      isWhole(max) &&
      isWhole(last) &&
      Math.max(Math.abs(min), Math.abs(max), Math.abs(sum)) * factor < LARGEST_SCALED;
    if (buckets.every(fits)) return digits;
  }
  return null;
}
