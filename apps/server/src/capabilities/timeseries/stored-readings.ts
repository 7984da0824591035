/**
 * The only way to read readings; callers do not see whether they are rows or packed.
 *
 * Rows are asked for first and chunks after them: what is packed in between is met twice and counts once.
 */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import { decodeBlock } from './chunk-codec.ts';
import {
  type ChunkRow,
  chunksBetween,
  chunksOf,
  firstChunkDay,
  lastKnownBefore,
  type SeriesDay,
} from './chunk-store.ts';
import { clipBlock, joinBlocks, lowerBound, mergeBlocks, NO_READINGS, type ReadingBlock } from './reading-blocks.ts';
import {
  type AcceptedReading,
  firstRowAt,
  insertMissing,
  newestRows,
  type ReadingsByTenant,
  readingIdentity,
  rowBlocks,
} from './reading-store.ts';
import { DAY, floorTo } from './roll-ups.ts';
import { findSeriesIds, loadSeries, seriesKey } from './series-store.ts';

export interface StoredBlock extends ReadingBlock {
  /** Whether some of it came out of a chunk. */
  readonly packed: boolean;
}

/** All readings of these series in [from, to), by series; those without any are missing. The caller bounds the stretch. */
export async function readBlocks(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  from: Millis,
  to: Millis,
): Promise<ReadonlyMap<number, StoredBlock>> {
  if (series.length === 0) return new Map();
  const rows = await rowBlocks(sql, tenant, series, from, to);
  const chunks = Map.groupBy(
    await chunksBetween(sql, tenant, series, floorTo(from, DAY), floorTo(to - 1, DAY)),
    (chunk) => chunk.series,
  );
  const blocks = new Map<number, StoredBlock>();
  for (const id of series) {
    const packed = clipBlock(unpack(chunks.get(id) ?? []), from, to);
    const block = mergeBlocks(packed, rows.get(id) ?? NO_READINGS);
    if (block.at.length > 0) blocks.set(id, { ...block, packed: packed.at.length > 0 });
  }
  return blocks;
}

/** Chunks of one series, in order of their days. */
const unpack = (chunks: readonly ChunkRow[]): ReadingBlock => joinBlocks(chunks.map(({ data }) => decodeBlock(data)));

/** So many days are fetched at once, so that a long history takes few queries. */
const DAYS_PER_BATCH = 8;

/** Readings of these series in [from, to), oldest first, in batches of some days; gaps cost nothing. */
export async function* iterateBlocks(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  from: Millis,
  to: Millis,
): AsyncGenerator<ReadonlyMap<number, StoredBlock>> {
  let begin: Millis | null = from;
  while (begin !== null && begin < to) {
    const first = await firstReadingAt(sql, tenant, series, begin, to);
    if (first === null) return;
    const end = Math.min(to, floorTo(first, DAY) + DAYS_PER_BATCH * DAY);
    yield await readBlocks(sql, tenant, series, Math.max(begin, floorTo(first, DAY)), end);
    begin = end;
  }
}

/** An instant in [from, to) before which these series have no readings; null: they have none there at all. */
async function firstReadingAt(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  from: Millis,
  to: Millis,
): Promise<Millis | null> {
  if (series.length === 0) return null;
  const row = await firstRowAt(sql, tenant, series, from, to);
  const last = to === Number.POSITIVE_INFINITY ? to : floorTo(to - 1, DAY);
  const chunk = await firstChunkDay(
    sql,
    tenant,
    series,
    from === Number.NEGATIVE_INFINITY ? from : floorTo(from, DAY),
    last,
  );
  if (row === null && chunk === null) return null;
  return Math.max(from, Math.min(row ?? Number.POSITIVE_INFINITY, chunk ?? Number.POSITIVE_INFINITY));
}

/** A reading as the monitor takes it. */
export interface SeriesReading {
  /** `sensorMetricId.column`. */
  readonly series: string;
  readonly at: Millis;
  /** null: unknown. */
  readonly value: number | null;
}

/**
 * Stored readings of a sentry up to and at `to`, oldest first, in batches of a day: as many as a replay wants in memory
 * at once. `wanted`: from when on, for each `sensorMetricId.column`.
 */
