/** The database's shape: migrated equals generated, and a runner killed at any point goes on at the next start. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate, migrationNames } from '../../apps/server/src/platform/db/migrations.ts';
import { diffToSchema } from '../../tools/schema-diff.ts';
import { query, ROOT, withDatabase } from '../support/migrated-database.ts';

const KILLS = process.env.PICKET_DEEP ? 20 : 8;

/** Columns, keys and indexes; what the schema cannot say (partitions, partial indexes) left out. */
const SHAPE = `
  SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') AS line
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE '\\_%' AND table_name NOT LIKE 'reading\\_%'
  UNION SELECT conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
   WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'f', 'u') AND conrelid::regclass::text NOT LIKE '\\_%'
     AND conrelid::regclass::text NOT LIKE 'reading\\_%'
  UNION SELECT regexp_replace(pg_get_indexdef(indexrelid), ' ON (ONLY )?', ' ON ') FROM pg_index JOIN pg_class c ON c.oid = indexrelid
   WHERE c.relnamespace = 'public'::regnamespace AND indpred IS NULL AND indrelid::regclass::text NOT LIKE '\\_%'
     AND indrelid::regclass::text NOT LIKE 'reading\\_%'
  ORDER BY 1`;

const shapeOf = async (url: string): Promise<string[]> =>
  (await query<{ line: string }>(url, SHAPE)).map(({ line }) => line);

/** Since then an older server may still run while a migration is applied. */
const ADDS_ONLY_SINCE = '20261122';

/** Renamed tables and columns before the first release; no older server runs beside them. */
const RENAMES = '2026112214';

/** What an older server would stumble over. Allowed below a line `-- contract: why nobody uses it any more`. */
const BREAKS =
  /\b(DROP\s+(TABLE|COLUMN|DEFAULT|CONSTRAINT)|RENAME\s|SET\s+NOT\s+NULL|SET\s+DATA\s+TYPE|ADD\s+COLUMN\s[^,;]*NOT\s+NULL(?![^,;]*DEFAULT))/iu;

const breaking = (sql: string): string[] =>
  sql
    .split(';')
    .filter((statement) => BREAKS.test(statement) && !/--\s*contract: \S/u.test(statement))
    .map((statement) => statement.trim());

test('the migrations make exactly what prisma/schema.prisma says', async () => {
  const migrated = await withDatabase('template_picket', ({ url }) => shapeOf(url));
  const generated = await withDatabase('template0', async ({ url }) => {
    await query(url, await diffToSchema(url, null));
    return shapeOf(url);
  });
  expect(migrated.length).toBeGreaterThan(150);
  expect(migrated).toEqual(generated);
});

/** References of which no index begins with all columns, or with all but the organization, which a guid needs not. */
const UNINDEXED = `
  SELECT k.conrelid::regclass::text || ': ' || k.conname AS line FROM pg_constraint k
    LEFT JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attname = 'tenant_guid'
   WHERE k.contype = 'f' AND k.conparentid = 0 AND k.connamespace = 'public'::regnamespace AND NOT EXISTS (
     SELECT 1 FROM pg_index i WHERE i.indrelid = k.conrelid AND i.indpred IS NULL
        AND ((i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
             OR cardinality(k.conkey) > 1 AND (i.indkey::int2[])[0:cardinality(k.conkey) - 2] @> array_remove(k.conkey, a.attnum)))
   ORDER BY 1`;

test('what refers to a row is found by an index when the row is deleted', async () => {
  const found = await withDatabase('template_picket', ({ url }) => query<{ line: string }>(url, UNINDEXED));
  expect(found.map(({ line }) => line)).toEqual([]);
});

test('applied once; a changed or missing file stops the start', async () => {
  await withDatabase('template0', async ({ url }) => {
    const folder = mkdtempSync(join(tmpdir(), 'picket-migrations-'));
    const add = (name: string, sql: string): void => {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'migration.sql'), sql);
    };
    add('1_a', 'CREATE TABLE a (id int);');
    add('2_b', 'CREATE TABLE b (id int); CREATE TABLE a (id int);');
    await expect(migrate(url, folder)).rejects.toThrow('Migration 2_b failed');
    expect(await query(url, `SELECT 1 FROM pg_tables WHERE tablename = 'b'`)).toEqual([]);
    add('2_b', 'CREATE TABLE b (id int);');
    expect(await migrate(url, folder)).toEqual(['2_b']);
    expect(await migrate(url, folder)).toEqual([]);
    add('1_a', 'CREATE TABLE a (id bigint);');
    await expect(migrate(url, folder)).rejects.toThrow('changed after it had been applied');
    add('1_a', 'CREATE TABLE a (id int);');
    rmSync(join(folder, '2_b'), { recursive: true });
    await expect(migrate(url, folder)).rejects.toThrow('newer than this Picket');
    rmSync(folder, { recursive: true });
  });
});

