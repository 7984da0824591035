import type { Database } from '../../platform/index.ts';

/**
 * Commits something that nobody keeps: a note in the log of the database, which goes the way of every write, to the disk
 * and to the standby where there is one.
 */
export async function provesWritable(db: Database): Promise<void> {
  await db.inSqlTx(async (sql) => {
    await sql.query(`SELECT pg_logical_emit_message(true, 'picket', 'health')`);
  });
}
