/** Packed days get their organization, partition by partition, and a server of the version before stores them beside. */
import { expect, test } from 'vitest';
import { query, upTo } from '../support/migrated-database.ts';
import { expectTenants, SENTRY, TENANTS } from '../support/migrated-tenants.ts';

const DAYS = ['reading_chunk', 'reading_rollup'].map(
  (table) => `SELECT picket_make_packed_partition('${table}', 0, '2026-01-01')`,
);
/** The series of a sentry, and a packed day of it. */
const packed = (tenant: number, insert: string): string =>
  `${DAYS.join(';')};
   INSERT INTO series (sentry_guid, sensor_metric_id, column_name) VALUES ('${SENTRY(tenant)}', 'm', 'c') ON CONFLICT DO NOTHING;
   ${insert} FROM series WHERE sentry_guid = '${SENTRY(tenant)}'
   ON CONFLICT (series_id, day, keep_days) DO UPDATE SET count = excluded.count`;

test('packed days', () =>
  expectTenants(
    '20261128201400_packed_days_within_an_organization',
    '20261128201900_rollups_within_an_organization_checked',
    [
      {
        table: 'reading_chunk',
        insert: (tenant) =>
          packed(
            tenant,
            `INSERT INTO reading_chunk (series_id, day, keep_days, count, first_at, last_at, data)
             SELECT id, '2026-03-04', 0, 1, now(), now(), 'x'`,
          ),
      },
      {
        table: 'reading_rollup',
        insert: (tenant) =>
          packed(
            tenant,
            `INSERT INTO reading_rollup (series_id, day, keep_days, min, max, sum, count, last, first_at, last_at, hours, five_minutes)
             SELECT id, '2026-03-04', 0, 1, 1, 1, 1, 1, now(), now(), 'x', 'x'`,
          ),
      },
    ],
  ));

test('packed days of many partitions: large ones are filled in parts, those of nobody go, and all have the new key', async () => {
  await upTo('20261128201400_packed_days_within_an_organization', async ({ url, migrateOn }) => {
    await query(
      url,
      `${TENANTS};
       INSERT INTO series (sentry_guid, sensor_metric_id, column_name) VALUES ('${SENTRY(1)}', 'm', 'c'), ('${SENTRY(2)}', 'm', 'c');
       SELECT picket_make_packed_partition('reading_chunk', 0, '2025-01-01');
       SELECT picket_make_packed_partition('reading_chunk', 90, '2026-02-01');
       INSERT INTO reading_chunk (series_id, day, keep_days, count, first_at, last_at, data)
       SELECT id, date '2025-01-01' + n, 0, 1, now(), now(), convert_to(repeat('x', 1900), 'UTF8') FROM series, generate_series(0, 364) n;
       INSERT INTO reading_chunk (series_id, day, keep_days, count, first_at, last_at, data)
       SELECT n, date '2025-03-01', 0, 1, now(), now(), convert_to(repeat('x', 1900), 'UTF8') FROM generate_series(1000, 9000) n;
       INSERT INTO reading_chunk (series_id, day, keep_days, count, first_at, last_at, data)
       SELECT id, date '2026-02-01', 90, 1, now(), now(), 'x' FROM series`,
    );
    await migrateOn('20261128201900_rollups_within_an_organization_checked');
    expect(
      await query(
        url,
        `SELECT s.tenant_guid = c.tenant_guid AS own, count(*)::int AS days FROM reading_chunk c LEFT JOIN series s ON s.id = c.series_id GROUP BY 1`,
      ),
    ).toEqual([{ own: true, days: 2 * 366 }]);
    // A partition made by a server of the version before has them as well.
    await query(url, `SELECT picket_make_packed_partition('reading_chunk', 30, '2026-03-01')`);
    const keys = `SELECT DISTINCT array_agg(pg_get_constraintdef(k.oid) || CASE WHEN k.convalidated THEN '' ELSE ' not valid' END ORDER BY k.contype) AS keys
        FROM pg_partition_tree('reading_chunk') p JOIN pg_constraint k ON k.conrelid = p.relid AND k.contype IN ('f', 'p')
       WHERE p.isleaf GROUP BY p.relid`;
    expect(await query(url, keys)).toEqual([
      {
        keys: [
          'FOREIGN KEY (tenant_guid, series_id) REFERENCES series(tenant_guid, id) ON DELETE CASCADE',
          'PRIMARY KEY (tenant_guid, series_id, day, keep_days)',
        ],
      },
    ]);
    const invalid = `SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE NOT i.indisvalid`;
    expect(await query(url, invalid)).toEqual([]);
  });
});
