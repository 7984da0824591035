/** The only file with the SQL of series, readings and frames. */
import type { Millis } from '@picket/domain';
import type { Sql } from '../../platform/index.ts';
import type { ParsedFrame } from './parse-readings.ts';

/** Names a series within its sentry. */
export interface SeriesName {
  readonly sensorMetricId: string;
  readonly column: string;
}

export interface SeriesRow extends SeriesName {
  readonly id: number;
}

const SERIES_COLUMNS = `id, sensor_metric_id AS "sensorMetricId", column_name AS "column"`;

export async function loadSeries(sql: Sql, sentryGuid: string): Promise<readonly SeriesRow[]> {
  const { rows } = await sql.query<SeriesRow>(`SELECT ${SERIES_COLUMNS} FROM series WHERE sentry_guid = $1`, [
    sentryGuid,
  ]);
  return rows;
}

/** Makes the series that are missing and answers all of those named. */
export async function insertSeries(
  sql: Sql,
  sentryGuid: string,
  names: readonly SeriesName[],
): Promise<readonly SeriesRow[]> {
  const metrics = names.map((name) => name.sensorMetricId);
  const columns = names.map((name) => name.column);
  await sql.query(
    `INSERT INTO series (sentry_guid, sensor_metric_id, column_name)
     SELECT $1, * FROM unnest($2::text[], $3::text[]) ON CONFLICT DO NOTHING`,
    [sentryGuid, metrics, columns],
  );
  const { rows } = await sql.query<SeriesRow>(
    `SELECT ${SERIES_COLUMNS} FROM series
      WHERE sentry_guid = $1 AND (sensor_metric_id, column_name) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
    [sentryGuid, metrics, columns],
  );
  return rows;
}

export interface StorableReading {
  readonly seriesId: number;
  readonly at: Millis;
  readonly value: number | null;
  /** As the device sent it, where an offset was added. */
  readonly raw?: number | undefined;
}

/** The columns and the source of an insert; `raw` travels only where there is one. */
function insertOf(readings: readonly StorableReading[]): {
  readonly into: string;
  readonly values: readonly unknown[];
} {
  const values = [
    readings.map((reading) => reading.seriesId),
    readings.map((reading) => reading.at),
    readings.map((reading) => reading.value),
  ];
  if (!readings.some(({ raw }) => raw !== undefined))
    return {
      into: `INSERT INTO reading (series_id, at, value) SELECT series, to_timestamp(millis / 1000.0), value
        FROM unnest($1::int[], $2::float8[], $3::float8[]) AS sent(series, millis, value)`,
      values,
    };
  return {
    into: `INSERT INTO reading (series_id, at, value, raw) SELECT series, to_timestamp(millis / 1000.0), value, raw
      FROM unnest($1::int[], $2::float8[], $3::float8[], $4::float8[]) AS sent(series, millis, value, raw)`,
    values: [...values, readings.map(({ raw }) => raw ?? null)],
  };
}

/**
 * Stores readings known to be newer than all of their series. The key still refuses a second one: a count that does not
 * match says that the caller's lock did not hold, and stops the batch.
 */
export async function insertNewest(sql: Sql, readings: readonly StorableReading[]): Promise<void> {
  if (readings.length === 0) return;
  const { into, values } = insertOf(readings);
  const { rowCount } = await sql.query(`${into} ON CONFLICT DO NOTHING`, values);
  if (rowCount !== readings.length)
    throw new Error(`${readings.length - rowCount} readings were stored behind the lock of their sentry`);
}

/** Stores readings that may be there already, and answers those that were new, as `series at`. */
export async function insertOlder(sql: Sql, readings: readonly StorableReading[]): Promise<ReadonlySet<string>> {
  if (readings.length === 0) return new Set();
  const { into, values } = insertOf(readings);
  const { rows } = await sql.query<{ series: number; at: Date }>(
    `${into} ON CONFLICT DO NOTHING RETURNING series_id AS series, at`,
    values,
  );
  return new Set(rows.map((row) => readingIdentity({ seriesId: row.series, at: row.at.getTime() })));
}

export const readingIdentity = ({ seriesId, at }: Pick<StorableReading, 'seriesId' | 'at'>): string =>
  `${seriesId} ${at}`;

export async function insertFrames(sql: Sql, sentryGuid: string, frames: readonly ParsedFrame[]): Promise<void> {
  for (const { sensorMetricId, at, rows, columns, data } of frames)
    await sql.query(
      `INSERT INTO frame (sentry_guid, sensor_metric_id, at, rows, columns, data)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
      [sentryGuid, sensorMetricId, new Date(at), rows, columns, data],
    );
}

