/** The only file with the SQL of packed days: chunks of readings, and their roll-ups. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import { decompress } from './compress.ts';
import { DAY, decodeBuckets, FIVE_MINUTES, HOUR, type RollupBucket } from './roll-ups.ts';

/** Names a day of a series. */
export interface SeriesDay {
  readonly series: number;
  /** Its first instant. */
  readonly day: Millis;
}

export interface ChunkRow extends SeriesDay {
  readonly keepDays: number;
  readonly data: Buffer;
}

export interface RollupRow extends SeriesDay, Omit<RollupBucket, 'at'> {
  readonly keepDays: number;
  readonly firstAt: Millis;
  readonly lastAt: Millis;
  /** As `encodeBuckets` made them; `fiveMinutes` compressed. */
  readonly hours: Buffer;
  readonly fiveMinutes: Buffer;
}

export interface PackedDay extends ChunkRow {
  readonly count: number;
  readonly firstAt: Millis;
  readonly lastAt: Millis;
  /** null: the last reading was unknown. */
  readonly lastValue: number | null;
}

/** Steps of roll-ups, largest first. */
export const ROLLUP_STEPS = [DAY, HOUR, FIVE_MINUTES] as const;
export type RollupStep = (typeof ROLLUP_STEPS)[number];

export const dateOf = (day: Millis): string => new Date(day).toISOString().slice(0, 10);
const EPOCH = 'extract(epoch FROM c.day)::float8 * 1000 AS day';
const OF_DAYS = `JOIN unnest($2::int[], $3::date[]) AS w(series, day) ON c.series_id = w.series AND c.day = w.day
  WHERE c.tenant_guid = $1::uuid`;
const columnsOf = (days: readonly SeriesDay[]): readonly unknown[] => [
  days.map(({ series }) => series),
  days.map(({ day }) => dateOf(day)),
];

type Plain<Row> = { [Key in keyof Row]: Row[Key] };

/** Chunks of these days of series, where there are any. */
export async function chunksOf(sql: Sql, tenant: string, days: readonly SeriesDay[]): Promise<readonly ChunkRow[]> {
  if (days.length === 0) return [];
  const { rows } = await sql.query<Plain<ChunkRow>>(
    `SELECT c.series_id AS series, ${EPOCH}, c.keep_days AS "keepDays", c.data FROM reading_chunk c ${OF_DAYS}`,
    [tenant, ...columnsOf(days)],
    'prepared',
  );
  return rows;
}

/** Chunks of these series from one day to another, both included, by day. */
export async function chunksBetween(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  first: Millis,
  last: Millis,
): Promise<readonly ChunkRow[]> {
  const { rows } = await sql.query<Plain<ChunkRow>>(
    `SELECT c.series_id AS series, ${EPOCH}, c.keep_days AS "keepDays", c.data FROM reading_chunk c
      WHERE c.tenant_guid = $1::uuid AND c.series_id = ANY($2::int[]) AND c.day BETWEEN $3::date AND $4::date ORDER BY c.day`,
    [tenant, series, ...boundsOf(first, last)],
  );
  return rows;
}

const boundsOf = (first: Millis, last: Millis): readonly string[] => [
  first === Number.NEGATIVE_INFINITY ? '-infinity' : dateOf(first),
  last === Number.POSITIVE_INFINITY ? 'infinity' : dateOf(last),
];

/** The first day from `first` to `last` on which one of these series has a chunk, or null. */
export async function firstChunkDay(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  first: Millis,
  last: Millis,
): Promise<Millis | null> {
  const { rows } = await sql.query<{ day: number | null }>(
    `SELECT extract(epoch FROM min(c.day))::float8 * 1000 AS day FROM unnest($2::int[]) AS w(series) CROSS JOIN LATERAL (
        SELECT day FROM reading_chunk WHERE tenant_guid = $1::uuid AND series_id = w.series AND day BETWEEN $3::date AND $4::date
         ORDER BY day LIMIT 1) c`,
    [tenant, series, ...boundsOf(first, last)],
  );
  return rows[0]?.day ?? null;
}

/** The newest day before `before` with a known value, and that value. */
export async function lastKnownBefore(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  before: Millis,
): Promise<ReadonlyMap<number, { readonly at: Millis; readonly value: number }>> {
  const { rows } = await sql.query<{ series: number; at: Date; value: number }>(
    `SELECT w.series, k.last_at AS at, k.last AS value FROM unnest($2::int[]) AS w(series)
       CROSS JOIN LATERAL (SELECT c.last_at, c.last FROM reading_rollup c
         WHERE c.tenant_guid = $1::uuid AND c.series_id = w.series AND c.day < $3::date ORDER BY c.day DESC LIMIT 1) k`,
    [tenant, series, dateOf(before)],
  );
  return new Map(rows.map(({ series: id, at, value }) => [id, { at: at.getTime(), value }]));
}

