/** The only file that counts attempts. Counters are in the database, so that they survive restarts and are shared by all servers. */
import type { Sql } from '../../../platform/db/database.ts';

export interface AttemptState {
  readonly count: number;
  readonly windowEndsAt: Date;
}

/**
 * It has ended, or ends later than one that begins now: it was begun by a clock that was ahead, and has been set back since. A key always has
 * windows of the same length; clocks of servers differ by less than a minute.
 */
const IS_OVER = `(attempt_count.window_ends_at <= $2::timestamptz
  OR attempt_count.window_ends_at > $3::timestamptz + interval '1 minute')`;

/**
 * Counts an attempt for each key, within a window that starts with the first; returns the counts including this one, in the order of the
 * keys. One statement, so that its time does not reveal how many keys there are.
 */
export async function countAttempts(
  sql: Sql,
  keys: readonly Buffer[],
  now: Date,
  windowEnd: Date,
): Promise<readonly AttemptState[]> {
  // In the order of the keys in the table: two attempts at the same keys must not wait for each other.
  const { rows } = await sql.query<AttemptState & { readonly key: Buffer }>(
    `INSERT INTO attempt_count (key, count, window_ends_at)
       SELECT tried.key, 1, $3::timestamptz FROM unnest($1::bytea[]) AS tried (key) ORDER BY tried.key
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN ${IS_OVER} THEN 1 ELSE least(attempt_count.count + 1, 1000000) END,
       window_ends_at = CASE WHEN ${IS_OVER} THEN $3 ELSE attempt_count.window_ends_at END
     RETURNING key, count, window_ends_at AS "windowEndsAt"`,
    [keys, now, windowEnd],
  );
  return keys.map((key) => rows.find((row) => key.equals(row.key)) ?? { count: 1, windowEndsAt: windowEnd });
}

/** Takes one attempt off a counter, after it succeeded. */
export async function refundAttempt(sql: Sql, key: Buffer): Promise<void> {
  await sql.query(`UPDATE attempt_count SET count = greatest(count - 1, 0) WHERE key = $1`, [key]);
}

export async function clearAttempts(sql: Sql, keys: readonly Buffer[]): Promise<void> {
  await sql.query(`DELETE FROM attempt_count WHERE key = ANY($1::bytea[])`, [keys]);
}

/** Deletes windows that have ended, and those that end after `latest`, as none can. */
export async function deleteAttemptsOutside(sql: Sql, now: Date, latest: Date): Promise<void> {
  await sql.query(`DELETE FROM attempt_count WHERE window_ends_at <= $1 OR window_ends_at > $2`, [now, latest]);
}
