/** The packed form of one day of a series: its readings as a chunk, and its roll-up. Pure. */
import { encodeBlock } from './chunk-codec.ts';
import { fiveMinuteBuckets, type PackedDay, type RollupRow, type SeriesDay } from './chunk-store.ts';
import { compress } from './compress.ts';
import type { ReadingBlock } from './reading-blocks.ts';
import {
  bucketsOf,
  encodeBuckets,
  FIVE_MINUTES,
  HOUR,
  mergeBuckets,
  type RollupBucket,
  resampleTo,
} from './roll-ups.ts';

export function packDay({ series, day }: SeriesDay, keepDays: number, block: ReadingBlock): PackedDay {
  const count = block.at.length;
  const last = block.value[count - 1] ?? Number.NaN;
  return {
    series,
    day,
    keepDays,
    count,
    firstAt: block.at[0] ?? day,
    lastAt: block.at[count - 1] ?? day,
    lastValue: Number.isNaN(last) ? null : last,
    data: encodeBlock(block),
  };
}

/**
 * The roll-up of a day; null where nothing is known of it. `before`: what was rolled up of readings that are gone
 * already, to which these come.
 */
export function rollUp(
  { series, day }: SeriesDay,
  keepDays: number,
  block: ReadingBlock,
  before: RollupRow | null,
): RollupRow | null {
  const added = bucketsOf(block.at, block.value, FIVE_MINUTES);
  const kept = before === null ? [] : fiveMinuteBuckets(before);
  const five = kept.length === 0 ? added : resampleTo(byTime([...kept, ...added]), FIVE_MINUTES);
  if (five.length === 0) return null;
  const hours = resampleTo(five, HOUR);
  const { at: _, ...whole } = mergeBuckets(hours, 0, hours.length);
  const known = [...block.at].filter((_time, place) => !Number.isNaN(block.value[place]));
  return {
    series,
    day,
    keepDays,
    ...whole,
    firstAt: Math.min(before?.firstAt ?? Number.POSITIVE_INFINITY, known[0] ?? Number.POSITIVE_INFINITY),
    lastAt: Math.max(before?.lastAt ?? Number.NEGATIVE_INFINITY, known.at(-1) ?? Number.NEGATIVE_INFINITY),
    hours: encodeBuckets(hours, day, HOUR),
    fiveMinutes: compress(encodeBuckets(five, day, FIVE_MINUTES)),
  };
}

const byTime = (buckets: readonly RollupBucket[]): readonly RollupBucket[] => buckets.toSorted((a, b) => a.at - b.at);