/** Whole roll-ups of these days. */
export async function rollupsOf(sql: Sql, tenant: string, days: readonly SeriesDay[]): Promise<readonly RollupRow[]> {
  if (days.length === 0) return [];
  const { rows } = await sql.query<Plain<Omit<RollupRow, 'firstAt' | 'lastAt'> & { firstAt: Date; lastAt: Date }>>(
    `SELECT c.series_id AS series, ${EPOCH}, c.keep_days AS "keepDays", c.min, c.max, c.sum, c.count, c.last,
            c.first_at AS "firstAt", c.last_at AS "lastAt", c.hours, c.five_minutes AS "fiveMinutes" FROM reading_rollup c ${OF_DAYS}`,
    [tenant, ...columnsOf(days)],
  );
  return rows.map((row) => ({ ...row, firstAt: row.firstAt.getTime(), lastAt: row.lastAt.getTime() }));
}

/** The five-minute buckets of a roll-up. */
export const fiveMinuteBuckets = ({ fiveMinutes, day }: RollupRow): readonly RollupBucket[] =>
  decodeBuckets(decompress(fiveMinutes), day, FIVE_MINUTES);

/** Stores packed days, in place of what was stored of them; their roll-ups too. */
export async function savePackedDays(sql: Sql, tenant: string, days: readonly PackedDay[]): Promise<void> {
  if (days.length === 0) return;
  const instants = (of: (day: PackedDay) => Millis): readonly Date[] => days.map((day) => new Date(of(day)));
  await sql.query(
    `INSERT INTO reading_chunk (tenant_guid, series_id, day, keep_days, count, first_at, last_at, last_value, data)
     SELECT $9::uuid, * FROM unnest($1::int[], $2::date[], $3::int[], $4::int[], $5::timestamptz[], $6::timestamptz[], $7::float8[],
                                    $8::bytea[])
     ON CONFLICT (tenant_guid, series_id, day, keep_days) DO UPDATE SET count = excluded.count, first_at = excluded.first_at,
        last_at = excluded.last_at, last_value = excluded.last_value, data = excluded.data`,
    [
      ...columnsOf(days),
      days.map(({ keepDays }) => keepDays),
      days.map(({ count }) => count),
      instants(({ firstAt }) => firstAt),
      instants(({ lastAt }) => lastAt),
      days.map(({ lastValue }) => lastValue),
      days.map(({ data }) => data),
      tenant,
    ],
  );
}

export async function saveRollups(sql: Sql, tenant: string, rows: readonly RollupRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql.query(
    `INSERT INTO reading_rollup (tenant_guid, series_id, day, keep_days, min, max, sum, count, last, first_at, last_at, hours, five_minutes)
     SELECT $13::uuid, * FROM unnest($1::int[], $2::date[], $3::int[], $4::float8[], $5::float8[], $6::float8[], $7::int[], $8::float8[],
                                     $9::timestamptz[], $10::timestamptz[], $11::bytea[], $12::bytea[])
     ON CONFLICT (tenant_guid, series_id, day, keep_days) DO UPDATE SET min = excluded.min, max = excluded.max, sum = excluded.sum,
        count = excluded.count, last = excluded.last, first_at = excluded.first_at, last_at = excluded.last_at,
        hours = excluded.hours, five_minutes = excluded.five_minutes`,
    [
      ...columnsOf(rows),
      rows.map(({ keepDays }) => keepDays),
      rows.map(({ min }) => min),
      rows.map(({ max }) => max),
      rows.map(({ sum }) => sum),
      rows.map(({ count }) => count),
      rows.map(({ last }) => last),
      rows.map(({ firstAt }) => new Date(firstAt)),
      rows.map(({ lastAt }) => new Date(lastAt)),
      rows.map(({ hours }) => hours),
      rows.map(({ fiveMinutes }) => fiveMinutes),
      tenant,
    ],
  );
}

/** A packed day as its row says it is, and what its summary says; null: nothing is known of it. */
export interface ChunkRecord {
  readonly series: number;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly count: number;
  readonly firstAt: Millis;
  readonly lastAt: Millis;
  readonly lastValue: number | null;
  readonly data: Buffer;
  readonly summary: {
    readonly min: number;
    readonly max: number;
    readonly sum: number;
    readonly count: number;
  } | null;
}

/** All packed days, by series and day. */
export async function listChunks(
  sql: Sql,
  after: Pick<ChunkRecord, 'series' | 'date'> | null,
  limit: number,
): Promise<readonly ChunkRecord[]> {
  const { rows } = await sql.query<Plain<ChunkRecord>>(
    `SELECT c.series_id AS series, c.day::text AS date, c.count, extract(epoch FROM c.first_at)::float8 * 1000 AS "firstAt",
            extract(epoch FROM c.last_at)::float8 * 1000 AS "lastAt", c.last_value AS "lastValue", c.data,
            CASE WHEN k.series_id IS NOT NULL THEN json_build_object('min', k.min, 'max', k.max, 'sum', k.sum, 'count', k.count) END AS summary
       FROM reading_chunk c LEFT JOIN reading_rollup k ON k.tenant_guid = c.tenant_guid AND k.series_id = c.series_id AND k.day = c.day
      WHERE (c.series_id, c.day) > ($1::int, $2::date) ORDER BY c.series_id, c.day LIMIT $3`,
    [after?.series ?? -1, after?.date ?? '-infinity', limit],
  );
  return rows;
}
