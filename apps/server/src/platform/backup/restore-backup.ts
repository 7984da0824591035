/**
 * Restores a backup into an empty database, or into one that holds nothing but migrations, as a restore that failed leaves it: its migrations, its rows in one transaction, then every table is read again and
 * compared with the manifest; then the migrations that came since. Throws a BackupError that names the table where anything
 * differs.
 */
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { createZstdDecompress } from 'node:zlib';
import type pg from 'pg';
import { openClient } from '../db/database-connections.ts';
import { migrate, migrationNames } from '../db/migrations.ts';
import { createRowsHash } from './authenticity.ts';
import { BackupError, syncPath, tableFile } from './backup-folder.ts';
import {
  appliedMigrations,
  copyIntoTable,
  createPartition,
  emptyTables,
  foreignKeys,
  hasOtherSessions,
  hasRows,
  isEmptyDatabase,
  MIGRATIONS_TABLE,
  partitionedTables,
  readTable,
  sequenceStates,
  setSequence,
  setTextFormats,
  tableShapes,
} from './backup-store.ts';
import type { Manifest } from './manifest.ts';
import type { OpenedBackup } from './open-backup.ts';
import { type BackupProgress, createLineMeter } from './write-backup.ts';

/** Where there is no organization, nobody has used Picket. */
const TENANT_TABLE = 'tenant';
/** A session ends a moment after its connection does. */
const ALONE_WITHIN_CHECKS = 20;
const CHECK_AGAIN_MS = 250;

export interface RestoreOptions {
  /** An empty database, or one with nothing but migrations. */
  readonly connectionString: string;
  readonly backup: OpenedBackup;
  /** This Picket's migrations. */
  readonly migrations: string;
  readonly onProgress?: (step: 'restoring' | 'checking', progress: BackupProgress) => void;
}

/** Returns the manifest. */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { manifest } = options.backup;
  const known = migrationNames(options.migrations);
  const newest = manifest.migrations.at(-1) ?? '';
  if (manifest.migrations.some((name) => !known.includes(name)))
    throw new BackupError(`The backup was made by Picket ${manifest.version}, which is newer than this one`);
  const client = openClient(options.connectionString, 'restore');
  await client.connect();
  try {
    if (!(await isEmptyDatabase(client))) await requireUnused(client, manifest);
    await migrate(options.connectionString, options.migrations, newest);
    await setTextFormats(client);
    await verifyNames(client, manifest);
    await client.query('BEGIN');
    await restoreTables(client, manifest, options);
    await client.query('COMMIT');
    await verifyTables(client, manifest, options);
  } finally {
    await client.end().catch(() => {});
  }
  await migrate(options.connectionString, options.migrations);
  return manifest;
}

/**
 * Throws a BackupError unless the database is as a restore leaves it that fails before its rows are committed: with migrations of the backup,
 * and no organization.
 */
async function requireUnused(client: pg.Client, { migrations }: Manifest): Promise<void> {
  const tables = (await tableShapes(client)).map(({ name }) => name);
  const isMigratedOnly = tables.includes(TENANT_TABLE) ? !(await hasRows(client, TENANT_TABLE)) : tables.length === 1;
  const isOurs =
    tables.includes(MIGRATIONS_TABLE) && (await appliedMigrations(client)).every((name) => migrations.includes(name));
  if (!isMigratedOnly || !isOurs)
    throw new BackupError('The database is not empty: a backup is restored into an empty one');
  // A server that was started on it would write between the rows.
  for (let checks = 0; await hasOtherSessions(client); checks++) {
    if (checks === ALONE_WITHIN_CHECKS)
      throw new BackupError('Somebody is connected to the database: stop Picket first');
    await setTimeout(CHECK_AGAIN_MS);
  }
}

