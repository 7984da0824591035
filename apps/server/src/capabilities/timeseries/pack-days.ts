/**
 * Closed days are packed: the rows of a day become one chunk a series, with its roll-up, and go. A background job of any
 * server process; the lock on a sentry's readings separates it from ingest and from other packers.
 *
 * Invariant: a reading is a row or in a chunk, never neither. What comes late for a packed day is a row again, and joins
 * its chunk at the next run.
 */
import type { Millis } from '@picket/domain/time';
import type { Database, Sql } from '../../platform/db/database.ts';
import type { Log } from '../../platform/logging/log.ts';
import { decodeBlock } from './chunk-codec.ts';
import { chunksOf, type RollupRow, rollupsOf, savePackedDays, saveRollups } from './chunk-store.ts';
import { packDay, rollUp } from './packed-day.ts';
import { dropPackedPartitions, ensurePackedPartitions } from './partition-store.ts';
import { countKnown, mergeBlocks, NO_READINGS, type ReadingBlock, withoutHeld } from './reading-blocks.ts';
import { deleteRows, firstRowAt, lockReadings, rowBlocks, type SentryToPack, sentriesToPack } from './reading-store.ts';
import { getRetention, type RetentionSettings } from './retention-store.ts';
import { closedBefore, DAY, floorTo } from './roll-ups.ts';
import { loadSeries } from './series-store.ts';

const SENTRIES_AT_ONCE = 500;
const SERIES_AT_ONCE = 32;

export interface PackResult {
  /** Of sentries, or of some of the series of one that has many. */
  readonly days: number;
  readonly readings: number;
}

export interface Packer {
  /** Packs what is closed, for `budget` milliseconds at most; the rest is for the next call. */
  pack(now: Millis, budget: number): Promise<PackResult>;
}

export function createPacker(db: Database, log: Log): Packer {
  const partitions = new Set<string>();
  return {
    pack: async (now, budget) => {
      const deadline = performance.now() + budget;
      const before = closedBefore(now);
      const sentries = await sentriesToPack(db.console, before, SENTRIES_AT_ONCE);
      let days = 0;
      let readings = 0;
      for (const sentry of sentries)
        for (const series of await seriesBatches(db, sentry)) {
          // Continues after the packed day instead of scanning deleted rows again.
          for (let from = Number.NEGATIVE_INFINITY; ; ) {
            if (performance.now() > deadline) return { days, readings };
            const packed = await packNext(db, sentry, series, from, before, partitions).catch((error: unknown) => {
              partitions.clear();
              log.warn({ err: error, sentry: sentry.guid }, 'day not packed, retrying in the next run');
              return null;
            });
            if (packed === null) break;
            days += 1;
            readings += packed.readings;
            from = packed.day + DAY;
          }
        }
      if (sentries.length < SENTRIES_AT_ONCE) await dropPackedPartitions(db, before);
      return { days, readings };
    },
  };
}

/** The series of a sentry, so many at once that a day of them fits into memory whatever their interval is. */
async function seriesBatches(db: Database, { tenant, guid }: SentryToPack): Promise<readonly (readonly number[])[]> {
  const series = (await loadSeries(db.console, tenant, guid)).map(({ id }) => id);
  return Array.from({ length: Math.ceil(series.length / SERIES_AT_ONCE) }, (_, part) =>
    series.slice(part * SERIES_AT_ONCE, (part + 1) * SERIES_AT_ONCE),
  );
}

/** Packs the first closed day of these series from `from` on that has rows; null if there is none, or another process holds the lock. */
async function packNext(
  db: Database,
  { guid, tenant }: SentryToPack,
  series: readonly number[],
  from: Millis,
  before: Millis,
  partitions: Set<string>,
): Promise<{ readonly day: Millis; readonly readings: number } | null> {
  const first = await firstRowAt(db.console, tenant, series, from, before);
  if (first === null) return null;
  const day = floorTo(first, DAY);
  const keep = await getRetention(db.console, tenant);
  await ensurePackedPartitions(
    db,
    [
      { table: 'reading_chunk', keepDays: keep.READINGS, day },
      { table: 'reading_rollup', keepDays: keep.SUMMARIES, day },
    ],
    partitions,
  );
  return db.inIngestTx(async (sql) => {
    if (!(await lockReadings(sql, tenant, guid))) return null;
    const rows = await rowBlocks(sql, tenant, series, day, day + DAY);
    await packSeriesDays(sql, tenant, day, rows, keep);
    const readings = [...rows.values()].reduce((sum, { at }) => sum + at.length, 0);
    const deleted = await deleteRows(sql, tenant, [...rows.keys()], day, day + DAY);
    if (deleted !== readings)
      throw new Error(`${deleted - readings} readings were stored behind the lock of their sentry`);
    return { day, readings };
  });
}

/** Adds readings to the packed day of their series; what a chunk holds already stays. */
export const packSeriesDays = (
  sql: Sql,
  tenant: string,
  day: Millis,
  readings: ReadonlyMap<number, ReadingBlock>,
  keep: RetentionSettings,
): Promise<void> => rewriteDay(sql, tenant, day, readings, keep, mergeBlocks);

/**
 * Writes the packed day of some series again: `change` makes the block of what the chunk held and what is given. Under the
 * lock of the sentry's readings.
 */
export async function rewriteDay(
  sql: Sql,
  tenant: string,
  day: Millis,
  given: ReadonlyMap<number, ReadingBlock>,
  keep: RetentionSettings,
  change: (chunk: ReadingBlock, given: ReadingBlock) => ReadingBlock,
): Promise<void> {
  const days = [...given.keys()].map((series) => ({ series, day }));
  const chunks = new Map((await chunksOf(sql, tenant, days)).map((chunk) => [chunk.series, chunk]));
  const rollups = new Map((await rollupsOf(sql, tenant, days)).map((row) => [row.series, row]));
  const packed = [];
  const rolledUp: RollupRow[] = [];
  for (const [series, added] of given) {
    const chunk = chunks.get(series);
    const known = rollups.get(series);
    const held = chunk === undefined ? NO_READINGS : decodeBlock(chunk.data);
    const block = change(held, added);
    if (block.at.length === 0) continue;
    packed.push(packDay({ series, day }, chunk?.keepDays ?? keep.READINGS, block));
    // Where readings behind a roll-up are gone, it is all that is known of them: what is new joins it.
    const isPartial = known !== undefined && known.count > countKnown(held);
    const keepDays = known?.keepDays ?? keep.SUMMARIES;
    const row = isPartial
      ? rollUp({ series, day }, keepDays, withoutHeld(held, added), known)
      : rollUp({ series, day }, keepDays, block, null);
    if (row !== null) rolledUp.push(row);
    // Yields to the event loop between large series.
    if (block.at.length > 500) await new Promise((resolve) => setImmediate(resolve));
  }
  await savePackedDays(sql, tenant, packed);
  await saveRollups(sql, tenant, rolledUp);
}
