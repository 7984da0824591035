/** The only file with the SQL of readings that are not packed yet: rows of the table `reading`. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import { doubleArray, instantArray, intArray, uuidArray } from '../../platform/db/pg-arrays.ts';
import type { ReadingBlock } from './reading-blocks.ts';

export interface AcceptedReading {
  readonly seriesId: number;
  readonly at: Millis;
  readonly value: number | null;
  /** As the device sent it, where an offset was added. */
  readonly raw?: number | undefined;
}

/** Readings by the organization that has them. */
export type ReadingsByTenant = ReadonlyMap<string, readonly AcceptedReading[]>;

/** The columns and the source of an insert; `raw` travels only where there is one. */
function insertOf(byTenant: ReadingsByTenant): {
  readonly into: string;
  readonly values: readonly unknown[];
  readonly count: number;
} {
  const readings = [...byTenant.values()].flat();
  const tenants = [...byTenant].flatMap(([tenant, own]) => own.map(() => tenant));
  const values = [
    uuidArray(tenants),
    intArray(readings.map((reading) => reading.seriesId)),
    instantArray(readings.map((reading) => reading.at)),
    doubleArray(readings.map((reading) => reading.value)),
  ];
  const count = readings.length;
  if (!readings.some(({ raw }) => raw !== undefined))
    return {
      into: `INSERT INTO reading (tenant_guid, series_id, at, value)
        SELECT * FROM unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::float8[]) AS sent(tenant, series, at, value)`,
      values,
      count,
    };
  return {
    into: `INSERT INTO reading (tenant_guid, series_id, at, value, raw)
      SELECT * FROM unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::float8[], $5::float8[]) AS sent(tenant, series, at, value, raw)`,
    values: [...values, doubleArray(readings.map(({ raw }) => raw ?? null))],
    count,
  };
}

/**
 * Stores readings known to be newer than all of their series. The key refuses a second one: that says that the caller's lock did
 * not hold, and stops the batch. With ON CONFLICT the statement would take half as long again (decision 86).
 */
export async function insertNewest(sql: Sql, byTenant: ReadingsByTenant): Promise<void> {
  const { into, values, count } = insertOf(byTenant);
  if (count > 0) await sql.query(into, values);
}

/** Stores readings of which there may be rows already, and returns those that were new, as `series at`. */
export async function insertMissing(sql: Sql, byTenant: ReadingsByTenant): Promise<ReadonlySet<string>> {
  const { into, values, count } = insertOf(byTenant);
  if (count === 0) return new Set();
  const { rows } = await sql.query<{ series: number; at: Date }>(
    `${into} ON CONFLICT DO NOTHING RETURNING series_id AS series, at`,
    values,
  );
  return new Set(rows.map((row) => readingIdentity({ seriesId: row.series, at: row.at.getTime() })));
}

export const readingIdentity = ({ seriesId, at }: Pick<AcceptedReading, 'seriesId' | 'at'>): string =>
  `${seriesId} ${at}`;

interface RawBlock {
  readonly series: number;
  readonly at: Buffer;
  readonly value: Buffer;
  readonly raw: Buffer | null;
}

/** Rows of these series in [from, to), as columns, by series; those without any are missing. */
export async function rowBlocks(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  from: Millis,
  to: Millis,
): Promise<ReadonlyMap<number, ReadingBlock>> {
  const { rows } = await sql.query<{ [Key in keyof RawBlock]: RawBlock[Key] }>(
    `SELECT series_id AS series, string_agg(timestamptz_send(at), ''::bytea ORDER BY at) AS at,
            string_agg(float8send(coalesce(value, 'NaN')), ''::bytea ORDER BY at) AS value,
            CASE WHEN count(raw) > 0 THEN string_agg(float8send(coalesce(raw, 'NaN')), ''::bytea ORDER BY at) END AS raw
       FROM reading WHERE tenant_guid = $1::uuid AND series_id = ANY($2::int[]) AND at >= $3::timestamptz AND at < $4::timestamptz
      GROUP BY series_id`,
    [tenant, series, instantOf(from), instantOf(to)],
  );
  return new Map(
    rows.map(({ series: id, at, value, raw }) => [
      id,
      { at: timesOf(at), value: doublesOf(value), raw: raw === null ? null : doublesOf(raw) },
    ]),
  );
}

const POSTGRES_EPOCH: Millis = Date.UTC(2000, 0, 1);

