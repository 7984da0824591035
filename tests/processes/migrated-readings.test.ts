/** Readings get their organization, partition by partition, while servers of the version before and of this one store more of them. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { insertMissing, insertNewest } from '../../apps/server/src/capabilities/timeseries/reading-store.ts';
import { query, ROOT, upTo } from '../support/migrated-database.ts';
import { SENTRY, TENANT, TENANTS } from '../support/migrated-tenants.ts';

const FIRST = '20261129110000_readings_within_an_organization';
const STEPS = [
  FIRST,
  '20261129110100_readings_within_an_organization_filled',
  '20261129110200_readings_within_an_organization_keys',
  '20261129110300_readings_within_an_organization_validated',
];
const LAST = '20261129110400_readings_within_an_organization_checked';

const DAY = 86_400_000;
const MIDNIGHT = Date.UTC(2026, 2, 4);

/** A series of each of two organizations, and partitions of two days. */
const WORLD = `${TENANTS};
  INSERT INTO series (sentry_guid, sensor_metric_id, column_name) VALUES ('${SENTRY(1)}', 'm', 'c'), ('${SENTRY(2)}', 'm', 'c');
  SELECT picket_make_reading_day('2026-03-04'); SELECT picket_make_reading_day('2026-03-05')`;

/** Statements of the version before. */
const OLDER = {
  insert: `INSERT INTO reading (series_id, at, value)
    SELECT * FROM unnest($1::int[], $2::timestamptz[], $3::float8[]) AS sent(series, at, value) ON CONFLICT DO NOTHING`,
  read: 'SELECT at FROM reading WHERE series_id = ANY($1::int[]) AND at >= $2::timestamptz AND at < $3::timestamptz',
};

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const sqlOf = (client: pg.Client) => ({
  query: async <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => {
    const { rows, rowCount } = await client.query<Row>(text, values === undefined ? undefined : [...values]);
    return { rows, rowCount: rowCount ?? 0 };
  },
});

const seriesIn = async (url: string): Promise<readonly Series[]> =>
  query(url, 'SELECT id, tenant_guid AS tenant FROM series ORDER BY id');

/** Rows of each organization, those of a wrong one, and those that are there twice. */
const COUNTS = `SELECT count(*)::int AS rows, count(DISTINCT (r.series_id, r.at))::int AS readings,
    count(*) FILTER (WHERE s.tenant_guid IS DISTINCT FROM r.tenant_guid)::int AS wrong FROM reading r LEFT JOIN series s ON s.id = r.series_id`;

/** Of each partition its indexes. */
const INDEXES = `SELECT c.relname AS name, array_agg(regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE (UNIQUE )?INDEX .* btree ', '\\1')
      || CASE WHEN i.indisvalid THEN '' ELSE ' invalid' END ORDER BY i.indisunique) AS indexes
  FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid JOIN pg_index i ON i.indrelid = c.oid
 WHERE h.inhparent = 'reading'::regclass GROUP BY 1 ORDER BY 1`;
const NEW_KEY = 'UNIQUE (tenant_guid, series_id, at)';
const OLDER_INDEX = '(series_id, at)';

interface Series {
  readonly id: number;
  readonly tenant: string;
}

/** A reading of each series, as the version before stores it: once, and found. */
const storeAsBefore = (url: string, series: readonly Series[], at: number): Promise<void> =>
  withClient(url, async (client) => {
    const ids = series.map(({ id }) => id);
    const values = [ids, ids.map(() => new Date(at)), ids.map(() => 2)];
    expect((await client.query(OLDER.insert, values)).rowCount).toBe(ids.length);
    expect((await client.query(OLDER.insert, values)).rowCount).toBe(0);
    const { rows } = await client.query(OLDER.read, [ids, new Date(at), new Date(at + 1)]);
    expect(rows).toHaveLength(ids.length);
  });

/** `at`: of a reading of each series that the version before stored. */
async function expectBothVersions(client: pg.Client, series: readonly Series[], at: number): Promise<void> {
  const sql = sqlOf(client);
  const ids = series.map(({ id }) => id);
  const readings = (instant: number) =>
    new Map(series.map(({ id, tenant }) => [tenant, [{ seriesId: id, at: instant, value: 3 }]]));
  // What one version stored, the other does not store again.
  expect((await insertMissing(sql, readings(at))).size).toBe(0);
  expect((await insertMissing(sql, readings(MIDNIGHT))).size).toBe(0);
  await expect(insertNewest(sql, readings(at))).rejects.toThrow('duplicate key');
  await insertNewest(sql, readings(at + 1));
  const again = [ids, ids.map(() => new Date(at + 1)), ids.map(() => 3)];
  expect((await client.query(OLDER.insert, again)).rowCount).toBe(0);
  // As the health check of the version before: of a series that is not there.
  expect((await client.query(OLDER.insert, [[-5], [new Date(at)], [0]])).rowCount).toBe(1);
  expect((await client.query('DELETE FROM reading WHERE series_id = -5')).rowCount).toBe(1);
  const newest = await client.query('SELECT n.at FROM series s CROSS JOIN LATERAL newest_reading(s.id) n');
  expect(newest.rows).toEqual(ids.map(() => ({ at: new Date(at + 1) })));
  const plan = await client.query(
    `EXPLAIN SELECT at FROM reading WHERE series_id = ${ids[0]} AND at >= '2026-03-04' AND at < '2026-03-05'`,
  );
  expect(JSON.stringify(plan.rows)).toContain('reading_2026_03_04_series_idx');
}

