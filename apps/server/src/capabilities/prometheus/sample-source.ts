/**
 * Reads what selectors select out of `timeseries`.
 *
 * Input: matchers, and a stretch of time. Output: readings, or summaries of hours, a series at a time.
 * Invariant: what is read at once is bounded; each value is counted before it is used.
 */
import type { Millis } from '@picket/domain/time';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { HOUR, iterateBlocks, queryBuckets, type ReadingBlock } from '../timeseries/index.ts';
import type { Budget, SampleSource, Samples, StoredSeries, Summaries } from './promql/evaluation-ports.ts';
import { cannotEvaluate } from './promql/promql-error.ts';
import { MAX_CATALOG_SERIES, MAX_SERIES } from './query-limits.ts';
import { selectSeries } from './series-catalog.ts';

/** Values that are fetched at once, about. */
const BATCH_VALUES = 100_000;
const MAX_BATCH_SERIES = 100;
/** Seconds between two readings of a series that reports often. */
const USUAL_INTERVAL: Millis = 10_000;
/** What Postgres and Date know; nothing lies outside. */
const [FIRST_INSTANT, LAST_INSTANT] = [0, Date.UTC(9999, 0)];

export function createSampleSource(ctx: Ctx<UserActor>, budget: Budget): SampleSource {
  return {
    select: async (matchers) => {
      const { series, isTruncated } = await selectSeries(ctx, matchers, budget);
      if (isTruncated)
        throw cannotEvaluate(
          `more than ${MAX_CATALOG_SERIES} series have these names: add a matcher with = for location or sentry`,
        );
      if (series.length > MAX_SERIES)
        throw cannotEvaluate(`the selector matches ${series.length} series; a query reads at most ${MAX_SERIES}`);
      return series;
    },
    readSamples: (series, after, until) => readSamples(ctx, budget, series, after, until),
    readHours: (series, after, until) => readHours(ctx, budget, series, after, until),
  };
}

function* batchesOf(series: readonly StoredSeries[], valuesOfOne: number): Generator<readonly StoredSeries[]> {
  const size = Math.min(MAX_BATCH_SERIES, Math.max(1, Math.floor(BATCH_VALUES / valuesOfOne)));
  for (let begin = 0; begin < series.length; begin += size) yield series.slice(begin, begin + size);
}

const clamp = (instant: Millis): Millis => Math.min(LAST_INSTANT, Math.max(FIRST_INSTANT, instant));

async function* readSamples(
  ctx: Ctx<UserActor>,
  budget: Budget,
  series: readonly StoredSeries[],
  after: Millis,
  until: Millis,
): AsyncGenerator<readonly [StoredSeries, Samples]> {
  const [from, to] = [clamp(after + 1), clamp(until + 1)];
  if (to <= from) return;
  for (const batch of batchesOf(series, (to - from) / USUAL_INTERVAL)) {
    const blocks = new Map<number, ReadingBlock[]>(batch.map(({ id }) => [id, []]));
    const ids = batch.map(({ id }) => id);
    for await (const part of iterateBlocks(ctx.db.console, ctx.actor.tenant, ids, from, to)) {
      for (const [id, block] of part) {
        budget.spend(block.at.length);
        blocks.get(id)?.push(block);
      }
      await budget.pause();
    }
    for (const one of batch) {
      const found = blocks.get(one.id) ?? [];
      if (found.length > 0) yield [one, joinSamples(found)];
    }
  }
}

function joinSamples(blocks: readonly ReadingBlock[]): Samples {
  const [only] = blocks;
  if (blocks.length === 1 && only !== undefined) return only;
  const total = blocks.reduce((sum, block) => sum + block.at.length, 0);
  const joined = { at: new Float64Array(total), value: new Float64Array(total) };
  let place = 0;
  for (const { at, value } of blocks) {
    joined.at.set(at, place);
    joined.value.set(value, place);
    place += at.length;
  }
  return joined;
}

async function* readHours(
  ctx: Ctx<UserActor>,
  budget: Budget,
  series: readonly StoredSeries[],
  after: Millis,
  until: Millis,
): AsyncGenerator<readonly [StoredSeries, Summaries]> {
  const [from, to] = [clamp(after), clamp(until)];
  if (to <= from) return;
  const hours = (to - from) / HOUR;
  for (const batch of batchesOf(series, hours)) {
    const ids = batch.map(({ id }) => id);
    const buckets = await queryBuckets(ctx.db.console, ctx.actor.tenant, ids, from, to, HOUR, from);
    for (const one of batch) {
      const found = buckets.get(one.id) ?? [];
      budget.spend(found.length);
      if (found.length === 0) continue;
      yield [
        one,
        {
          at: Float64Array.from(found, ({ at }) => at + HOUR),
          min: Float64Array.from(found, ({ min }) => min),
          max: Float64Array.from(found, ({ max }) => max),
          sum: Float64Array.from(found, ({ sum }) => sum),
          count: Float64Array.from(found, ({ count }) => count),
        },
      ];
    }
    await budget.pause();
  }
}
