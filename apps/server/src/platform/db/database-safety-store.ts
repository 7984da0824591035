/** The database settings and counters that decide whether commits are durable and damaged pages are detected. */
import type { Sql } from './database.ts';

export interface DatabaseSettings {
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly data_checksums: string;
  readonly default_transaction_isolation: string;
}

const NAMES = [
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'data_checksums',
  'default_transaction_isolation',
] as const satisfies readonly (keyof DatabaseSettings)[];

/** The settings as they hold for this connection's role and database. */
export async function databaseSettings(sql: Sql): Promise<DatabaseSettings> {
  const columns = NAMES.map((name) => `current_setting('${name}') AS ${name}`).join(', ');
  const { rows } = await sql.query<DatabaseSettings & { [name: string]: unknown }>(`SELECT ${columns}`);
  const [row] = rows;
  if (row === undefined) throw new Error('the database returned no settings');
  return row;
}

export interface ChecksumFailures {
  readonly count: number;
  readonly lastAt: Date | null;
}

/** Damaged pages Postgres met since its counters were last reset: in this database and in what all databases share. */
export async function checksumFailures(sql: Sql): Promise<ChecksumFailures> {
  const { rows } = await sql.query<{ count: number; last_at: Date | null }>(
    `SELECT coalesce(sum(checksum_failures), 0)::int AS count, max(checksum_last_failure) AS last_at
       FROM pg_stat_database WHERE datname = current_database() OR datname IS NULL`,
  );
  const [row] = rows;
  return { count: row?.count ?? 0, lastAt: row?.last_at ?? null };
}