/** Postgres sends a time as microseconds since 2000 in 64 bits; here they are whole milliseconds. */
function timesOf(bytes: Buffer): Float64Array {
  const times = new Float64Array(bytes.length / 8);
  for (let index = 0; index < times.length; index++) times[index] = timeAt(bytes, index * 8);
  return times;
}

export function timeAt(bytes: Buffer, place: number): Millis {
  const micros = bytes.readInt32BE(place) * 4_294_967_296 + bytes.readUInt32BE(place + 4);
  return POSTGRES_EPOCH + micros / 1000;
}

function doublesOf(bytes: Buffer): Float64Array {
  const doubles = new Float64Array(bytes.length / 8);
  for (let index = 0; index < doubles.length; index++) doubles[index] = bytes.readDoubleBE(index * 8);
  return doubles;
}

/** The database's first and last instants stand for the beginning and the end of time. */
export const instantOf = (at: Millis): string =>
  at === Number.NEGATIVE_INFINITY
    ? '-infinity'
    : at === Number.POSITIVE_INFINITY
      ? 'infinity'
      : new Date(at).toISOString();

/** The first row of these series in [from, to), or null. */
export async function firstRowAt(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  from: Millis,
  to: Millis,
): Promise<Millis | null> {
  const { rows } = await sql.query<{ at: Date | null }>(
    `SELECT min(f.at) AS at FROM unnest($2::int[]) AS w(series) CROSS JOIN LATERAL (
        SELECT at FROM reading WHERE tenant_guid = $1::uuid AND series_id = w.series AND at >= $3::timestamptz AND at < $4::timestamptz
         ORDER BY at LIMIT 1) f`,
    [tenant, series, instantOf(from), instantOf(to)],
  );
  return rows[0]?.at?.getTime() ?? null;
}

/** The newest row with a known value of each of these series before an instant. */
export async function newestRows(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  before: Millis,
): Promise<ReadonlyMap<number, { readonly at: Millis; readonly value: number }>> {
  const { rows } = await sql.query<{ series: number; at: Date; value: number }>(
    `SELECT w.series, r.at, r.value FROM unnest($2::int[]) AS w(series)
       CROSS JOIN LATERAL (SELECT at, value FROM reading WHERE tenant_guid = $1::uuid AND series_id = w.series
                            AND at < $3::timestamptz AND value IS NOT NULL ORDER BY at DESC LIMIT 1) r`,
    [tenant, series, instantOf(before)],
  );
  return new Map(rows.map(({ series: id, at, value }) => [id, { at: at.getTime(), value }]));
}

/** Adds an offset to rows of [from, until); the raw values stay beside them. */
export async function shiftRows(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  from: Millis,
  until: Millis,
  offset: number,
): Promise<void> {
  await sql.query(
    `UPDATE reading SET value = coalesce(raw, value) + $5::float8,
            raw = CASE WHEN $5::float8 = 0 THEN NULL ELSE coalesce(raw, value) END
      WHERE tenant_guid = $1::uuid AND series_id = ANY($2::int[]) AND at >= $3::timestamptz AND at < $4::timestamptz
        AND value IS NOT NULL`,
    [tenant, series, instantOf(from), instantOf(until), offset],
  );
}

/** Deletes the rows of [from, to) that a chunk holds now. Returns how many. */
export async function deleteRows(
  sql: Sql,
  tenant: string,
  series: readonly number[],
  from: Millis,
  to: Millis,
): Promise<number> {
  const { rowCount } = await sql.query(
    `DELETE FROM reading WHERE tenant_guid = $1::uuid AND series_id = ANY($2::int[])
        AND at >= $3::timestamptz AND at < $4::timestamptz`,
    [tenant, series, instantOf(from), instantOf(to)],
  );
  return rowCount;
}

/**
 * Deletes the rows of the sentries of a location. Its series go with it, and a row does not keep its series: without one it could
 * neither be read nor packed.
 */
export async function deleteReadingsAt(sql: Sql, tenant: string, location: string): Promise<void> {
  await sql.query(
    `DELETE FROM reading WHERE tenant_guid = $1::uuid AND series_id IN (SELECT x.id FROM sentry s
        JOIN series x ON x.tenant_guid = s.tenant_guid AND x.sentry_guid = s.guid
       WHERE s.tenant_guid = $1::uuid AND s.location_guid = $2::uuid)`,
    [tenant, location],
  );
}

