/** Ends every sign-in: sessions, those that have begun, and links that stand for a password. */
import type { Sql } from '../../../platform/db/database.ts';

/** Returns how many sessions there were. */
export async function endSignInsAllTenants(sql: Sql): Promise<number> {
  // Counted by rows: inside a transaction of Prisma's a statement has no other count.
  const { rows } = await sql.query('DELETE FROM session RETURNING guid');
  for (const table of ['login_challenge', 'one_time_token', 'known_device']) await sql.query(`DELETE FROM ${table}`);
  return rows.length;
}
