/**
 * Does what a report does, on the same tables and through the same pool, and leaves nothing behind: rows of an organization
 * that never was are written and taken back, then a reading is written, deleted and committed.
 */
import type { Millis } from '@picket/domain';
import { type OnAlertsChanged, raiseSystemAlert } from '../capabilities/alerts/index.ts';
import { insertState, lockStates, saveStates } from '../capabilities/monitoring/index.ts';
import { insertDeliveries } from '../capabilities/notifications/index.ts';
import { insertNewest } from '../capabilities/readings/index.ts';
import { type Database, newGuid, type Sql } from '../platform/index.ts';

/** What a report comes by, in this order; a failing step names itself. */
export const PROBE_STEPS = ['connect', 'rights', 'room', 'state', 'alert', 'delivery', 'reading', 'commit'] as const;
export type ProbeStep = (typeof PROBE_STEPS)[number];

/** Tables that some reports write and this does not. */
const ALSO_WRITTEN = [
  'series',
  'frame',
  'alert_reading',
  'monitor_checkpoint',
  'watch_print',
  'message',
  'audit_entry',
];
/** Spilled to the database's disk and thrown away, so that a full one is noticed before a report needs the room. */
const ROOM_KB = 1024;

/**
 * Writes as a report would. `at` is the step being done; each statement may take `limit` milliseconds. Throws what the
 * database throws.
 */
export async function writeAsReport(
  db: Database,
  changed: OnAlertsChanged,
  now: Millis,
  limit: number,
  at: (step: ProbeStep) => void,
): Promise<void> {
  at('connect');
  await db.inIngestTx(async (sql) => {
    await sql.query(`SET LOCAL statement_timeout = ${limit}`);
    at('rights');
    await expectRights(sql);
    at('room');
    await expectRoom(sql);
    await sql.query('SAVEPOINT unkept');
    await writeUnkept(sql, changed, now, at);
    await sql.query('ROLLBACK TO SAVEPOINT unkept');
    at('reading');
    await writeReading(sql, now);
    at('commit');
  });
}

async function expectRights(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS t(name) WHERE NOT has_table_privilege(name, 'INSERT')`,
    [ALSO_WRITTEN],
  );
  if (rows.length > 0) throw new Error(`permission denied to insert into ${rows.map(({ name }) => name).join(', ')}`);
}

/** A sort that does not fit into its memory goes to disk. */
async function expectRoom(sql: Sql): Promise<void> {
  await sql.query(`SET LOCAL work_mem = '64kB'`);
  await sql.query(
    `SELECT count(*) FROM (SELECT n, repeat('x', 1000) AS filling FROM generate_series(1, $1::int) AS n
      ORDER BY n DESC OFFSET 1) AS sorted WHERE length(filling) = 1000`,
    [ROOM_KB],
  );
}

async function writeUnkept(
  sql: Sql,
  changed: OnAlertsChanged,
  now: Millis,
  at: (step: ProbeStep) => void,
): Promise<void> {
  at('state');
  const [tenant, location, sentry] = [newGuid(), newGuid(), newGuid()];
  const instant = new Date(now);
  await sql.query(
    `INSERT INTO tenant (guid, name, name_key, created_at, last_update_ts)
     VALUES ($1::uuid, $2, $2, $3::timestamptz, $3::timestamptz)`,
    [tenant, `health ${tenant}`, instant],
  );
  await sql.query(
    `INSERT INTO location (guid, tenant_guid, name, name_key, timezone, created_at, last_update_ts)
     VALUES ($1::uuid, $2::uuid, 'health', 'health', 'UTC', $3::timestamptz, $3::timestamptz)`,
    [location, tenant, instant],
  );
  await sql.query(
    `INSERT INTO sentry (guid, tenant_guid, location_guid, name, name_key, created_at, last_update_ts)
     VALUES ($1::uuid, $2::uuid, $3::uuid, 'health', 'health', $4::timestamptz, $4::timestamptz)`,
    [sentry, tenant, location, instant],
  );
  await insertState(sql, sentry, now, now);
  await saveStates(sql, await lockStates(sql, [sentry]));
  at('alert');
  let alert = '';
  await raiseSystemAlert(
    sql,
    { tenant, checkName: 'platform:health', severity: 0, message: 'health' },
    now,
    (inside, changes) => {
      alert = changes[0]?.alert ?? '';
      return changed(inside, changes);
    },
  );
  at('delivery');
  const unheard = { alert, tenant, owner: newGuid(), destination: null, channel: null };
  await insertDeliveries(sql, [{ ...unheard, change: 'ON', turn: 0, state: 'SKIPPED', reason: null }], now);
}

/** Of a series that is none: their numbers begin at 1. */
async function writeReading(sql: Sql, now: Millis): Promise<void> {
  const seriesId = -1 - Math.floor(Math.random() * 2_000_000_000);
  await insertNewest(sql, [{ seriesId, at: now, value: 0 }]);
  await sql.query('DELETE FROM reading WHERE series_id = $1::int AND at = $2::timestamptz', [seriesId, new Date(now)]);
}
