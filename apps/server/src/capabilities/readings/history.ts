/**
 * The past as few points, whatever it is stored as: readings while they are few, else buckets with least, most and mean, made
 * of roll-ups where a roll-up is fine enough.
 *
 * Invariant: the buckets of [from, to) hold exactly the known readings of [from, to). What is not packed yet is counted
 * as it stands, late readings among it; where the stretch begins or ends within a bucket, readings say what belongs to it.
 */
import type { Millis } from '@picket/domain';
import type { Sql } from '../../platform/index.ts';
import { decodeBlock } from './chunk-codec.ts';
import { chunksOf, ROLLUP_STEPS, type RollupStep, rollupsBetween } from './chunk-store.ts';
import { clipBlock } from './reading-blocks.ts';
import { rowBuckets } from './reading-store.ts';
import { type Bucket, bucketsOf, DAY, FIVE_MINUTES, floorTo, gather } from './roll-ups.ts';
import { blocksBetween } from './stored-readings.ts';

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

const NOTHING: History = { source: 'raw', rollupSeconds: 0, resolutionSeconds: 0, points: [] };

/**
 * The readings of [from, to) of some series as at most about `most` points each. `keptFrom`: what is older is there as
 * roll-ups at best.
 */
export async function historyOf(
  sql: Sql,
  series: readonly number[],
  from: Millis,
  to: Millis,
  most: number,
  keptFrom: Millis,
): Promise<ReadonlyMap<number, History>> {
  const width = Math.ceil((to - from) / most / 1000) * 1000;
  const step = ROLLUP_STEPS.find((one) => one <= width) ?? null;
  if (step === null && from >= keptFrom) return readHistory(sql, series, from, to, most, width);
  const rolled = await bucketHistory(sql, series, from, to, width, step ?? FIVE_MINUTES);
  // Few readings in a long stretch are shown themselves.
  const few = from < keptFrom ? [] : series.filter((id) => countOf(rolled.get(id) ?? NOTHING) <= most);
  const raw = await readHistory(sql, few, from, to, most, width);
  return new Map(series.map((id) => [id, raw.get(id) ?? rolled.get(id) ?? NOTHING]));
}

const countOf = ({ points }: History): number => points.reduce((sum, { count }) => sum + count, 0);

async function readHistory(
  sql: Sql,
  series: readonly number[],
  from: Millis,
  to: Millis,
  most: number,
  width: Millis,
): Promise<ReadonlyMap<number, History>> {
  const blocks = await blocksBetween(sql, series, from, to);
  return new Map(
    [...blocks].map(([id, block]) => {
      const single = bucketsOf(block.at, block.value, 1);
      const isFew = single.length <= most;
      return [
        id,
        {
          source: block.packed ? 'packed' : 'raw',
          rollupSeconds: 0,
          resolutionSeconds: isFew ? 0 : width / 1000,
          points: isFew ? single : bucketsOf(block.at, block.value, width, from),
        },
      ];
    }),
  );
}

async function bucketHistory(
  sql: Sql,
  series: readonly number[],
  from: Millis,
  to: Millis,
  wanted: Millis,
  step: RollupStep,
): Promise<ReadonlyMap<number, History>> {
  const width = Math.ceil(wanted / step) * step;
  const { buckets, sources } = await smallBuckets(sql, series, from, to, step);
  return new Map(
    [...buckets].map(([id, small]) => {
      const source = sources.get(id) ?? 'raw';
      return [
        id,
        {
          source,
          rollupSeconds: source === 'rollup' ? step / 1000 : 0,
          resolutionSeconds: width / 1000,
          points: gather(small, width, floorTo(from, step)),
        },
      ];
    }),
  );
}

/** The known readings of [from, to) in buckets of `width`, counted from `origin`; empty ones are left out. */
export async function bucketsBetween(
  sql: Sql,
  series: readonly number[],
  from: Millis,
  to: Millis,
  width: Millis,
  origin: Millis = from,
): Promise<ReadonlyMap<number, readonly Bucket[]>> {
  const step = ROLLUP_STEPS.find((one) => width % one === 0 && origin % one === 0);
  if (step === undefined) {
    const blocks = await blocksBetween(sql, series, from, to);
    return new Map([...blocks].map(([id, { at, value }]) => [id, bucketsOf(at, value, width, origin)]));
  }
  const { buckets } = await smallBuckets(sql, series, from, to, step);
  return new Map([...buckets].map(([id, small]) => [id, gather(small, width, origin)]));
}

/** The same in buckets of a roll-up's step, and what they were made of. */
async function smallBuckets(
  sql: Sql,
  series: readonly number[],
  from: Millis,
  to: Millis,
  step: RollupStep,
): Promise<{ buckets: ReadonlyMap<number, readonly Bucket[]>; sources: ReadonlyMap<number, HistorySource> }> {
  const buckets = new Map<number, readonly Bucket[]>();
  const sources = new Map<number, HistorySource>();
  if (series.length === 0) return { buckets, sources };
  const [first, last] = [floorTo(from, DAY), floorTo(to - 1, DAY)];
  const rows = await rowBuckets(sql, series, from, to, step);
  const cut = [...new Set([...(from % step === 0 ? [] : [first]), ...(to % step === 0 ? [] : [last])])];
  const [rolled, chunks] = await Promise.all([
    rollupsBetween(sql, series, first, last, step),
    chunksOf(
      sql,
      series.flatMap((id) => cut.map((day) => ({ series: id, day }))),
    ),
  ]);
  const rolledOf = Map.groupBy(rolled, (day) => day.series);
  const chunksById = Map.groupBy(chunks, (chunk) => chunk.series);
  for (const id of series) {
    const clipped = new Map(
      (chunksById.get(id) ?? []).map(({ day, data }) => {
        const { at, value } = clipBlock(decodeBlock(data), from, to);
        return [day, bucketsOf(at, value, step)];
      }),
    );
    // Where the readings of a cut day are gone its roll-up is all there is, whole buckets even at the cut.
    const packed = (rolledOf.get(id) ?? []).flatMap(
      ({ day, buckets: whole }) =>
        clipped.get(day) ?? whole.filter((bucket) => bucket.at + step > from && bucket.at < to),
    );
    const fresh = rows.get(id) ?? [];
    const all = fresh.length === 0 ? packed : [...packed, ...fresh].sort((a, b) => a.at - b.at);
    if (all.length > 0) buckets.set(id, all);
    const isRolledUp = (rolledOf.get(id) ?? []).some(({ day }) => !clipped.has(day));
    sources.set(id, isRolledUp ? 'rollup' : clipped.size > 0 ? 'packed' : 'raw');
  }
  return { buckets, sources };
}
