/**
 * The only file with the SQL of backups. It knows no table by name: tables, their references and their partitions are read from
 * the catalog.
 */

import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { BackupError } from './backup-folder.ts';
import { type PartitionBounds, parseBounds, parsePartitionKey } from './manifest.ts';
import { nestPartitions, type PartitionShape } from './nested-partitions.ts';

export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** Order of the rows in a backup, so that equal tables give equal files. */
  readonly order: readonly string[];
}

export interface SequenceState {
  readonly name: string;
  readonly value: string;
  readonly isCalled: boolean;
}

/** Which migrations a database has had. */
export const MIGRATIONS_TABLE = '_prisma_migrations';

const { escapeIdentifier: quoted, escapeLiteral } = pg;

const quotedList = (names: readonly string[]): string => names.map(quoted).join(', ');

/** With these, values have the same text on every server. */
const TEXT_FORMATS = `SET timezone = 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'iso_8601'; SET extra_float_digits = 1;
  SET bytea_output = 'hex'; SET client_encoding = 'UTF8'; SET standard_conforming_strings = on`;

export const setTextFormats = async (client: pg.ClientBase): Promise<void> => {
  await client.query(TEXT_FORMATS);
};

/** Tables by name; partitions belong to their table. */
export async function tableShapes(client: pg.ClientBase): Promise<readonly TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; order: string[] }>(
    `SELECT c.relname AS name,
            ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0
                     AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
            ARRAY(SELECT a.attname::text || CASE WHEN a.attcollation = 0 THEN '' ELSE ' text' END
                    FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::int[]) WITH ORDINALITY AS k(attnum, place)
                    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
                   WHERE i.indrelid = c.oid AND i.indisprimary ORDER BY k.place) AS "order"
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      ORDER BY c.relname COLLATE "C"`,
  );
  return rows.map(({ name, columns, order }) => ({
    name,
    columns,
    // Independent of the server's collation.
    order: order.map((column) =>
      column.endsWith(' text') ? `${quoted(column.slice(0, -5))} COLLATE "C"` : quoted(column),
    ),
  }));
}

/** Foreign keys: pairs of a table and one it refers to. */
export async function foreignKeys(
  client: pg.ClientBase,
): Promise<readonly { readonly table: string; readonly to: string }[]> {
  const { rows } = await client.query<{ table: string; to: string }>(
    `SELECT DISTINCT t.relname AS "table", r.relname AS "to" FROM pg_constraint k
       JOIN pg_class t ON t.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
      WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND k.conrelid <> k.confrelid`,
  );
  return rows;
}

/** Partitions, parents before children. */
export async function partitionShapes(client: pg.ClientBase): Promise<readonly PartitionShape[]> {
  const { rows } = await client.query<PartitionShape>(
    `WITH RECURSIVE tree AS (
       SELECT c.oid, 0 AS depth FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'p' AND NOT c.relispartition
       UNION ALL SELECT i.inhrelid, tree.depth + 1 FROM tree JOIN pg_inherits i ON i.inhparent = tree.oid)
     SELECT c.relname AS name, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bounds,
            CASE WHEN c.relkind = 'p' THEN pg_get_partkeydef(c.oid) END AS by
       FROM tree JOIN pg_class c ON c.oid = tree.oid JOIN pg_inherits i ON i.inhrelid = c.oid
       JOIN pg_class p ON p.oid = i.inhparent WHERE tree.depth > 0 ORDER BY tree.depth, c.relname COLLATE "C"`,
  );
  return nestPartitions(rows);
}

/** Partitioned tables, partitions among them. */
export async function partitionedTables(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'p'`,
  );
  return rows.map(({ name }) => name);
}

export async function sequenceStates(client: pg.ClientBase): Promise<readonly SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'
      ORDER BY relname COLLATE "C"`,
  );
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const state = await client.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${quoted(name)}`,
    );
    if (state.rows[0]) states.push({ name, ...state.rows[0] });
  }
  return states;
}

/** Names of the migrations the database has had. */
export async function appliedMigrations(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM "_prisma_migrations" WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
      ORDER BY migration_name COLLATE "C"`,
  );
  return rows.map(({ name }) => name);
}

