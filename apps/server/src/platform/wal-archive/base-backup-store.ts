/** The statements of a base backup: its beginning and its end, on one connection of a role that may (docs/operations.md). */
import type { Millis } from '@picket/domain/time';
import type pg from 'pg';

/** False while another process makes one. The lock is gone with the connection. */
export async function acquireBaseBackupLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(
    `SELECT pg_try_advisory_lock(hashtext('picket base backup')) AS got`,
  );
  return rows[0]?.got ?? false;
}

export interface BaseBackupStart {
  /** Recovery begins in this file of WAL. */
  readonly segment: string;
  readonly at: Millis;
}

export async function startBaseBackup(client: pg.ClientBase): Promise<BaseBackupStart> {
  const { rows } = await client.query<{ segment: string; at: Date }>(
    `SELECT pg_walfile_name(pg_backup_start('picket', true)) AS segment, clock_timestamp() AS at`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not begin a backup');
  return { segment: row.segment, at: row.at.getTime() };
}

export interface BaseBackupStop {
  /** The last file of WAL that the backup needs. */
  readonly segment: string;
  /** Content of the file backup_label. */
  readonly label: string;
  /** The database's clock afterwards. */
  readonly at: Millis;
}

/** Ends it, without waiting for the archive. */
export async function stopBaseBackup(client: pg.ClientBase): Promise<BaseBackupStop> {
  const { rows } = await client.query<{ segment: string; label: string }>(
    'SELECT pg_walfile_name(lsn) AS segment, labelfile AS label FROM pg_backup_stop(false)',
  );
  const clock = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not end a backup');
  return { ...row, at: clock.rows[0]?.at.getTime() ?? Number.NaN };
}
