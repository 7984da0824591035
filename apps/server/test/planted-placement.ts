/** For tests: a database that calls itself distributed, without Citus. */
import type { Sql } from '../src/platform/db/database.ts';

/** Citus puts a trigger of this name on each table that it distributes. A server has to ask again how rows are placed. */
export async function plantPlacement(sql: Pick<Sql, 'query'>): Promise<void> {
  await sql.query(
    `CREATE FUNCTION citus_truncate_trigger() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
  );
  await sql.query(
    'CREATE TRIGGER placed AFTER TRUNCATE ON sentry FOR EACH STATEMENT EXECUTE FUNCTION citus_truncate_trigger()',
  );
}