test(`killed ${KILLS} times at random moments, the runner converges`, async () => {
  const expected = await withDatabase('template_picket', ({ url }) => shapeOf(url));
  await withDatabase('template0', async ({ url }) => {
    const script = `import { migrate } from '${join(ROOT, 'apps/server/src/platform/db/migrations.ts')}'; await migrate(process.env.URL, '${join(ROOT, 'prisma/migrations')}');`;
    for (let kill = 0; kill < KILLS; kill++)
      await new Promise<void>((resolve) => {
        const runner = spawn(
          process.execPath,
          ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', script],
          { env: { ...process.env, URL: url, NODE_OPTIONS: '' }, stdio: 'ignore' },
        );
        const timer = setTimeout(() => runner.kill('SIGKILL'), 60 + Math.random() * 160);
        runner.on('close', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    await migrate(url, join(ROOT, 'prisma/migrations'));
    expect(await shapeOf(url)).toEqual(expected);
  });
});

test('migrations only add, so that an older server runs on beside them', () => {
  const folder = join(ROOT, 'prisma/migrations');
  const later = migrationNames(folder).filter((name) => name >= ADDS_ONLY_SINCE && !name.startsWith(RENAMES));
  expect(later.length).toBeGreaterThan(0);
  for (const name of later)
    expect(breaking(readFileSync(join(folder, name, 'migration.sql'), 'utf8')), name).toEqual([]);
  // What is caught, and what is not.
  for (const bad of [
    'ALTER TABLE a DROP COLUMN b',
    'DROP TABLE a',
    'ALTER TABLE a RENAME COLUMN b TO c',
    'ALTER TABLE a ALTER COLUMN b SET NOT NULL',
    'ALTER TABLE a ADD COLUMN "b" INTEGER NOT NULL',
  ])
    expect(breaking(bad), bad).toEqual([bad]);
  for (const good of [
    'ALTER TABLE a ADD COLUMN "b" INTEGER',
    'ALTER TABLE a ADD COLUMN "b" INTEGER NOT NULL DEFAULT 0',
    '-- contract: not read since 0.3\nDROP TABLE a',
    'ALTER TABLE a ALTER COLUMN b DROP NOT NULL',
  ])
    expect(breaking(good), good).toEqual([]);
});

/** What may be gone from a database whose organizations are distributed (decision 92). */
const NAMES_DROPPED = /\bDROP\s+(?:INDEX|TRIGGER)\s+(?!(?:CONCURRENTLY\s+)?IF\s+EXISTS)/iu;

test('later migrations drop indexes and triggers only where they are: a distributed database has fewer', () => {
  const folder = join(ROOT, 'prisma/migrations');
  for (const name of migrationNames(folder).filter((one) => one > '20261129110400_'))
    if (name !== '20261129110400_readings_within_an_organization_checked')
      expect(readFileSync(join(folder, name, 'migration.sql'), 'utf8'), name).not.toMatch(NAMES_DROPPED);
  for (const bad of ['DROP INDEX "a"', 'drop trigger a ON b', 'DROP INDEX CONCURRENTLY a'])
    expect(bad).toMatch(NAMES_DROPPED);
  for (const good of [
    'DROP INDEX IF EXISTS "a"',
    'DROP TRIGGER IF EXISTS a ON b',
    'DROP INDEX CONCURRENTLY IF EXISTS a',
  ])
    expect(good).not.toMatch(NAMES_DROPPED);
});

test('a table in use is waited for with short lock timeouts, so that nothing waits long behind the migration', async () => {
  await withDatabase('template0', async ({ url }) => {
    const folder = mkdtempSync(join(tmpdir(), 'picket-migrations-'));
    mkdirSync(join(folder, '1_a'));
    writeFileSync(join(folder, '1_a', 'migration.sql'), 'ALTER TABLE busy ADD COLUMN more int;');
    await query(url, 'CREATE TABLE busy (id int)');
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT * FROM busy');
    const migrating = migrate(url, folder);
    await expect
      .poll(() => query(url, `SELECT 1 FROM pg_locks WHERE relation = 'busy'::regclass AND NOT granted`), {
        interval: 10,
      })
      .toHaveLength(1);
    // It waits with its own lock queued: others continue once it times out.
    const asked = performance.now();
    await query(url, 'SELECT * FROM busy');
    expect(performance.now() - asked).toBeLessThan(5000);
    await holder.query('COMMIT');
    await holder.end();
    expect(await migrating).toEqual(['1_a']);
    rmSync(folder, { recursive: true });
  });
});

test('a deadlock is no failure: the migration retries', async () => {
  await withDatabase('template0', async ({ url }) => {
    const folder = mkdtempSync(join(tmpdir(), 'picket-migrations-'));
    mkdirSync(join(folder, '1_a'));
    writeFileSync(
      join(folder, '1_a', 'migration.sql'),
      'ALTER TABLE first ADD COLUMN more int; ALTER TABLE second ADD COLUMN more int;',
    );
    await query(url, 'CREATE TABLE first (id int); CREATE TABLE second (id int)');
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    // Who looks for a deadlock first is ended by it: the migration.
    await holder.query(`BEGIN; SET LOCAL deadlock_timeout = '1min'; SELECT * FROM second`);
    const migrating = migrate(url, folder);
    await expect
      .poll(() => query(url, `SELECT 1 FROM pg_locks WHERE relation = 'second'::regclass AND NOT granted`), {
        timeout: 60_000,
        interval: 10,
      })
      .toHaveLength(1);
    await holder.query('SELECT * FROM first');
    await holder.query('COMMIT');
    await holder.end();
    expect(await migrating).toEqual(['1_a']);
    rmSync(folder, { recursive: true });
  });
});

test('what a migration does in slices is committed slice by slice, and goes on after a failure', async () => {
  await withDatabase('template0', async ({ url }) => {
    const folder = mkdtempSync(join(tmpdir(), 'picket-migrations-'));
    mkdirSync(join(folder, '1_a'));
    const write = (file: string, sql: string): void => writeFileSync(join(folder, '1_a', file), sql);
    await query(
      url,
      'CREATE TABLE large (id int, filled bool); INSERT INTO large SELECT * FROM generate_series(1, 10)',
    );
    const slice = `-- Three rows at a time.
      WITH slice AS (SELECT id FROM large WHERE id > coalesce($1::int, 0) ORDER BY id LIMIT 3),
           filled AS (UPDATE large SET filled = true FROM slice WHERE large.id = slice.id AND large.filled IS NULL)
      SELECT max(id)::text AS next FROM slice;`;
    const index = `SELECT NULL AS next, CASE WHEN $1::text IS NULL AND to_regclass('large_id_key') IS NULL THEN
      'CREATE UNIQUE INDEX CONCURRENTLY large_id_key ON large(id)' END AS statement;`;
    write('slices.sql', `${slice}\nSELECT ($1::int / 0)::text AS next WHERE 1 / 0 > 0;`);
    write('migration.sql', 'UPDATE large SET filled = false WHERE filled IS NULL');
    await expect(migrate(url, folder)).rejects.toThrow('division by zero');
    const counts = `SELECT count(*) FILTER (WHERE filled)::int AS filled, count(DISTINCT xmin::text)::int AS transactions FROM large`;
    expect(await query(url, counts)).toEqual([{ filled: 10, transactions: 4 }]);
    write('slices.sql', `${slice}\n${index}`);
    // Another one that starts meanwhile waits without a snapshot, which an index that is built concurrently would wait for.
    expect((await Promise.all([migrate(url, folder), migrate(url, folder)])).flat()).toEqual(['1_a']);
    expect(await query(url, counts)).toEqual([{ filled: 10, transactions: 4 }]);
    expect(await query(url, `SELECT indisvalid FROM pg_index WHERE indexrelid = 'large_id_key'::regclass`)).toEqual([
      { indisvalid: true },
    ]);
    rmSync(folder, { recursive: true });
  });
});
