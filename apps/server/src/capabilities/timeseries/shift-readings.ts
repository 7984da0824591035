/** An offset of a sensor reaches back: stored readings are shifted, as rows and packed. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import { chunksBetween } from './chunk-store.ts';
import { rewriteDay } from './pack-days.ts';
import { NO_READINGS, type ReadingBlock } from './reading-blocks.ts';
import { shiftRows } from './reading-store.ts';
import type { RetentionSettings } from './retention-store.ts';
import { DAY, floorTo } from './roll-ups.ts';
import { seriesOfColumn } from './series-store.ts';

/**
 * Adds an offset to stored readings of a column from `from` until `until` (null: all later ones), and of it within zones;
 * the raw values stay beside them. Under the lock of the sentry.
 */
export async function shiftReadings(
  sql: Sql,
  where: {
    readonly tenant: string;
    readonly sentry: string;
    readonly sensorMetricId: string;
    readonly column: string;
    readonly from: Millis;
    readonly until: Millis | null;
  },
  offset: number,
): Promise<void> {
  const until = where.until ?? Number.POSITIVE_INFINITY;
  const series = await seriesOfColumn(sql, where.tenant, where.sentry, where.sensorMetricId, where.column);
  await shiftRows(sql, where.tenant, series, where.from, until, offset);
  const chunks = await chunksBetween(
    sql,
    where.tenant,
    series,
    floorTo(where.from, DAY),
    until === Number.POSITIVE_INFINITY ? until : floorTo(until - 1, DAY),
  );
  // A chunk keeps the partition it is in.
  const keep: RetentionSettings = { READINGS: 0, SUMMARIES: 0 };
  for (const [day, ofDay] of Map.groupBy(chunks, (chunk) => chunk.day))
    await rewriteDay(
      sql,
      where.tenant,
      day,
      new Map(ofDay.map((chunk) => [chunk.series, NO_READINGS])),
      keep,
      (block) => shiftBlock(block, where.from, until, offset),
    );
}

/** Pure. */
function shiftBlock(block: ReadingBlock, from: Millis, until: Millis, offset: number): ReadingBlock {
  const value = block.value.slice();
  const raw = block.raw?.slice() ?? new Float64Array(value.length).fill(Number.NaN);
  for (const [place, at] of block.at.entries()) {
    const stored = value[place] ?? Number.NaN;
    if (at < from || at >= until || Number.isNaN(stored)) continue;
    const kept = raw[place] ?? Number.NaN;
    const sent = Number.isNaN(kept) ? stored : kept;
    value[place] = sent + offset;
    raw[place] = offset === 0 ? Number.NaN : sent;
  }
  return { at: block.at, value, raw: raw.every(Number.isNaN) ? null : raw };
}