test('rows of the version before are filled in parts, and both versions store and read at each step', async () => {
  await upTo(FIRST, async ({ url, migrateOn }) => {
    await query(
      url,
      `${WORLD};
       INSERT INTO reading (series_id, at, value) SELECT id, timestamptz '2026-03-04T00:00Z' + n * interval '200 ms', 1 FROM series, generate_series(0, 199999) n;
       INSERT INTO reading (series_id, at, value) SELECT id, timestamptz '2026-01-01T00:00Z' + n * interval '1 s', 1 FROM series, generate_series(1, 10) n;
       INSERT INTO reading (series_id, at, value) VALUES (9999, '2026-03-04', 1)`,
    );
    const series = await seriesIn(url);
    for (const [place, step] of STEPS.entries()) {
      await migrateOn(step);
      const at = MIDNIGHT + DAY + place * 1000;
      await storeAsBefore(url, series, at);
      // One that is only changed while rows are filled.
      await query(url, `UPDATE reading SET value = 5 WHERE at = '${new Date(at).toISOString()}'`);
      const slices = `SELECT DISTINCT xmin::text FROM reading WHERE at < '2026-03-05'`;
      if (place === 1) expect((await query(url, slices)).length).toBeGreaterThan(3);
    }
    await migrateOn(LAST);
    const at = MIDNIGHT + DAY + STEPS.length * 1000;
    await storeAsBefore(url, series, at);
    const stored = 400_020 + 2 * (STEPS.length + 1);
    expect(await query(url, COUNTS)).toEqual([{ rows: stored, readings: stored, wrong: 0 }]);
    await withClient(url, (client) => expectBothVersions(client, series, at));
    await query(url, `SELECT picket_make_reading_day('2026-03-06')`);
    expect(await query(url, INDEXES)).toEqual([
      { name: 'reading_2026_03_04', indexes: [OLDER_INDEX, NEW_KEY] },
      { name: 'reading_2026_03_05', indexes: [OLDER_INDEX, NEW_KEY] },
      { name: 'reading_2026_03_06', indexes: [NEW_KEY] },
      { name: 'reading_default', indexes: [NEW_KEY] },
    ]);
    await expect(query(url, 'UPDATE reading SET tenant_guid = NULL')).rejects.toThrow('not-null');
  });
});

/** Stores one reading after the other until it is stopped, as the version before does. Returns the milliseconds of the slowest. */
async function keepStoring(url: string, ids: readonly number[], isOver: () => boolean) {
  return withClient(url, async (client) => {
    let [stored, slowest] = [0, 0];
    for (let at = MIDNIGHT + DAY + 1; !isOver(); at++) {
      const began = performance.now();
      const { rowCount } = await client.query(OLDER.insert, [ids, ids.map(() => new Date(at)), ids.map(() => 1)]);
      slowest = Math.max(slowest, performance.now() - began);
      stored += rowCount ?? 0;
    }
    return { stored, slowest };
  });
}

test('killed at random moments, it goes on; what is stored meanwhile is there once, and waits less than 10 s', async () => {
  await upTo(FIRST, async ({ url, migrateOn }) => {
    await query(
      url,
      `${WORLD};
       INSERT INTO reading (series_id, at, value) SELECT id, timestamptz '2026-03-04T00:00Z' + n * interval '200 ms', 1 FROM series, generate_series(0, 299999) n`,
    );
    const ids = (await seriesIn(url)).map(({ id }) => id);
    let isOver = false;
    const storing = keepStoring(url, ids, () => isOver);
    const script = `import { migrate } from '${join(ROOT, 'apps/server/src/platform/db/migrations.ts')}'; await migrate(process.env.URL, '${join(ROOT, 'prisma/migrations')}');`;
    for (let kill = 0; kill < 8; kill++)
      await new Promise<void>((resolve) => {
        const runner = spawn(
          process.execPath,
          ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', script],
          { env: { ...process.env, URL: url, NODE_OPTIONS: '' }, stdio: 'ignore' },
        );
        const timer = setTimeout(() => runner.kill('SIGKILL'), 250 + Math.random() * 1000);
        runner.on('close', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    await migrateOn(LAST);
    isOver = true;
    const { stored, slowest } = await storing;
    expect(stored).toBeGreaterThan(100);
    expect(slowest).toBeLessThan(10_000);
    const all = 600_000 + stored;
    expect(await query(url, COUNTS)).toEqual([{ rows: all, readings: all, wrong: 0 }]);
    expect(await query(url, `SELECT DISTINCT tenant_guid AS tenant FROM reading ORDER BY 1`)).toEqual(
      [1, 2].map((tenant) => ({ tenant: TENANT(tenant) })),
    );
    const indexes = (await query<{ indexes: string[] }>(url, INDEXES)).flatMap((one) => one.indexes);
    expect([...new Set(indexes)].sort()).toEqual([OLDER_INDEX, NEW_KEY]);
  });
});