export async function isEmptyDatabase(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') LIMIT 1`,
  );
  return rows.length === 0;
}

export async function hasRows(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query(`SELECT 1 FROM ${quoted(table)} LIMIT 1`);
  return rows.length > 0;
}

/** Whether somebody else is connected to the database. */
export async function hasOtherSessions(client: pg.ClientBase): Promise<boolean> {
  // Workers of Postgres itself have no role.
  const { rows } = await client.query(
    `SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND usesysid IS NOT NULL AND pid <> pg_backend_pid() LIMIT 1`,
  );
  return rows.length > 0;
}

export async function serverVersion(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  return rows[0]?.server_version ?? '';
}

/**
 * Begins a transaction that sees one instant, for as long as it lasts. The tables are locked against being dropped before
 * that instant is chosen: a partition dropped between the two would be missing silently.
 */
export async function beginSnapshot(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query(`LOCK TABLE ${quotedList(tables)} IN ACCESS SHARE MODE`);
}

/** Estimated number of rows, for showing progress only. */
export async function estimatedRows(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    `SELECT coalesce(sum(greatest(n_live_tup, 0)), 0)::float8 AS rows FROM pg_stat_user_tables WHERE schemaname = 'public'`,
  );
  return rows[0]?.rows ?? 0;
}

/** A table as text, a row a line, in its order. */
export async function readTable(client: pg.ClientBase, { name, columns, order }: TableShape): Promise<Readable> {
  const { to: copyTo } = await import('pg-copy-streams');
  const sorted = order.length === 0 ? '' : ` ORDER BY ${order.join(', ')}`;
  return client.query(copyTo(`COPY (SELECT ${quotedList(columns)} FROM ${quoted(name)}${sorted}) TO STDOUT`));
}

/** Loads what `readTable` returned. */
export async function copyIntoTable(
  client: pg.ClientBase,
  name: string,
  columns: readonly string[],
): Promise<Writable> {
  const { from: copyFrom } = await import('pg-copy-streams');
  return client.query(copyFrom(`COPY ${quoted(name)} (${quotedList(columns)}) FROM STDIN`));
}

/** Deletes what migrations inserted, before the backup's rows are loaded. */
export async function emptyTables(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  for (const name of names) await client.query(`DELETE FROM ${quoted(name)}`);
}

/** Partition bounds as SQL. Every value went through the manifest's pattern. */
function formatBounds(bounds: PartitionBounds): string {
  if (bounds.kind === 'default') return 'DEFAULT';
  if (bounds.kind === 'list') return `FOR VALUES IN (${bounds.values.map(quoteBound).join(', ')})`;
  return `FOR VALUES FROM (${quoteBound(bounds.from)}) TO (${quoteBound(bounds.to)})`;
}

/** A value as the catalog writes it, quoted again; numbers and MINVALUE or MAXVALUE stay as they are. */
const quoteBound = (value: string): string => (value.startsWith("'") ? escapeLiteral(value.slice(1, -1)) : value);

/** Throws a BackupError where it has a form that Picket does not create. */
export async function createPartition(client: pg.ClientBase, partition: PartitionShape): Promise<void> {
  const bounds = parseBounds(partition.bounds);
  const key = partition.by === null ? null : parsePartitionKey(partition.by);
  if (bounds === null || (partition.by !== null && key === null))
    throw new BackupError(`Partition ${partition.name} of the backup has invalid bounds`);
  const by = key === null ? '' : ` PARTITION BY ${key.strategy} (${quoted(key.column)})`;
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${quoted(partition.name)} PARTITION OF ${quoted(partition.parent)} ${formatBounds(bounds)}${by}`,
  );
}

export async function setSequence(client: pg.ClientBase, { name, value, isCalled }: SequenceState): Promise<void> {
  await client.query(`SELECT setval($1::regclass, $2::bigint, $3)`, [quoted(name), value, isCalled]);
}

/** Allows one backup at a time, across servers; the lock is gone with its connection. */
export async function acquireBackupLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(
    `SELECT pg_try_advisory_lock(hashtext('picket backup')) AS got`,
  );
  return rows[0]?.got ?? false;
}