export interface StoredReading extends SeriesName {
  readonly at: Date;
  readonly value: number | null;
}

/** A sentry's stored readings from an instant on, oldest first. */
export async function readingsSince(sql: Sql, sentryGuid: string, from: Date): Promise<readonly StoredReading[]> {
  const { rows } = await sql.query<StoredReading>(
    `SELECT s.sensor_metric_id AS "sensorMetricId", s.column_name AS "column", r.at, r.value
       FROM series s JOIN reading r ON r.series_id = s.id
      WHERE s.sentry_guid = $1 AND r.at >= $2 ORDER BY r.at`,
    [sentryGuid, from],
  );
  return rows;
}

const WINDOW_MS = 86_400_000;

/**
 * Stored readings of a sentry up to `to`, oldest first, in helpings of a day: as many as a replay wants in memory at once.
 * `wanted`: from when on, for each `sensorMetricId.column`.
 */
export async function* storedReadings(
  sql: Sql,
  sentryGuid: string,
  wanted: ReadonlyMap<string, Millis>,
  to: Millis,
): AsyncGenerator<{ series: string; at: Millis; value: number | null }[]> {
  const { rows: known } = await sql.query<{ id: number; series: string; first: Date | null; last: Date | null }>(
    `SELECT x.id, w.series, first.at AS first, last.at AS last
       FROM unnest($2::text[], $3::timestamptz[]) AS w(series, since)
       JOIN series x ON x.sentry_guid = $1::uuid AND x.sensor_metric_id || '.' || x.column_name = w.series
       LEFT JOIN LATERAL (SELECT at FROM reading r WHERE r.series_id = x.id AND r.at >= w.since ORDER BY at LIMIT 1) first ON true
       LEFT JOIN LATERAL (SELECT at FROM reading r WHERE r.series_id = x.id AND r.at <= $4 ORDER BY at DESC LIMIT 1) last ON true`,
    [sentryGuid, [...wanted.keys()], [...wanted.values()].map(instantOf), instantOf(to)],
  );
  const found = known.flatMap(({ id, series, first, last }) =>
    first && last && first <= last ? [{ id, series, first: first.getTime(), last: last.getTime() }] : [],
  );
  if (found.length === 0) return;
  const names = new Map(found.map(({ id, series }) => [id, series]));
  const ids = found.map(({ id }) => id);
  const firsts = found.map(({ first }) => instantOf(first));
  const end = Math.max(...found.map(({ last }) => last));
  for (let begin = Math.min(...found.map(({ first }) => first)); begin <= end; ) {
    const { rows } = await sql.query<{ id: number; at: number[]; value: (number | null)[] }>(
      `SELECT r.series_id AS id, json_agg((extract(epoch FROM r.at) * 1000)::float8 ORDER BY r.at) AS at,
              json_agg(r.value ORDER BY r.at) AS value
         FROM unnest($1::int[], $5::timestamptz[]) AS w(id, since) JOIN reading r ON r.series_id = w.id AND r.at >= w.since
        WHERE r.at >= $2 AND r.at < $3 AND r.at <= $4 GROUP BY r.series_id`,
      [ids, instantOf(begin), instantOf(begin + WINDOW_MS), instantOf(end), firsts],
    );
    begin += WINDOW_MS;
    if (rows.length === 0) {
      begin = await nextReadingAt(sql, ids, begin, end);
      continue;
    }
    const helping = rows.flatMap(({ id, at, value }) =>
      at.map((time, index) => ({ series: names.get(id) ?? '', at: Math.round(time), value: value[index] ?? null })),
    );
    yield rows.length === 1 ? helping : helping.sort((a, b) => a.at - b.at);
  }
}

