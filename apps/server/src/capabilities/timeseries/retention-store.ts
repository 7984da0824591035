/** The only file with the SQL of retention. */
import { RETENTION_KINDS, type RetentionKind } from '@picket/domain/retention';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import type { PackedTable } from './partition-store.ts';

/** Days that each kind is kept; 0: for ever. */
export type RetentionSettings = Readonly<Record<RetentionKind, number>>;

export const TABLE_OF: Readonly<Record<RetentionKind, PackedTable>> = {
  READINGS: 'reading_chunk',
  SUMMARIES: 'reading_rollup',
};

export async function getRetention(sql: Sql, tenant: string): Promise<RetentionSettings> {
  const { rows } = await sql.query<{ kind: RetentionKind; days: number }>(
    'SELECT kind, keep_days AS days FROM retention WHERE tenant_guid = $1::uuid',
    [tenant],
  );
  const known = new Map(rows.map(({ kind, days }) => [kind, days]));
  return { READINGS: known.get('READINGS') ?? 0, SUMMARIES: known.get('SUMMARIES') ?? 0 };
}

/** When it was last changed; null: never, or by an earlier version. */
export async function findRetentionChange(sql: Sql, tenant: string): Promise<Date | null> {
  const { rows } = await sql.query<{ at: Date | null }>(
    'SELECT max(last_update_ts) AS at FROM retention WHERE tenant_guid = $1::uuid',
    [tenant],
  );
  return rows[0]?.at ?? null;
}

export async function saveRetention(
  sql: Sql,
  tenant: string,
  days: Partial<RetentionSettings>,
  at: Date,
): Promise<void> {
  const kinds = RETENTION_KINDS.filter((kind) => days[kind] !== undefined);
  await sql.query(
    `INSERT INTO retention (tenant_guid, kind, keep_days, last_update_ts)
     SELECT $1::uuid, x.kind, x.days, $4::timestamptz FROM unnest($2::text[], $3::int[]) AS x(kind, days)
     ON CONFLICT (tenant_guid, kind) DO UPDATE SET keep_days = excluded.keep_days, last_update_ts = excluded.last_update_ts`,
    [tenant, kinds, kinds.map((kind) => days[kind]), at],
  );
}

/** Tenants with a retention setting. */
export async function tenantsWithRetention(sql: Sql): Promise<readonly string[]> {
  const { rows } = await sql.query<{ tenant: string }>('SELECT DISTINCT tenant_guid AS tenant FROM retention');
  return rows.map(({ tenant }) => tenant);
}

/** Sentries of a tenant with packed days under another retention than `keepDays`, and the months of those days. */
export async function misplacedDays(
  sql: Sql,
  tenant: string,
  table: PackedTable,
  keepDays: number,
): Promise<readonly { readonly sentry: string; readonly months: readonly Millis[] }[]> {
  const { rows } = await sql.query<{ sentry: string; months: number[] }>(
    `SELECT x.sentry_guid AS sentry,
            array_agg(DISTINCT extract(epoch FROM date_trunc('month', c.day::timestamp))::float8 * 1000) AS months
       FROM series x JOIN "${table}" c ON c.tenant_guid = x.tenant_guid AND c.series_id = x.id
      WHERE x.tenant_guid = $1::uuid AND c.keep_days <> $2::int GROUP BY 1 LIMIT 500`,
    [tenant, keepDays],
  );
  return rows;
}

/** Deletes expired packed days of a sentry, and moves the others to retention `keepDays`. */
export async function moveDays(
  sql: Sql,
  tenant: string,
  table: PackedTable,
  sentry: string,
  keepDays: number,
  oldest: Millis,
): Promise<void> {
  await sql.query(
    `DELETE FROM "${table}" c USING series x WHERE x.tenant_guid = $1::uuid AND x.sentry_guid = $2::uuid
        AND c.tenant_guid = x.tenant_guid AND c.series_id = x.id
        AND c.keep_days <> $3::int AND c.day < $4::date`,
    [tenant, sentry, keepDays, Number.isFinite(oldest) ? new Date(oldest).toISOString().slice(0, 10) : '-infinity'],
  );
  await sql.query(
    `UPDATE "${table}" c SET keep_days = $3::int FROM series x WHERE x.tenant_guid = $1::uuid AND x.sentry_guid = $2::uuid
        AND c.tenant_guid = x.tenant_guid AND c.series_id = x.id AND c.keep_days <> $3::int`,
    [tenant, sentry, keepDays],
  );
}

