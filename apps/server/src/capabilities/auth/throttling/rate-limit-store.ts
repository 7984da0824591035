/** The only file that counts attempts. Counters are in the database, so that they survive restarts and are shared by all servers. */
import type { Sql } from '../../../platform/db/database.ts';

export interface AttemptState {
  readonly count: number;
  readonly windowEndsAt: Date;
}

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
       count = CASE WHEN attempt_count.window_ends_at <= $2 THEN 1 ELSE least(attempt_count.count + 1, 1000000) END,
       window_ends_at = CASE WHEN attempt_count.window_ends_at <= $2 THEN $3 ELSE attempt_count.window_ends_at END
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

export async function deleteAttemptsBefore(sql: Sql, now: Date): Promise<void> {
  await sql.query(`DELETE FROM attempt_count WHERE window_ends_at <= $1`, [now]);
}