export async function* iterateReadings(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  wanted: ReadonlyMap<string, Millis>,
  to: Millis,
): AsyncGenerator<SeriesReading[]> {
  const ids = await findSeriesIds(sql, tenant, sentryGuid, [...wanted.keys()]);
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  const since = Math.min(...[...ids.keys()].map((name) => wanted.get(name) ?? 0));
  if (ids.size === 0) return;
  for await (const blocks of iterateBlocks(sql, tenant, [...names.keys()], since, to + 1)) {
    const starts = [...blocks].flatMap(([id, { at }]) => {
      const first = at[lowerBound(at, wanted.get(names.get(id) ?? '') ?? 0)];
      return first === undefined ? [] : [first];
    });
    const last = Math.max(...[...blocks.values()].map(({ at }) => at.at(-1) ?? 0));
    for (let day = floorTo(Math.min(...starts), DAY); day <= last; day += DAY) {
      const batch: SeriesReading[] = [];
      for (const [id, block] of blocks) {
        const series = names.get(id) ?? '';
        const { at, value } = clipBlock(block, Math.max(day, wanted.get(series) ?? 0), day + DAY);
        for (let place = 0; place < at.length; place++) {
          const known = value[place] ?? Number.NaN;
          batch.push({ series, at: at[place] ?? 0, value: Number.isNaN(known) ? null : known });
        }
      }
      if (batch.length > 0) yield blocks.size === 1 ? batch : batch.sort((a, b) => a.at - b.at);
    }
  }
}

/** All of a sentry's readings from an instant on, oldest first. */
export async function readingsSince(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  from: Millis,
): Promise<readonly SeriesReading[]> {
  const all = (await loadSeries(sql, tenant, sentryGuid)).map((row) => [seriesKey(row), from] as const);
  const found: SeriesReading[] = [];
  // One by one: a call cannot have a day of readings as its arguments.
  for await (const batch of iterateReadings(sql, tenant, sentryGuid, new Map(all), Number.POSITIVE_INFINITY))
    for (const reading of batch) found.push(reading);
  return found;
}

/** The newest known value of each of a sentry's series (`sensorMetricId.column`) before an instant. */
export async function latestValuesBefore(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  series: readonly string[],
  before: Millis,
): Promise<ReadonlyMap<string, number>> {
  const ids = await findSeriesIds(sql, tenant, sentryGuid, series);
  const newest = await newestRows(sql, tenant, [...ids.values()], before);
  const day = floorTo(before, DAY);
  const earlier = await lastKnownBefore(sql, tenant, [...ids.values()], day);
  const chunks = await chunksOf(
    sql,
    tenant,
    [...ids.values()].map((id) => ({ series: id, day })),
  );
  const today = new Map(chunks.map(({ series: id, data }) => [id, clipBlock(decodeBlock(data), day, before)]));
  return new Map(
    [...ids].flatMap(([name, id]) => {
      const all = [newest.get(id), earlier.get(id), lastKnown(today.get(id))].filter((one) => one !== undefined);
      const last = all.toSorted((a, b) => a.at - b.at).at(-1);
      return last === undefined ? [] : [[name, last.value] as const];
    }),
  );
}

function lastKnown(block: ReadingBlock | undefined): { readonly at: Millis; readonly value: number } | undefined {
  const place = block?.value.findLastIndex((value) => !Number.isNaN(value)) ?? -1;
  return block === undefined || place < 0 ? undefined : { at: block.at[place] ?? 0, value: block.value[place] ?? 0 };
}

/**
 * Stores readings that may be there already, as rows or packed, and returns those that were new, as `series at`. Under
 * the lock of their sentry. What is of the day of `now` is in no chunk.
 */
export async function insertIfMissing(sql: Sql, byTenant: ReadingsByTenant, now: Millis): Promise<ReadonlySet<string>> {
  const packed = new Set<string>();
  for (const [tenant, readings] of byTenant)
    for (const { series, data } of await chunksOf(sql, tenant, daysBefore(readings, floorTo(now, DAY))))
      for (const at of decodeBlock(data).at) packed.add(readingIdentity({ seriesId: series, at }));
  const isMissing = (reading: AcceptedReading): boolean => !packed.has(readingIdentity(reading));
  return insertMissing(
    sql,
    packed.size === 0
      ? byTenant
      : new Map([...byTenant].map(([tenant, readings]) => [tenant, readings.filter(isMissing)])),
  );
}

/** Each day of a series of which there are readings before `today`. */
function daysBefore(readings: readonly AcceptedReading[], today: Millis): readonly SeriesDay[] {
  const days = readings
    .filter(({ at }) => at < today)
    .map(({ seriesId, at }) => ({ series: seriesId, day: floorTo(at, DAY) }));
  return [...new Map(days.map((one) => [`${one.series} ${one.day}`, one])).values()];
}