export interface StorageSize {
  readonly bytes: number;
  readonly bytesPerDay: number;
  /** There are more series than were looked at. */
  readonly isEstimated: boolean;
  /** null: there is nothing, or it is not known. */
  readonly since: Date | null;
}

const BYTES: Readonly<Record<PackedTable, string>> = {
  reading_chunk: 'octet_length(c.data) + 60',
  reading_rollup: 'octet_length(c.five_minutes) + octet_length(c.hours) + 100',
};

/** Series that are looked at, and days of each that are read. */
const SERIES = 64;
const DAYS = 32;

/**
 * Storage of a tenant's packed days: the total, and the daily average since `recentSince`. Of at most 64 series the days are counted and the
 * newest 32 are read, whatever the tenant has: it is exact where there is no more, and otherwise what these come to for all. The series are
 * in no order that follows their kind, and the same each time.
 */
export async function storageSize(
  sql: Sql,
  tenant: string,
  table: PackedTable,
  recentSince: Millis,
): Promise<StorageSize> {
  const { rows } = await sql.query<{ bytes: number; late: number; days: number; total: number; since: Date | null }>(
    `WITH own AS (
       SELECT x.id, count(*) OVER () AS total FROM series x WHERE x.tenant_guid = $1::uuid ORDER BY md5(x.id::text) LIMIT ${SERIES}),
     newest AS (
       SELECT own.id, c.day, c.bytes FROM own CROSS JOIN LATERAL (
         SELECT c.day, ${BYTES[table]} AS bytes FROM "${table}" c
          WHERE c.tenant_guid = $1::uuid AND c.series_id = own.id ORDER BY c.day DESC LIMIT ${DAYS}) c),
     kept AS (
       SELECT own.id, d.days, f.first_at FROM own CROSS JOIN LATERAL (
         SELECT count(*) AS days FROM "${table}" c WHERE c.tenant_guid = $1::uuid AND c.series_id = own.id) d
         CROSS JOIN LATERAL (
         SELECT c.first_at FROM "${table}" c WHERE c.tenant_guid = $1::uuid AND c.series_id = own.id ORDER BY c.day LIMIT 1) f),
     part AS (SELECT max(total)::float8 / count(*) AS scale FROM own)
     SELECT coalesce((SELECT sum(k.days * n.bytes) FROM kept k JOIN (SELECT id, avg(bytes) AS bytes FROM newest GROUP BY 1) n ON n.id = k.id)
                       * p.scale, 0)::float8 AS bytes,
            coalesce((SELECT sum(n.bytes) FROM newest n WHERE n.day >= $2::date) * p.scale, 0)::float8 AS late,
            (SELECT count(DISTINCT n.day) FROM newest n WHERE n.day >= $2::date)::int AS days,
            coalesce((SELECT max(total) FROM own), 0)::int AS total, (SELECT min(k.first_at) FROM kept k) AS since
       FROM part p`,
    [tenant, new Date(recentSince).toISOString().slice(0, 10)],
  );
  const { bytes = 0, late = 0, days = 0, total = 0, since = null } = rows[0] ?? {};
  const isEstimated = total > SERIES;
  return {
    bytes: Math.round(bytes),
    bytesPerDay: days === 0 ? 0 : Math.round(late / days),
    isEstimated,
    // Older days may be those of a series that was not looked at: who shortens the retention is asked by this.
    since: isEstimated ? null : since,
  };
}
