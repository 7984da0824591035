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

/**
 * Deletes an observation unless another process made a later one than `ownAt` within `span` around now; returns false if it did.
 * One that is ahead was made by a wrong clock.
 */
export async function deleteObservation(
  sql: Sql,
  name: string,
  ownAt: Millis,
  now: Millis,
  span: Millis,
): Promise<boolean> {
  await sql.query(
    `DELETE FROM health_observation WHERE check_name = $1
        AND (observed_at <= $2::timestamptz OR observed_at NOT BETWEEN $3::timestamptz AND $4::timestamptz)`,
    [name, new Date(ownAt), new Date(now - span), new Date(now + span)],
  );
  const { rows } = await sql.query('SELECT 1 FROM health_observation WHERE check_name = $1', [name]);
  return rows.length === 0;
}
