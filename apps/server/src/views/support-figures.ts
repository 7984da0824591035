/** What a support bundle says of the database: sizes, migrations, what fails. Nothing here names an organization, a place or a person. */
import type { Sql } from '../platform/db/database.ts';

export interface SupportFigures {
  readonly postgres: string;
  readonly databaseBytes: number;
  readonly tables: readonly { readonly name: string; readonly bytes: number; readonly rows: number }[];
  readonly migrations: readonly string[];
  readonly failingChecks: readonly { readonly check: string; readonly problem: string | null; readonly since: Date }[];
}

/** Rows are Postgres' estimates: counting takes minutes on a large store. */
export async function readSupportFigures(sql: Sql): Promise<SupportFigures> {
  const { rows: databases } = await sql.query<{ postgres: string; databaseBytes: number }>(
    `SELECT current_setting('server_version') AS postgres, pg_database_size(current_database())::float8 AS "databaseBytes"`,
  );
  const { rows: tables } = await sql.query<{ name: string; bytes: number; rows: number }>(
    `SELECT c.relname AS name, pg_total_relation_size(c.oid)::float8 AS bytes, greatest(c.reltuples, 0)::float8 AS rows
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') ORDER BY 2 DESC, 1`,
  );
  const { rows: migrations } = await sql.query<{ name: string }>(
    `SELECT migration_name AS name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL ORDER BY 1`,
  );
  // Of the problem its code: its values may name a host or a person.
  const { rows: failingChecks } = await sql.query<{ check: string; problem: string | null; since: Date }>(
    `SELECT subject AS check, problem ->> 'code' AS problem, raised_at AS since
       FROM alert WHERE state = 'OPEN' AND subject LIKE 'platform:%' ORDER BY raised_at`,
  );
  const [database] = databases;
  return {
    postgres: database?.postgres ?? 'unknown',
    databaseBytes: database?.databaseBytes ?? 0,
    tables,
    migrations: migrations.map(({ name }) => name),
    failingChecks,
  };
}
