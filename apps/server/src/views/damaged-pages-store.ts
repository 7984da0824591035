/** Reading every page of the tables, and which relation a damaged page belongs to. */
import type { Sql } from '../platform/db/database.ts';

/** Tables, partitions and materialized views of Picket, quoted as SQL names. */
export async function relationsWithPages(sql: Sql): Promise<readonly string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'm') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Reads the relation from its first page to its last. `relation`: a name that `relationsWithPages` returned. */
export async function scanRelation(sql: Sql, relation: string): Promise<undefined> {
  // A count by an index alone would leave the table's own pages unread.
  await sql.query('SET LOCAL enable_indexscan = off');
  await sql.query('SET LOCAL enable_indexonlyscan = off');
  await sql.query('SET LOCAL enable_bitmapscan = off');
  await sql.query(`SELECT count(*) FROM ${relation}`);
  await sql.query('SET LOCAL enable_indexscan = on');
  await sql.query('SET LOCAL enable_indexonlyscan = on');
  await sql.query('SET LOCAL enable_bitmapscan = on');
}

/** The relation whose file a message of Postgres names, as in `base/16385/24576`; null when it names none. */
export async function damagedRelation(sql: Sql, message: string): Promise<string | null> {
  const [, file] = /base\/\d+\/(\d+)/u.exec(message) ?? [];
  if (file === undefined) return null;
  const { rows } = await sql.query<{ name: string | null }>(
    'SELECT pg_filenode_relation(0, $1::oid)::regclass::text AS name',
    [file],
  );
  return rows[0]?.name ?? null;
}