async function restoreTables(client: pg.Client, manifest: Manifest, options: RestoreOptions): Promise<void> {
  const inOrder = await sortByDependency(client, manifest.tables);
  await emptyTables(client, inOrder.map(({ name }) => name).reverse());
  for (const partition of manifest.partitions) await createPartition(client, partition);
  const ofRows = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  let before = 0;
  for (const { name, columns, rows, sha256 } of inOrder) {
    const show = (done: number): void =>
      options.onProgress?.('restoring', { table: name, rows: before + done, ofRows });
    show(0);
    const meter = createLineMeter(createRowsHash(options.backup.rowsKey), show);
    try {
      const table = await copyIntoTable(client, name, columns);
      await pipeline(options.backup.read(tableFile(name)), createZstdDecompress(), meter, table);
    } catch (error) {
      throw new BackupError(
        `Table ${name} of the backup is damaged: ${error instanceof Error ? error.message : error}`,
      );
    }
    if (meter.digest() !== sha256)
      throw new BackupError(`Table ${name} of the backup is damaged: its digest is another`);
    before += rows;
  }
  for (const sequence of manifest.sequences) await setSequence(client, sequence);
}

/** Reads every table back and compares it with the manifest. */
async function verifyTables(client: pg.Client, manifest: Manifest, options: RestoreOptions): Promise<void> {
  const shapes = new Map((await tableShapes(client)).map((shape) => [shape.name, shape]));
  const ofRows = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  let before = 0;
  for (const { name, columns, rows, sha256 } of manifest.tables) {
    const shape = shapes.get(name);
    if (shape === undefined) throw new BackupError(`Table ${name} was not restored`);
    const show = (done: number): void => options.onProgress?.('checking', { table: name, rows: before + done, ofRows });
    show(0);
    const meter = createLineMeter(createRowsHash(options.backup.rowsKey), show);
    const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(await readTable(client, { ...shape, columns }), meter, discard);
    if (meter.rows() !== rows || meter.digest() !== sha256)
      throw new BackupError(`Table ${name} has ${meter.rows()} rows and is not what was backed up (${rows} rows)`);
    before += rows;
  }
}

/** Verifies that everything the manifest names is in the schema of its own migrations, and each partition's parent is partitioned. */
async function verifyNames(client: pg.Client, { tables, partitions, sequences }: Manifest): Promise<void> {
  const shapes = new Map((await tableShapes(client)).map((shape) => [shape.name, new Set(shape.columns)]));
  for (const { name, columns } of tables) {
    const known = shapes.get(name);
    if (known === undefined) throw new BackupError(`The backup has a table ${name} that is none of Picket’s`);
    const unknownName = columns.find((column, place) => !known.has(column) || columns.indexOf(column) !== place);
    if (unknownName !== undefined)
      throw new BackupError(`Table ${name} of the backup has a column ${unknownName} that is none`);
  }
  const parents = new Set(await partitionedTables(client));
  for (const { name, parent, by } of partitions) {
    if (!parents.has(parent) || shapes.has(name))
      throw new BackupError(`Partition ${name} of the backup is of no table that has any`);
    if (by !== null) parents.add(name);
  }
  const counters = new Set((await sequenceStates(client)).map(({ name }) => name));
  const unknownName = sequences.find(({ name }) => !counters.has(name));
  if (unknownName !== undefined)
    throw new BackupError(`The backup has a sequence ${unknownName.name} that is none of Picket’s`);
}

/** Restores the files of a backup beside the database: keys, and the anchors of the audit logs. */
export async function restoreFiles(backup: OpenedBackup, dataDir: string): Promise<readonly string[]> {
  const { files } = backup.manifest;
  await mkdir(dataDir, { recursive: true });
  for (const { name } of files) {
    const draft = join(dataDir, `${name}.new`);
    await pipeline(backup.read(name), createWriteStream(draft, { mode: 0o600 }));
    await chmod(draft, 0o600);
    // The present keys are needed until the new ones are complete on the disk.
    await syncPath(draft);
    await rename(draft, join(dataDir, name));
  }
  await syncPath(dataDir);
  return files.map(({ name }) => name);
}

/** Sorts tables so that every row finds those it refers to. */
async function sortByDependency(client: pg.Client, tables: Manifest['tables']): Promise<Manifest['tables']> {
  const needs = await foreignKeys(client);
  const placed = new Set<string>();
  const inOrder: Manifest['tables'] = [];
  while (inOrder.length < tables.length) {
    const next = tables.filter(
      ({ name }) =>
        !placed.has(name) &&
        needs.every(({ table, to }) => table !== name || placed.has(to) || !tables.some((one) => one.name === to)),
    );
    if (next.length === 0) throw new BackupError('The tables refer to each other in a circle');
    for (const table of next) {
      placed.add(table.name);
      inOrder.push(table);
    }
  }
  return inOrder;
}
