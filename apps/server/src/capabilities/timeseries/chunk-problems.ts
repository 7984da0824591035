/** Integrity check of packed days: each is unpacked and compared with its count, time range and roll-up. */
import type { Sql } from '../../platform/db/database.ts';
import { decodeBlock } from './chunk-codec.ts';
import { type ChunkRecord, listChunks } from './chunk-store.ts';
import { bucketsOf, FIVE_MINUTES, mergeBuckets } from './roll-ups.ts';

const BATCH = 500;
const TOLERANCE = 1e-9;

/** Checks all chunks; each problem names its series and day. */
export async function findChunkProblems(sql: Sql): Promise<readonly string[]> {
  const problems: string[] = [];
  let after: Pick<ChunkRecord, 'series' | 'date'> | null = null;
  for (;;) {
    const rows: readonly ChunkRecord[] = await listChunks(sql, after, BATCH);
    for (const row of rows) {
      const problem = problemOf(row);
      if (problem !== null) problems.push(`series ${row.series} on ${row.date}: ${problem}`);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return problems;
    after = last;
  }
}

function problemOf({ count, firstAt, lastAt, lastValue, data, summary }: ChunkRecord): string | null {
  try {
    const { at, value } = decodeBlock(data);
    if (at.length !== count) return `it holds ${at.length} readings, its row says ${count}`;
    if (at[0] !== firstAt || at.at(-1) !== lastAt) return 'it begins or ends at another time than its row says';
    const last = value.at(-1) ?? Number.NaN;
    if (Number.isNaN(last) ? lastValue !== null : lastValue !== last)
      return 'its last value is another than its row says';
    if (at.some((time, place) => place > 0 && time <= (at[place - 1] ?? 0))) return 'its readings are out of order';
    if (summary === null) return null;
    const buckets = bucketsOf(at, value, FIVE_MINUTES);
    if (buckets.length === 0) return 'it has a summary and no known reading';
    const whole = mergeBuckets(buckets, 0, buckets.length);
    // A summary may know of readings that are gone by now; never of fewer.
    if (whole.count > summary.count) return `its summary counts ${summary.count} of ${whole.count} readings`;
    if (whole.min < summary.min || whole.max > summary.max) return 'its summary does not reach as far as its readings';
    const isSame =
      Math.abs(whole.sum - summary.sum) <= TOLERANCE * whole.count * (1 + Math.abs(whole.max) + Math.abs(whole.min));
    return whole.count < summary.count || isSame ? null : 'its summary is not the sum of its readings';
  } catch (error) {
    return `it cannot be unpacked (${error instanceof Error ? error.message : error})`;
  }
}
