/** Readings of one series as columns, and what can be done with them. Pure. */
import type { Millis } from '@picket/domain/time';

/** Oldest first, no two of one time. NaN: unknown; in `raw`: no offset was added. */
export interface ReadingBlock {
  readonly at: Float64Array;
  readonly value: Float64Array;
  readonly raw: Float64Array | null;
}

export const NO_READINGS: ReadingBlock = { at: new Float64Array(), value: new Float64Array(), raw: null };

/** Both together, in order of time; where both have a time, the first one's reading stays. */
export function mergeBlocks(first: ReadingBlock, second: ReadingBlock): ReadingBlock {
  if (second.at.length === 0) return first;
  if (first.at.length === 0) return second;
  const total = first.at.length + second.at.length;
  const at = new Float64Array(total);
  const value = new Float64Array(total);
  const raw = first.raw === null && second.raw === null ? null : new Float64Array(total);
  let count = 0;
  for (let one = 0, other = 0; one < first.at.length || other < second.at.length; count++) {
    const here = first.at[one] ?? Number.POSITIVE_INFINITY;
    const there = second.at[other] ?? Number.POSITIVE_INFINITY;
    const [block, place] = here <= there ? [first, one] : [second, other];
    at[count] = Math.min(here, there);
    value[count] = block.value[place] ?? Number.NaN;
    if (raw !== null) raw[count] = block.raw?.[place] ?? Number.NaN;
    if (here <= there) one += 1;
    if (there <= here) other += 1;
  }
  return { at: at.subarray(0, count), value: value.subarray(0, count), raw: raw?.subarray(0, count) ?? null };
}

/** Readings of `block` at times of which `held` has none. Their raw values are left out. */
export function withoutHeld(held: ReadingBlock, block: ReadingBlock): ReadingBlock {
  const times = new Set(held.at);
  const isNew = [...block.at].map((at) => !times.has(at));
  return {
    at: block.at.filter((_, place) => isNew[place]),
    value: block.value.filter((_, place) => isNew[place]),
    raw: null,
  };
}

/** How many readings have a known value. */
export function countKnown({ value }: ReadingBlock): number {
  let count = 0;
  for (const one of value) if (!Number.isNaN(one)) count += 1;
  return count;
}

/** What of it lies in [from, to). */
export function clipBlock(block: ReadingBlock, from: Millis, to: Millis): ReadingBlock {
  const begin = lowerBound(block.at, from);
  const end = lowerBound(block.at, to);
  if (begin === 0 && end === block.at.length) return block;
  return {
    at: block.at.subarray(begin, end),
    value: block.value.subarray(begin, end),
    raw: block.raw?.subarray(begin, end) ?? null,
  };
}

/** One after the other; they must not overlap. */
export function joinBlocks(blocks: readonly ReadingBlock[]): ReadingBlock {
  const [only = NO_READINGS] = blocks;
  if (blocks.length <= 1) return only;
  const total = blocks.reduce((sum, { at }) => sum + at.length, 0);
  const at = new Float64Array(total);
  const value = new Float64Array(total);
  const raw = blocks.some((block) => block.raw !== null) ? new Float64Array(total).fill(Number.NaN) : null;
  let place = 0;
  for (const block of blocks) {
    at.set(block.at, place);
    value.set(block.value, place);
    if (raw !== null && block.raw !== null) raw.set(block.raw, place);
    place += block.at.length;
  }
  return { at, value, raw };
}

/** The place of the first reading at or after an instant. */
export function lowerBound(at: Float64Array, instant: Millis): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? 0) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
