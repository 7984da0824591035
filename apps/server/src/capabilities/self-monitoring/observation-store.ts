/** Which checks of single server processes failed last, and when. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';

/** Saves that a check of one server process fails. */
export async function saveObservation(sql: Sql, name: string, at: Millis): Promise<void> {
  await sql.query(
    `INSERT INTO health_observation (check_name, observed_at) VALUES ($1, $2::timestamptz)
     ON CONFLICT (check_name) DO UPDATE SET observed_at = greatest(health_observation.observed_at, excluded.observed_at)`,
    [name, new Date(at)],
  );
}

/** Deletes an observation unless another process made a later one than `ownAt` after `since`; returns false if it did. */
export async function deleteObservation(sql: Sql, name: string, ownAt: Millis, since: Millis): Promise<boolean> {
  await sql.query(
    `DELETE FROM health_observation WHERE check_name = $1 AND (observed_at <= $2::timestamptz OR observed_at < $3::timestamptz)`,
    [name, new Date(ownAt), new Date(since)],
  );
  const { rows } = await sql.query('SELECT 1 FROM health_observation WHERE check_name = $1', [name]);
  return rows.length === 0;
}
