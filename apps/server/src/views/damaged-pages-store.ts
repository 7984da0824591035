/** Reading every page of the tables, and which relation a damaged page belongs to. */
import type { Sql } from '../platform/db/database.ts';

export interface RelationWithPages {
  /** Quoted as an SQL name. */
  readonly name: string;
  /** Whether long values are stored apart from its rows. */
  readonly hasToast: boolean;
}

/** Tables, partitions and materialized views of Picket. */
export async function relationsWithPages(sql: Sql): Promise<readonly RelationWithPages[]> {
  const { rows } = await sql.query<RelationWithPages>(
    `SELECT oid::regclass::text AS name, reltoastrelid <> 0 AS "hasToast" FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'm') ORDER BY 1`,
  );
  return rows;
}

/**
 * Reads a relation from its first page to its last, long values included: they are put together and decompressed.
 * Index pages are read by the queries that use them; a damaged one is reported by the first of these.
 */
export async function scanRelation(sql: Sql, { name, hasToast }: RelationWithPages): Promise<undefined> {
  // A count by an index alone would leave the table's own pages unread.
  await sql.query('SET LOCAL enable_indexscan = off');
  await sql.query('SET LOCAL enable_indexonlyscan = off');
  await sql.query('SET LOCAL enable_bitmapscan = off');
  // As text, so that every value of a row is needed; `count(*)` looks into none.
  await sql.query(`SELECT count(${hasToast ? 't::text' : '*'}) FROM ${name} t`);
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
