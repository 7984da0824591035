/** A database that was restored beside the present one, to bring something back from it. */
import { type Database, type Sql, withSnapshot } from './database.ts';

/** Why nothing is brought back, as the end of a sentence for the operator. */
export class BringBackError extends Error {}

/** Names of the migrations that a database has had. */
async function listMigrations(sql: Sql): Promise<readonly string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT migration_name AS name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
      ORDER BY migration_name COLLATE "C"`,
  );
  return rows.map(({ name }) => name);
}

/** Throws a BringBackError where the tables of the two are not the same. */
export async function requireSameVersion(past: Sql, present: Sql): Promise<void> {
  const [then, now] = await Promise.all([listMigrations(past), listMigrations(present)]);
  if (then.join() !== now.join())
    throw new BringBackError(
      'the restored database is of another version: start Picket from it once, then repeat this',
    );
}

/** Everything that `work` reads of the restored database at `url` is of one instant; nothing is written there. */
export const withRestored = <Result>(
  { console: present }: Pick<Database, 'console'>,
  url: string,
  work: (past: Sql) => Promise<Result>,
): Promise<Result> =>
  withSnapshot(url, async (past) => {
    await requireSameVersion(past, present);
    return work(past);
  });
