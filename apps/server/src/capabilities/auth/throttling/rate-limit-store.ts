/** The only file that counts attempts. Counters are in the database, so that they survive restarts and are shared by all servers. */
import type { Sql } from '../../../platform/db/database.ts';

export interface AttemptState {
  readonly count: number;
  readonly windowEndsAt: Date;
}

/** Counts an attempt within a window that starts with the first; returns the count including this one. */
export async function countAttempt(sql: Sql, key: Buffer, now: Date, windowEnd: Date): Promise<AttemptState> {
  const { rows } = await sql.query<AttemptState>(
    `INSERT INTO attempt_count (key, count, window_ends_at) VALUES ($1, 1, $3)
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN attempt_count.window_ends_at <= $2 THEN 1 ELSE least(attempt_count.count + 1, 1000000) END,
       window_ends_at = CASE WHEN attempt_count.window_ends_at <= $2 THEN $3 ELSE attempt_count.window_ends_at END
     RETURNING count, window_ends_at AS "windowEndsAt"`,
    [key, now, windowEnd],
  );
  return rows[0] ?? { count: 1, windowEndsAt: windowEnd };
}

/** Takes one attempt off each counter, after it succeeded. */
export async function refundAttempts(sql: Sql, keys: readonly Buffer[]): Promise<void> {
  await sql.query(`UPDATE attempt_count SET count = greatest(count - 1, 0) WHERE key = ANY($1::bytea[])`, [keys]);
}

export async function clearAttempts(sql: Sql, keys: readonly Buffer[]): Promise<void> {
  await sql.query(`DELETE FROM attempt_count WHERE key = ANY($1::bytea[])`, [keys]);
}

export async function deleteAttemptsBefore(sql: Sql, now: Date): Promise<void> {
  await sql.query(`DELETE FROM attempt_count WHERE window_ends_at <= $1`, [now]);
}
