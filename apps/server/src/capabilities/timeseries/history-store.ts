/** Everything a history is made of, in one statement: a consistent view while days are being packed. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import { dateOf, type RollupStep } from './chunk-store.ts';
import { decompress } from './compress.ts';
import { instantOf, timeAt } from './reading-store.ts';
import { type BucketVisitor, DAY, FIVE_MINUTES, HOUR, readBuckets } from './roll-ups.ts';

/** The buckets of a packed day, as bytes; `visitDay` reads them. */
export interface RollupDay {
  readonly day: Millis;
  readonly data: Buffer;
}

export interface SeriesHistory {
  /** Buckets of the rows of [from, to), as bytes; `visitRows` reads them. */
  readonly rows: Buffer | null;
  readonly days: readonly RollupDay[];
  /** Chunks of the days asked for. */
  readonly chunks: readonly { readonly day: Millis; readonly data: Buffer }[];
}

const ROW_BYTES = 36;
const WHOLE_DAY =
  'float8send(c.min) || float8send(c.max) || float8send(c.sum) || int4send(c.count) || float8send(c.last)';

// What belongs to a series comes as one value: a row a bucket, or a day, would cost more than they do.
const statement = (buckets: string): string => `
  SELECT 'rows' AS kind, b.series_id AS series, NULL::float8 AS day,
         string_agg(timestamptz_send(b.at) || float8send(b.min) || float8send(b.max) || float8send(b.sum)
                    || int4send(b.count), ''::bytea) AS data
    FROM (SELECT series_id, date_bin(make_interval(secs => $4), at, '2000-01-01T00:00Z') AS at, min(value) AS min,
                 max(value) AS max, sum(value) AS sum, count(*)::int AS count
            FROM reading WHERE tenant_guid = $8::uuid AND series_id = ANY($1::int[]) AND at >= $2::timestamptz AND at < $3::timestamptz
             AND value IS NOT NULL GROUP BY 1, 2) b GROUP BY b.series_id
  UNION ALL
  SELECT 'days', c.series_id, NULL,
         string_agg(int4send(c.day - '1970-01-01'::date) || int4send(length(${buckets})) || ${buckets}, ''::bytea)
    FROM reading_rollup c WHERE c.tenant_guid = $8::uuid AND c.series_id = ANY($1::int[]) AND c.day BETWEEN $5::date AND $6::date
   GROUP BY c.series_id
  UNION ALL
  SELECT 'chunk', c.series_id, extract(epoch FROM c.day)::float8 * 1000, c.data
    FROM reading_chunk c WHERE c.tenant_guid = $8::uuid AND c.series_id = ANY($1::int[]) AND c.day = ANY($7::date[])`;

const [DAYS_STATEMENT, HOURS_STATEMENT, FIVE_MINUTES_STATEMENT] = [WHOLE_DAY, 'c.hours', 'c.five_minutes'].map(
  statement,
);

/**
 * Rows of [from, to) in buckets of `step`, roll-ups of that step of the days of it, and the chunks of some days; series
 * without any of it are missing.
 */
export async function loadHistory(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  from: Millis,
  to: Millis,
  step: RollupStep,
  chunkDays: readonly Millis[],
): Promise<ReadonlyMap<number, SeriesHistory>> {
  const { rows } = await sql.query<{
    kind: 'rows' | 'days' | 'chunk';
    series: number;
    day: number | null;
    data: Buffer;
  }>(
    (step === DAY ? DAYS_STATEMENT : step === HOUR ? HOURS_STATEMENT : FIVE_MINUTES_STATEMENT) ?? '',
    [series, instantOf(from), instantOf(to), step / 1000, dateOf(from), dateOf(to - 1), chunkDays.map(dateOf), tenant],
    'prepared',
  );
  const found = rows.map(({ data, ...row }) => ({ ...row, data: bufferOf(data) }));
  return new Map(
    [...Map.groupBy(found, (row) => row.series)].map(([id, own]) => [
      id,
      {
        rows: own.find(({ kind }) => kind === 'rows')?.data ?? null,
        days: own.flatMap(({ kind, data }) => (kind === 'days' ? daysIn(data) : [])),
        chunks: own.flatMap(({ kind, day, data }) => (kind === 'chunk' && day !== null ? [{ day, data }] : [])),
      },
    ]),
  );
}

/** Within a transaction of Prisma bytes come without the methods of a buffer. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function daysIn(bytes: Buffer): readonly RollupDay[] {
  const days: RollupDay[] = [];
  for (let at = 0; at < bytes.length; ) {
    const day = bytes.readInt32BE(at) * DAY;
    const data = bytes.subarray(at + 8, at + 8 + bytes.readInt32BE(at + 4));
    at += 8 + data.length;
    days.push({ day, data });
  }
  return days;
}

/** Passes the buckets of a day to `visit`. */
export function visitDay({ day, data }: RollupDay, step: RollupStep, visit: BucketVisitor): void {
  if (step !== DAY) readBuckets(step === FIVE_MINUTES ? decompress(data) : data, day, step, visit);
  else {
    const [min, max, sum] = [data.readDoubleBE(0), data.readDoubleBE(8), data.readDoubleBE(16)];
    visit(day, min, max, sum, data.readInt32BE(24), data.readDoubleBE(28));
  }
}

/** Passes the buckets of rows to `visit`; their last value is not read. */
export function visitRows(rows: Buffer, visit: BucketVisitor): void {
  for (let at = 0; at < rows.length; at += ROW_BYTES)
    visit(
      timeAt(rows, at),
      rows.readDoubleBE(at + 8),
      rows.readDoubleBE(at + 16),
      rows.readDoubleBE(at + 24),
      rows.readInt32BE(at + 32),
      Number.NaN,
    );
}
