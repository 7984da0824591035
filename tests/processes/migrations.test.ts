/** The database's shape: migrated equals generated, and a runner killed at any point goes on at the next start. */

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate, migrationNames } from '../../apps/server/src/platform/db/migrations.ts';
import { diffToSchema } from '../../tools/schema-diff.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const KILLS = process.env.PICKET_DEEP ? 20 : 8;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

async function withDatabase<Result>(
  template: string,
  work: (database: TestDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await createTestDatabase(template);
  try {
    return await work(database);
  } finally {
    await database.drop();
  }
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

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

test('the migrations make exactly what prisma/schema.prisma says', async () => {
  const migrated = await withDatabase('template_picket', ({ url }) => shapeOf(url));
  const generated = await withDatabase('template0', async ({ url }) => {
    await query(url, await diffToSchema(url, null));
    return shapeOf(url);
  });
  expect(migrated.length).toBeGreaterThan(150);
  expect(migrated).toEqual(generated);
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

test('alerts of an earlier version that never happened become withdrawn, and those that moved stay corrected', async () => {
  await withDatabase('template0', async ({ url }) => {
    const folder = join(ROOT, 'prisma/migrations');
    const names = migrationNames(folder);
    const newest = names.indexOf('20261122110100_withdrawn');
    await migrate(url, folder, names[newest - 1]);
    const guid = (index: number): string => `0190aaaa-0000-7000-8000-00000000000${index}`;
    // What the timeline says of each, in order, and the state it is in.
    const alerts: readonly (readonly [state: string, ...corrections: readonly string[]])[] = [
      ['CLEARED', 'RAISED'],
      ['CLEARED', 'TIMES'],
      ['CLEARED', 'CLEARED', 'RAISED'],
      ['OPEN', 'RAISED', 'TIMES'],
      ['RESOLVED', 'RAISED'],
      ['OPEN'],
    ];
    await query(
      url,
      `INSERT INTO tenant (guid, name, name_key, created_at, last_update_ts) VALUES ('${guid(9)}', 'T', 't', now(), now())`,
    );
    for (const [index, [state, ...corrections]] of alerts.entries()) {
      await query(
        url,
        `INSERT INTO alert (guid, tenant_guid, kind, severity, state, message, corrected, started_at, raised_at, created_at, last_update_ts)
         VALUES ('${guid(index)}', '${guid(9)}', 'POLICY_ALERT', 300, '${state}', 'Too hot', ${corrections.length > 0}, now(), now(), now(), now())`,
      );
      for (const what of corrections)
        await query(
          url,
          `INSERT INTO alert_step (alert_guid, at, recorded_at, code, detail)
           VALUES ('${guid(index)}', now(), now(), 'CORRECTED', '{"what": "${what}"}')`,
        );
    }
    await migrate(url, folder, names[newest]);
    expect(await query(url, 'SELECT withdrawn, corrected FROM alert ORDER BY guid')).toEqual([
      { withdrawn: true, corrected: false },
      { withdrawn: false, corrected: true },
      { withdrawn: true, corrected: true },
      { withdrawn: false, corrected: true },
      { withdrawn: true, corrected: false },
      { withdrawn: false, corrected: false },
    ]);
    const steps = await query<{ code: string }>(url, 'SELECT code FROM alert_step ORDER BY id');
    expect(steps.map(({ code }) => code)).toEqual([
      'WITHDRAWN',
      'CORRECTED',
      'CORRECTED',
      'WITHDRAWN',
      'WITHDRAWN',
      'CORRECTED',
      'WITHDRAWN',
    ]);
  });
});

test('verdicts, causes and timeline codes of an earlier version take their new names', async () => {
  await withDatabase('template0', async ({ url }) => {
    const folder = join(ROOT, 'prisma/migrations');
    const names = migrationNames(folder);
    const newest = names.indexOf('20261122140200_alert_vocabulary');
    await migrate(url, folder, names[newest - 1]);
    const tenant = '0190aaaa-0000-7000-8000-000000000009';
    const alert = '0190aaaa-0000-7000-8000-000000000001';
    await query(
      url,
      `INSERT INTO tenant (guid, name, name_key, created_at, last_update_ts) VALUES ('${tenant}', 'T', 't', now(), now());
       INSERT INTO alert (guid, tenant_guid, kind, severity, state, message, verdict, cause, started_at, raised_at, created_at, last_update_ts)
       VALUES ('${alert}', '${tenant}', 'POLICY_ALERT', 300, 'OPEN', 'Offline', 'FALSE', 'CONTACT', now(), now(), now(), now());
       INSERT INTO alert_step (alert_guid, at, recorded_at, code, detail)
       SELECT '${alert}', now(), now(), code, detail::jsonb FROM (VALUES ('RAISED', '{}'), ('LABELLED', '{"verdict": "FALSE"}'),
         ('LABELLED', '{"verdict": null}'), ('ACK_LAPSED', '{}'), ('SNOOZE_OVER', '{}'), ('WEATHER_SAID', '{"text": "Storm"}'))
         AS step(code, detail)`,
    );
    await migrate(url, folder, names[newest]);
    expect(await query(url, 'SELECT verdict, cause FROM alert')).toEqual([
      { verdict: 'FALSE_ALARM', cause: 'CONNECTIVITY' },
    ]);
    expect(await query(url, 'SELECT code, detail FROM alert_step ORDER BY id')).toEqual([
      { code: 'RAISED', detail: {} },
      { code: 'VERDICT_SET', detail: { verdict: 'FALSE_ALARM' } },
      { code: 'VERDICT_SET', detail: { verdict: null } },
      { code: 'ACKNOWLEDGEMENT_EXPIRED', detail: {} },
      { code: 'SNOOZE_ENDED', detail: {} },
      { code: 'WEATHER_REPORTED', detail: { text: 'Storm' } },
    ]);
  });
});

test('messages of an earlier version are tried now, but not those it is handing over', async () => {
  await withDatabase('template0', async ({ url }) => {
    const folder = join(ROOT, 'prisma/migrations');
    const names = migrationNames(folder);
    const newest = names.indexOf('20261122110600_receiver_health');
    await migrate(url, folder, names[newest - 1]);
    const guid = (index: number): string => `0190aaaa-0000-7000-8000-00000000000${index}`;
    await query(
      url,
      `INSERT INTO message (guid, tenant_guid, owner_guid, owner_name, destination_guid, channel, kind, severity, title, content,
                            state, created_at, next_try_at, attempts)
       SELECT m.guid::uuid, '${guid(9)}', '${guid(8)}', 'O', '${guid(7)}', 'SLACK', 'ALERTS', 300, 'T', '{}', 'WAITING', now(),
              now() + interval '2 minutes', m.attempts
         FROM (VALUES ('${guid(1)}', 1), ('${guid(2)}', 2), ('${guid(3)}', 2)) m (guid, attempts);
       INSERT INTO message_try (message_guid, ordinal, at, ended_at)
       VALUES ('${guid(1)}', 1, now(), NULL), ('${guid(2)}', 1, now(), now()), ('${guid(2)}', 2, now(), now()),
              ('${guid(3)}', 1, now(), NULL), ('${guid(3)}', 2, now(), now())`,
    );
    await migrate(url, folder, names[newest]);
    expect(await query(url, 'SELECT next_try_at <= now() AS due FROM message ORDER BY guid')).toEqual([
      { due: false },
      { due: true },
      { due: true },
    ]);
  });
});

test('notifications of an earlier version keep their meaning under the new names', async () => {
  await withDatabase('template0', async ({ url }) => {
    const folder = join(ROOT, 'prisma/migrations');
    const names = migrationNames(folder);
    const newest = names.indexOf('20261122140100_notification_vocabulary');
    await migrate(url, folder, names[newest - 1]);
    const guid = (index: number): string => `0190aaaa-0000-7000-8000-00000000000${index}`;
    const content = JSON.stringify({
      kind: 'ALERTS',
      organisation: 'Acme',
      items: [
        { alert: 'a', change: 'ON', turn: 1, notice: null, heldFor: 'INCIDENT' },
        { alert: 'b', change: 'AGAIN', turn: 2, notice: 2, heldFor: null },
      ],
    });
    await query(
      url,
      `INSERT INTO delivery (guid, tenant_guid, alert_guid, owner_guid, destination_guid, change, turn, state, reason, held_for, due_at,
                             created_at)
       VALUES ('${guid(1)}', '${guid(9)}', '${guid(8)}', '${guid(7)}', '${guid(7)}', 'OFF', 1, 'HELD', 'ORDER', 'INCIDENT', now(), now());
       INSERT INTO message (guid, tenant_guid, owner_guid, owner_name, destination_guid, channel, kind, severity, title, content,
                            state, created_at)
       VALUES ('${guid(2)}', '${guid(9)}', '${guid(8)}', 'O', '${guid(7)}', 'SLACK', 'ALERTS', 300, 'T', '${content}', 'FAILED', now());
       INSERT INTO notification_preference (owner_guid, tenant_guid, preferences, last_update_ts)
       VALUES ('${guid(3)}', '${guid(9)}', '{"digest": {"rhythm": "DAILY", "hour": 7}}', now()),
              ('${guid(4)}', '${guid(9)}', '{"digest": null}', now());
       INSERT INTO notification_rules (tenant_guid, rules, last_update_ts)
       VALUES ('${guid(9)}', '{"lapseMinutes": 30, "chains": [{"name": "A", "steps": [{"audience": {"kind": "TOLD"}}]}]}', now())`,
    );
    await migrate(url, folder, names[newest]);
    expect(await query(url, 'SELECT change, occurrence, state, reason, suppressed_for FROM delivery')).toEqual([
      {
        change: 'CLEARED',
        occurrence: 1,
        state: 'SUPPRESSED',
        reason: 'WAITING_FOR_PREDECESSOR',
        suppressed_for: 'GROUPED',
      },
    ]);
    expect(await query(url, 'SELECT content FROM message')).toEqual([
      {
        content: {
          kind: 'ALERTS',
          tenantName: 'Acme',
          items: [
            { alert: 'a', change: 'RAISED', occurrence: 1, notificationNumber: null, suppressedFor: 'GROUPED' },
            { alert: 'b', change: 'REMINDER', occurrence: 2, notificationNumber: 2, suppressedFor: null },
          ],
        },
      },
    ]);
    expect(await query(url, 'SELECT preferences FROM notification_preference ORDER BY owner_guid')).toEqual([
      { preferences: { digest: { frequency: 'DAILY', hour: 7 } } },
      { preferences: { digest: null } },
    ]);
    expect(await query(url, 'SELECT rules FROM notification_rules')).toEqual([
      {
        rules: {
          acknowledgementTimeoutMinutes: 30,
          chains: [{ name: 'A', steps: [{ audience: { kind: 'NOTIFIED' } }] }],
        },
      },
    ]);
  });
});

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
    await new Promise((resolve) => setTimeout(resolve, 500));
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
        timeout: 20_000,
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
