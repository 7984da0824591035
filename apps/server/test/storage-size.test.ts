/** What is kept takes so much on disk: found in a part of it that does not grow with it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensurePackedPartitions } from '../src/capabilities/timeseries/index.ts';
import { storageSize } from '../src/capabilities/timeseries/retention-store.ts';
import { openPicket, type Picket } from './harness.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 5, 30);
const FIRST = Date.UTC(2026, 0, 1);
const SERIES = 300;
const DAYS = 100;
const BYTES = 100;

let picket: Picket;
let tenant: string;

beforeAll(async () => {
  picket = await openPicket({ now: NOW });
  const device = await picket.addDevice(await picket.addLocation());
  const { db } = picket.platform;
  await ensurePackedPartitions(db, [{ table: 'reading_chunk', keepDays: 0, day: FIRST }], new Set());
  const { rows } = await db.console.query<{ tenant: string }>(
    'SELECT tenant_guid AS tenant FROM sentry WHERE guid = $1::uuid',
    [device.sentry],
  );
  tenant = rows[0]?.tenant ?? '';
  await db.console.query(
    `WITH made AS (
       INSERT INTO series (tenant_guid, sentry_guid, sensor_metric_id, column_name)
       SELECT $1::uuid, $2::uuid, 'metric_' || n, 'value' FROM generate_series(1, ${SERIES}) n RETURNING id)
     INSERT INTO reading_chunk (tenant_guid, series_id, day, keep_days, count, first_at, last_at, data)
     SELECT $1::uuid, id, d.day, 0, 1, d.day, d.day, decode(repeat('00', ${BYTES}), 'hex')
       FROM made, (SELECT DATE '2026-01-01' + n AS day FROM generate_series(0, ${DAYS - 1}) n) d`,
    [tenant, device.sentry],
  );
  await db.console.query('VACUUM ANALYZE reading_chunk');
  await db.console.query('ANALYZE series');
});
afterAll(() => picket.close());

test('of many series with many days a part is read, and the whole comes out', async () => {
  const { size, read } = await picket.platform.db.inIngestTx(async (sql) => {
    // Off in the Postgres of tests.
    await sql.query("SELECT set_config('track_counts', 'on', true)");
    const found = await storageSize(sql, tenant, 'reading_chunk', FIRST + (DAYS - 8) * DAY);
    const { rows } = await sql.query<{ read: number }>(
      `SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS read FROM pg_stat_xact_user_tables
        WHERE relname LIKE 'reading\\_chunk%'`,
    );
    return { size: found, read: rows[0]?.read };
  });
  expect(size).toEqual({
    bytes: SERIES * DAYS * (BYTES + 60),
    bytesPerDay: SERIES * (BYTES + 60),
    isEstimated: true,
    // One of the others may have older days.
    since: null,
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(3000);
});

test('of few series with few days all is read, and of none nothing comes out', async () => {
  const { console: sql } = picket.platform.db;
  const other = await picket.addTenant('Empty');
  expect(await storageSize(sql, other.tenant, 'reading_chunk', FIRST)).toEqual({
    bytes: 0,
    bytesPerDay: 0,
    isEstimated: false,
    since: null,
  });
});
