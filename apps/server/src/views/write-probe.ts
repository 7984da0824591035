/**
 * Writes what a report writes, to the same tables and through the same pool, and leaves nothing behind: rows of a made-up
 * organization are written and rolled back, then a reading is written, deleted and committed.
 */
import { problemOf, type StorageStep } from '@picket/domain/problems';
import type { Millis } from '@picket/domain/time';
import { type OnAlertsChanged, raiseSystemAlert } from '../capabilities/alerts/index.ts';
import { insertState, lockStates, saveStates } from '../capabilities/evaluation/index.ts';
import { insertDeliveries } from '../capabilities/notifications/index.ts';
import { insertNewest } from '../capabilities/timeseries/index.ts';
import type { Database, Sql } from '../platform/db/database.ts';
import { newGuid } from '../platform/keys/ids.ts';

/** Of the alert that is written and undone; nobody reads it. */
const PROBE = problemOf('BACKUP_MISSING', {});

/** Tables that some reports write and this probe does not. */
const OTHER_WRITTEN_TABLES = [
  'series',
  'frame',
  'alert_reading',
  'monitor_checkpoint',
  'policy_fingerprint',
  'message',
  'audit_entry',
  // Without its heartbeat the platform itself counts as down.
  'platform_uptime',
];
/** Spilled to the database's disk and discarded, so that a full disk is noticed before a report needs the space. */
const SORTED_KB = 1024;

/**
 * Writes as a report would. `onStep` is called with each step; each statement may take `limit` milliseconds. Throws what the
 * database throws.
 */
export async function probeWrites(
  db: Database,
  changed: OnAlertsChanged,
  now: Millis,
  limit: number,
  onStep: (step: StorageStep) => void,
): Promise<void> {
  onStep('connect');
  await db.inIngestTx(async (sql) => {
    await sql.query(`SET LOCAL statement_timeout = ${limit}`);
    onStep('privileges');
    await assertInsertPrivileges(sql);
    onStep('disk');
    await assertDiskSpace(sql);
    await sql.query('SAVEPOINT probe');
    await writeRolledBack(sql, changed, now, onStep);
    await sql.query('ROLLBACK TO SAVEPOINT probe');
    onStep('reading');
    await writeReading(sql, now);
    onStep('commit');
  });
}

async function assertInsertPrivileges(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS t(name) WHERE NOT has_table_privilege(name, 'INSERT')`,
    [OTHER_WRITTEN_TABLES],
  );
  if (rows.length > 0) throw new Error(`permission denied to insert into ${rows.map(({ name }) => name).join(', ')}`);
}

/** A sort that does not fit into memory spills to disk. */
async function assertDiskSpace(sql: Sql): Promise<void> {
  await sql.query(`SET LOCAL work_mem = '64kB'`);
  await sql.query(
    `SELECT count(*) FROM (SELECT n, repeat('x', 1000) AS filling FROM generate_series(1, $1::int) AS n
      ORDER BY n DESC OFFSET 1) AS sorted WHERE length(filling) = 1000`,
    [SORTED_KB],
  );
}

async function writeRolledBack(
  sql: Sql,
  changed: OnAlertsChanged,
  now: Millis,
  onStep: (step: StorageStep) => void,
): Promise<void> {
  onStep('state');
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
  await insertState(sql, tenant, sentry, now, now);
  await saveStates(sql, await lockStates(sql, [{ tenant, guid: sentry }]));
  onStep('alert');
  let alert = '';
  await raiseSystemAlert(
    sql,
    { tenant, checkName: 'platform:health', severity: 0, problem: PROBE },
    now,
    (inside, changes) => {
      alert = changes[0]?.alert ?? '';
      return changed(inside, changes);
    },
  );
  onStep('delivery');
  const delivery = { alert, tenant, owner: newGuid(), destination: null, channel: null };
  await insertDeliveries(sql, [{ ...delivery, change: 'RAISED', occurrence: 0, state: 'SKIPPED', reason: null }], now);
}

/** Of an organization and a series that do not exist: ids of series start at 1. */
async function writeReading(sql: Sql, now: Millis): Promise<void> {
  const seriesId = -1 - Math.floor(Math.random() * 2_000_000_000);
  const tenant = newGuid();
  await insertNewest(sql, new Map([[tenant, [{ seriesId, at: now, value: 0 }]]]));
  await sql.query('DELETE FROM reading WHERE tenant_guid = $1::uuid AND series_id = $2::int AND at = $3::timestamptz', [
    tenant,
    seriesId,
    new Date(now),
  ]);
}
