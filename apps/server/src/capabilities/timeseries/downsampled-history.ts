/**
 * History as a limited number of points, independent of storage: the readings themselves if there are few, else buckets with
 * min, max and mean, taken from roll-ups where these are fine enough.
 *
 * Invariant: the buckets of [from, to) hold exactly the known readings of [from, to). What is not packed yet is counted
 * as it stands, late readings among it; where the stretch begins or ends within a bucket, readings say what belongs to it.
 */
import { setImmediate } from 'node:timers/promises';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import { decodeBlock } from './chunk-codec.ts';
import { ROLLUP_STEPS, type RollupStep } from './chunk-store.ts';
import { loadHistory, type RollupDay, visitDay, visitRows } from './history-store.ts';
import { clipBlock, countKnown } from './reading-blocks.ts';
import { type Bucket, BucketSum, bucketsOf, DAY, FIVE_MINUTES, floorTo } from './roll-ups.ts';
import { readBlocks } from './stored-readings.ts';

/** What points were made of: rows, packed days (and rows), roll-ups (and both). */
export type HistorySource = 'raw' | 'packed' | 'rollup';

export interface History {
  readonly source: HistorySource;
  /** Of the roll-up points were made of, or 0. */
  readonly rollupSeconds: number;
  /** What a point stands for; 0: the reading itself. */
  readonly resolutionSeconds: number;
  readonly points: readonly Bucket[];
}

/** Of so many series as have about this many readings, history is read at once. */
const READINGS_AT_ONCE = 100_000;
const USUAL_INTERVAL: Millis = 60_000;

const NOTHING: History = { source: 'raw', rollupSeconds: 0, resolutionSeconds: 0, points: [] };

/**
 * The readings of [from, to) of some series as at most about `most` points each. `keptFrom`: what is older is there as
 * roll-ups at best.
 */
export async function queryHistory(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  from: Millis,
  to: Millis,
  maxPoints: number,
  keptFrom: Millis,
): Promise<ReadonlyMap<number, History>> {
  const width = Math.ceil((to - from) / maxPoints / 1000) * 1000;
  const step = ROLLUP_STEPS.find((one) => one <= width) ?? null;
  if (step === null && from >= keptFrom) return readHistory(sql, tenant, series, from, to, maxPoints, width);
  const rolled = await bucketHistory(sql, tenant, series, from, to, width, step ?? FIVE_MINUTES);
  // Few readings in a long stretch are shown themselves.
  const fewReadings = from < keptFrom ? [] : series.filter((id) => countOf(rolled.get(id) ?? NOTHING) <= maxPoints);
  const raw = await readHistory(sql, tenant, fewReadings, from, to, maxPoints, width);
  return new Map(series.map((id) => [id, raw.get(id) ?? rolled.get(id) ?? NOTHING]));
}

const countOf = ({ points }: History): number => points.reduce((sum, { count }) => sum + count, 0);

async function readHistory(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  from: Millis,
  to: Millis,
  maxPoints: number,
  width: Millis,
): Promise<ReadonlyMap<number, History>> {
  const histories = new Map<number, History>();
  const atOnce = Math.max(1, Math.floor(READINGS_AT_ONCE / ((to - from) / USUAL_INTERVAL)));
  for (let begin = 0; begin < series.length; begin += atOnce) {
    const blocks = await readBlocks(sql, tenant, series.slice(begin, begin + atOnce), from, to);
    for (const [id, block] of blocks) {
      const { at, value } = block;
      const isFew = countKnown(block) <= maxPoints;
      histories.set(id, {
        source: block.packed ? 'packed' : 'raw',
        rollupSeconds: 0,
        resolutionSeconds: isFew ? 0 : width / 1000,
        points: isFew ? bucketsOf(at, value, 1) : bucketsOf(at, value, width, from),
      });
    }
    // Other work runs between the parts.
    await setImmediate();
  }
  return histories;
}

async function bucketHistory(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  from: Millis,
  to: Millis,
  wanted: Millis,
  step: RollupStep,
): Promise<ReadonlyMap<number, History>> {
  const width = Math.ceil(wanted / step) * step;
  const sums = await sumBuckets(sql, tenant, series, from, to, step, width, floorTo(from, step));
  return new Map(
    [...sums].map(([id, { source, buckets }]) => [
      id,
      {
        source,
        rollupSeconds: source === 'rollup' ? step / 1000 : 0,
        resolutionSeconds: width / 1000,
        points: buckets,
      },
    ]),
  );
}

/** The known readings of [from, to) in buckets of `width`, counted from `origin`; empty ones are left out. */
export async function queryBuckets(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  from: Millis,
  to: Millis,
  width: Millis,
  origin: Millis = from,
): Promise<ReadonlyMap<number, readonly Bucket[]>> {
  const step = ROLLUP_STEPS.find((one) => width % one === 0 && origin % one === 0);
  if (step === undefined) {
    const blocks = await readBlocks(sql, tenant, series, from, to);
    return new Map([...blocks].map(([id, { at, value }]) => [id, bucketsOf(at, value, width, origin)]));
  }
  const sums = await sumBuckets(sql, tenant, series, from, to, step, width, origin);
  return new Map([...sums].map(([id, { buckets }]) => [id, buckets]));
}

/** What the roll-up of a day counts; 0: there is none. */
function countIn(days: readonly RollupDay[], wanted: Millis, step: RollupStep): number {
  let total = 0;
  for (const day of days)
    if (day.day === wanted)
      visitDay(day, step, (_at, _min, _max, _sum, count) => {
        total += count;
      });
  return total;
}

/** The same, made of the roll-up of that step, and what it was made of; series without any are missing. */
async function sumBuckets(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  from: Millis,
  to: Millis,
  step: RollupStep,
  width: Millis,
  origin: Millis,
): Promise<ReadonlyMap<number, { readonly source: HistorySource; readonly buckets: readonly Bucket[] }>> {
  if (series.length === 0) return new Map();
  const [first, last] = [floorTo(from, DAY), floorTo(to - 1, DAY)];
  const cut = [...new Set([...(from % step === 0 ? [] : [first]), ...(to % step === 0 ? [] : [last])])];
  const found = await loadHistory(sql, tenant, series, from, to, step, cut);
  const sums = new Map<number, { source: HistorySource; buckets: readonly Bucket[] }>();
  for (const [id, { rows, days, chunks }] of found) {
    const sum = new BucketSum(width, origin);
    const readDays = new Set<Millis>();
    for (const { day, data } of chunks) {
      const block = decodeBlock(data);
      // Where the roll-up counts more, readings behind it are gone.
      if (countIn(days, day, step) > countKnown(block)) continue;
      const { at, value } = clipBlock(block, from, to);
      sum.add(bucketsOf(at, value, step));
      readDays.add(day);
    }
    let isRolledUp = false;
    for (const day of days) {
      if (readDays.has(day.day)) continue;
      isRolledUp = true;
      // Where the readings of a cut day are gone its roll-up is all there is, whole buckets even at the cut.
      if (day.day === first || day.day === last)
        visitDay(day, step, (at, ...rest) => {
          if (at + step > from && at < to) sum.take(at, ...rest);
        });
      else visitDay(day, step, sum.take);
    }
    if (rows !== null) visitRows(rows, sum.take);
    const buckets = sum.finish();
    const source = isRolledUp ? 'rollup' : readDays.size > 0 ? 'packed' : 'raw';
    if (buckets.length > 0) sums.set(id, { source, buckets });
  }
  return sums;
}