export interface SentryToPack {
  readonly guid: string;
  readonly tenant: string;
}

/** Sentries with rows from before an instant. */
export async function sentriesToPack(sql: Sql, before: Millis, limit: number): Promise<readonly SentryToPack[]> {
  const { rows } = await sql.query<{ guid: string; tenant: string }>(
    `SELECT s.guid, s.tenant_guid AS tenant FROM sentry s WHERE EXISTS (
        SELECT 1 FROM series x WHERE x.tenant_guid = s.tenant_guid AND x.sentry_guid = s.guid
           AND EXISTS (SELECT 1 FROM reading r WHERE r.tenant_guid = x.tenant_guid AND r.series_id = x.id AND r.at < $1::timestamptz))
      ORDER BY s.guid LIMIT $2`,
    [instantOf(before), limit],
  );
  return rows;
}

/**
 * Locks the readings of a sentry against writers and packers until the transaction ends. false: another transaction holds
 * the lock.
 */
export async function lockReadings(sql: Sql, tenant: string, sentryGuid: string): Promise<boolean> {
  const { rows } = await sql.query<{ guid: string }>(
    'SELECT guid FROM sentry WHERE tenant_guid = $1::uuid AND guid = $2::uuid FOR NO KEY UPDATE SKIP LOCKED',
    [tenant, sentryGuid],
  );
  if (rows.length === 0) return false;
  // Ingest holds this row while it writes; a removed sentry has no such row and no writer.
  const { rows: held } = await sql.query<{ free: boolean }>(
    `SELECT true AS free FROM monitor_state WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid FOR UPDATE SKIP LOCKED`,
    [tenant, sentryGuid],
  );
  if (held.length > 0) return true;
  const { rows: states } = await sql.query<{ one: number }>(
    'SELECT 1 AS one FROM monitor_state WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid',
    [tenant, sentryGuid],
  );
  return states.length === 0;
}

export interface LatestRow {
  readonly series: number;
  readonly sentry: string;
  readonly interval: number;
  readonly sensorMetricId: string;
  readonly column: string;
  readonly at: Date;
  readonly value: number | null;
}

/**
 * The newest reading of a series, a row with `at` and `value`, as a query for LATERAL: today's rows first, as most are there, then older
 * ones and packed days. No function of the database: where rows are distributed, one that reads them cannot be called for a row.
 * @param series The alias of the row of the series.
 */
export const newestReading = (series: string): string => `SELECT n.at, n.value FROM (
    (SELECT r.at, r.value FROM reading r WHERE r.tenant_guid = ${series}.tenant_guid AND r.series_id = ${series}.id
        AND r.at >= date_trunc('day', now(), 'UTC') ORDER BY r.at DESC LIMIT 1)
    UNION ALL
    (SELECT e.at, e.value FROM (
      (SELECT r.at, r.value FROM reading r WHERE r.tenant_guid = ${series}.tenant_guid AND r.series_id = ${series}.id
        ORDER BY r.at DESC LIMIT 1)
      UNION ALL
      (SELECT c.last_at, c.last_value FROM reading_chunk c WHERE c.tenant_guid = ${series}.tenant_guid AND c.series_id = ${series}.id
        ORDER BY c.day DESC LIMIT 1)) e ORDER BY e.at DESC LIMIT 1)) n LIMIT 1`;

/** The newest reading of every series of the sentries at a location. */
export async function listLatest(sql: Sql, tenant: string, locationGuid: string): Promise<readonly LatestRow[]> {
  const { rows } = await sql.query<{ [Key in keyof LatestRow]: LatestRow[Key] }>(
    `SELECT x.id AS series, s.guid AS sentry, s.report_interval_seconds AS interval,
            x.sensor_metric_id AS "sensorMetricId", x.column_name AS "column", newest.at, newest.value
       FROM sentry s JOIN series x ON x.tenant_guid = s.tenant_guid AND x.sentry_guid = s.guid
       CROSS JOIN LATERAL (${newestReading('x')}) newest
      WHERE s.tenant_guid = $1::uuid AND s.location_guid = $2::uuid AND s.removed_at IS NULL AND x.column_name NOT LIKE '%@%'
      ORDER BY s.name_key, x.sensor_metric_id, x.column_name`,
    [tenant, locationGuid],
  );
  return rows;
}