/** Skips a gap in the history. */
async function nextReadingAt(sql: Sql, series: readonly number[], from: Millis, end: Millis): Promise<Millis> {
  const { rows } = await sql.query<{ at: Date | null }>(
    'SELECT min(at) AS at FROM reading WHERE series_id = ANY($1::int[]) AND at >= $2 AND at <= $3',
    [series, instantOf(from), instantOf(end)],
  );
  return rows[0]?.at?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** The database's first and last instants stand for the beginning and the end of time. */
const instantOf = (at: Millis): string =>
  at === Number.NEGATIVE_INFINITY
    ? '-infinity'
    : at === Number.POSITIVE_INFINITY
      ? 'infinity'
      : new Date(at).toISOString();

/** Adds an offset to stored readings of a column, and of it within zones; the raw values stay beside them. */
export async function shiftReadings(
  sql: Sql,
  where: {
    readonly sentry: string;
    readonly sensorMetricId: string;
    readonly column: string;
    readonly from: Millis;
    readonly until: Millis | null;
  },
  offset: number,
): Promise<void> {
  await sql.query(
    `UPDATE reading r SET value = coalesce(r.raw, r.value) + $6::float8,
            raw = CASE WHEN $6::float8 = 0 THEN NULL ELSE coalesce(r.raw, r.value) END
       FROM series x
      WHERE x.id = r.series_id AND x.sentry_guid = $1::uuid AND x.sensor_metric_id = $2
        AND (x.column_name = $3 OR x.column_name LIKE $3 || '@%')
        AND r.at >= $4::timestamptz AND r.at < $5::timestamptz AND r.value IS NOT NULL`,
    [
      where.sentry,
      where.sensorMetricId,
      where.column,
      instantOf(where.from),
      instantOf(where.until ?? Number.POSITIVE_INFINITY),
      offset,
    ],
  );
}

export interface FrameSize {
  readonly rows: number;
  readonly columns: number;
}

/** The sizes of the newest pictures of these metrics at a location (or of one sentry there). */
export async function frameSizes(
  sql: Sql,
  location: string,
  sentry: string | null,
  metrics: readonly string[],
): Promise<readonly FrameSize[]> {
  const { rows } = await sql.query<FrameSize>(
    `SELECT DISTINCT f.rows, f.columns FROM sentry s CROSS JOIN unnest($3::text[]) AS m(metric)
       JOIN LATERAL (SELECT rows, columns FROM frame WHERE sentry_guid = s.guid AND sensor_metric_id = m.metric
                      ORDER BY at DESC LIMIT 1) f ON true
      WHERE s.location_guid = $1::uuid AND s.removed_at IS NULL AND ($2::uuid IS NULL OR s.guid = $2::uuid)`,
    [location, sentry, metrics],
  );
  return rows;
}

/** Stored pictures of a sentry from an instant on, oldest first, in helpings. */
export async function* storedFrames(
  sql: Sql,
  sentryGuid: string,
  sensorMetricId: string,
  from: Millis,
): AsyncGenerator<ParsedFrame[]> {
  for (let after = instantOf(from), first = true; ; first = false) {
    const { rows } = await sql.query<{ at: Date; rows: number; columns: number; data: Buffer }>(
      `SELECT at, rows, columns, data FROM frame
        WHERE sentry_guid = $1::uuid AND sensor_metric_id = $2 AND ${first ? 'at >= $3' : 'at > $3'}
        ORDER BY at LIMIT 1000`,
      [sentryGuid, sensorMetricId, after],
    );
    if (rows.length === 0) return;
    yield rows.map(({ at, ...frame }) => ({ ...frame, at: at.getTime(), index: 0, sensorMetricId }));
    after = rows.at(-1)?.at.toISOString() ?? after;
  }
}

/** The newest known value of each of a sentry's series (`sensorMetricId.column`) before an instant. */
export async function newestBefore(
  sql: Sql,
  sentryGuid: string,
  series: readonly string[],
  before: Date,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql.query<{ series: string; value: number }>(
    `SELECT w.series, r.value FROM unnest($2::text[]) AS w(series)
       JOIN series x ON x.sentry_guid = $1::uuid AND x.sensor_metric_id || '.' || x.column_name = w.series
       JOIN LATERAL (SELECT value FROM reading WHERE series_id = x.id AND at < $3 AND value IS NOT NULL
                      ORDER BY at DESC LIMIT 1) r ON true`,
    [sentryGuid, series, before],
  );
  return new Map(rows.map((row) => [row.series, row.value]));
}

export interface LatestRow extends SeriesName {
  readonly sentry: string;
  readonly interval: number;
  readonly at: Date;
  readonly value: number | null;
}

/** The newest reading of every series of the sentries at a location. */
export async function latestAt(sql: Sql, locationGuid: string): Promise<readonly LatestRow[]> {
  const { rows } = await sql.query<LatestRow>(
    `SELECT s.guid AS sentry, s.report_interval_seconds AS interval, x.sensor_metric_id AS "sensorMetricId",
            x.column_name AS "column", newest.at, newest.value
       FROM sentry s JOIN series x ON x.sentry_guid = s.guid
       JOIN LATERAL (SELECT at, value FROM reading WHERE series_id = x.id ORDER BY at DESC LIMIT 1) newest ON true
      WHERE s.location_guid = $1 AND s.removed_at IS NULL AND x.column_name NOT LIKE '%@%'
      ORDER BY s.name_key, x.sensor_metric_id, x.column_name`,
    [locationGuid],
  );
  return rows;
}

export interface SeriesOfLocation extends SeriesRow {
  readonly sentry: string;
}

export async function seriesAt(
  sql: Sql,
  locationGuid: string,
  filter: {
    readonly sentry?: string | undefined;
    readonly sensorMetricId?: string | undefined;
    readonly column?: string | undefined;
  },
): Promise<readonly SeriesOfLocation[]> {
  const { rows } = await sql.query<SeriesOfLocation>(
    `SELECT x.id, s.guid AS sentry, x.sensor_metric_id AS "sensorMetricId", x.column_name AS "column"
       FROM sentry s JOIN series x ON x.sentry_guid = s.guid
      WHERE s.location_guid = $1 AND s.removed_at IS NULL AND ($2::uuid IS NULL OR s.guid = $2)
        AND ($3::text IS NULL OR x.sensor_metric_id = $3)
        AND CASE WHEN $4::text IS NULL THEN x.column_name NOT LIKE '%@%' ELSE x.column_name = $4 END
      ORDER BY s.name_key, x.sensor_metric_id, x.column_name LIMIT 200`,
    [locationGuid, filter.sentry ?? null, filter.sensorMetricId ?? null, filter.column ?? null],
  );
  return rows;
}

export interface PointRow {
  readonly series: number;
  readonly at: Date;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly count: number;
}

/** Known readings of a stretch, one point each. */
export async function rawPoints(sql: Sql, series: number, from: Date, to: Date): Promise<readonly PointRow[]> {
  const { rows } = await sql.query<PointRow>(
    `SELECT series_id AS series, at, value AS min, value AS max, value AS mean, 1 AS count
       FROM reading WHERE series_id = $1 AND at >= $2 AND at < $3 AND value IS NOT NULL ORDER BY at`,
    [series, from, to],
  );
  return rows;
}

/** Whether a stretch holds more than `limit` readings; stops counting there. */
export async function moreReadingsThan(
  sql: Sql,
  series: number,
  from: Date,
  to: Date,
  limit: number,
): Promise<boolean> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM
       (SELECT 1 FROM reading WHERE series_id = $1 AND at >= $2 AND at < $3 LIMIT $4::int + 1) counted`,
    [series, from, to, limit],
  );
  return (rows[0]?.count ?? 0) > limit;
}

/** Readings after an instant and before another, oldest first, at most `limit`. */
export async function readingsAfter(
  sql: Sql,
  series: number,
  after: Date,
  to: Date,
  limit: number,
): Promise<readonly { readonly at: Date; readonly value: number | null; readonly raw: number | null }[]> {
  const { rows } = await sql.query<{ at: Date; value: number | null; raw: number | null }>(
    'SELECT at, value, raw FROM reading WHERE series_id = $1 AND at > $2 AND at < $3 ORDER BY at LIMIT $4',
    [series, after, to, limit],
  );
  return rows;
}

/** The same stretch in buckets of `seconds`, empty ones left out. */
export async function thinnedPoints(
  sql: Sql,
  series: readonly number[],
  from: Date,
  to: Date,
  seconds: number,
): Promise<readonly PointRow[]> {
  const { rows } = await sql.query<PointRow>(
    `SELECT series_id AS series, date_bin(make_interval(secs => $4), at, $2) AS at,
            min(value) AS min, max(value) AS max, avg(value) AS mean, count(*)::int AS count
       FROM reading WHERE series_id = ANY($1::int[]) AND at >= $2 AND at < $3 AND value IS NOT NULL
      GROUP BY 1, 2 ORDER BY 1, 2`,
    [series, from, to, seconds],
  );
  return rows;
}

/** Makes the partitions of a month and the two after it, so that no insert ever waits for one. */
export async function makePartitions(sql: Sql, now: Millis): Promise<void> {
  const { year, month } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC');
  for (let ahead = 0; ahead <= 2; ahead++) {
    const first = Temporal.PlainYearMonth.from({ year, month }).add({ months: ahead });
    const next = first.add({ months: 1 });
    const name = `reading_${first.toString().replace('-', '_')}`;
    // Names and bounds are digits made here from a date; a partition's definition takes no parameters.
    await sql.query(
      `CREATE TABLE IF NOT EXISTS "${name}" PARTITION OF reading FOR VALUES FROM ('${first}-01Z') TO ('${next}-01Z')`,
    );
  }
}
