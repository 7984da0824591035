/**
 * Brings a backup back into an empty database: its migrations, its rows in one transaction, then every table is read again
 * and held against what the backup said of it; then the migrations that came since. Throws a BackupProblem that names the
 * table where anything is not as it was.
 */
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type pg from 'pg';
import { openClient } from '../connections.ts';
import { migrate, migrationNames } from '../migrations.ts';
import { BackupProblem, digestOf, type Manifest, readManifest, tableFile } from './backup-folder.ts';
import {
  emptyTables,
  fillTable,
  isEmptyDatabase,
  makePartition,
  readTable,
  references,
  setSequence,
  speakPlainly,
  tableShapes,
} from './backup-store.ts';
import { type BackupProgress, lineMeter } from './write-backup.ts';

export interface RestoreOrder {
  /** An empty database. */
  readonly connectionString: string;
  /** The folder of one backup. */
  readonly path: string;
  /** This Picket's migrations. */
  readonly migrations: string;
  readonly onProgress?: (step: 'restoring' | 'checking', progress: BackupProgress) => void;
}

/** Answers what the backup said of itself. */
export async function restoreBackup(order: RestoreOrder): Promise<Manifest> {
  const manifest = await readManifest(order.path);
  await checkFiles(order.path, manifest);
  const known = migrationNames(order.migrations);
  const newest = manifest.migrations.at(-1) ?? '';
  if (manifest.migrations.some((name) => !known.includes(name)))
    throw new BackupProblem(`The backup was made by Picket ${manifest.version}, which is newer than this one`);
  const client = openClient(order.connectionString, 'restore');
  client.on('error', () => {});
  await client.connect();
  try {
    if (!(await isEmptyDatabase(client)))
      throw new BackupProblem('The database is not empty: a backup is brought back into an empty one');
    await migrate(order.connectionString, order.migrations, newest);
    await speakPlainly(client);
    await client.query('BEGIN');
    await fill(client, manifest, order);
    await client.query('COMMIT');
    await check(client, manifest, order);
  } finally {
    await client.end().catch(() => {});
  }
  await migrate(order.connectionString, order.migrations);
  return manifest;
}

async function fill(client: pg.Client, manifest: Manifest, order: RestoreOrder): Promise<void> {
  const inOrder = await dependenciesFirst(client, manifest.tables);
  await emptyTables(client, inOrder.map(({ name }) => name).reverse());
  for (const partition of manifest.partitions) await makePartition(client, partition);
  const ofRows = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  let before = 0;
  for (const { name, columns, rows, sha256 } of inOrder) {
    const show = (done: number): void => order.onProgress?.('restoring', { table: name, rows: before + done, ofRows });
    show(0);
    const meter = lineMeter(show);
    try {
      await pipeline(
        createReadStream(join(order.path, tableFile(name))),
        createZstdDecompress(),
        meter,
        fillTable(client, name, columns),
      );
    } catch (error) {
      throw new BackupProblem(
        `Table ${name} of the backup is damaged: ${error instanceof Error ? error.message : error}`,
      );
    }
    if (meter.digest() !== sha256)
      throw new BackupProblem(`Table ${name} of the backup is damaged: its digest is another`);
    before += rows;
  }
  for (const sequence of manifest.sequences) await setSequence(client, sequence);
}

/** Reads every table back and holds it against the backup. */
async function check(client: pg.Client, manifest: Manifest, order: RestoreOrder): Promise<void> {
  const shapes = new Map((await tableShapes(client)).map((shape) => [shape.name, shape]));
  const ofRows = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  let before = 0;
  for (const { name, columns, rows, sha256 } of manifest.tables) {
    const shape = shapes.get(name);
    if (shape === undefined) throw new BackupProblem(`Table ${name} was not restored`);
    const show = (done: number): void => order.onProgress?.('checking', { table: name, rows: before + done, ofRows });
    show(0);
    const meter = lineMeter(show);
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(readTable(client, { ...shape, columns }), meter, nowhere);
    if (meter.rows() !== rows || meter.digest() !== sha256)
      throw new BackupProblem(`Table ${name} has ${meter.rows()} rows and is not what was backed up (${rows} rows)`);
    before += rows;
  }
}

async function checkFiles(path: string, { tables, files }: Manifest): Promise<void> {
  for (const { name } of tables)
    if (!existsSync(join(path, tableFile(name)))) throw new BackupProblem(`The backup lacks ${tableFile(name)}`);
  for (const { name, sha256 } of files)
    if (!existsSync(join(path, name)) || (await digestOf(join(path, name))) !== sha256)
      throw new BackupProblem(`${name} of the backup is missing or damaged`);
}

/** Puts the files of a backup beside the database: keys, and where the audit logs ended. */
export async function restoreFiles(path: string, dataDir: string): Promise<readonly string[]> {
  const { files } = await readManifest(path);
  await mkdir(dataDir, { recursive: true });
  for (const { name } of files) {
    await copyFile(join(path, name), join(dataDir, name));
    await chmod(join(dataDir, name), 0o600);
  }
  return files.map(({ name }) => name);
}

/** Tables in an order in which every row finds those it refers to. */
async function dependenciesFirst(client: pg.Client, tables: Manifest['tables']): Promise<Manifest['tables']> {
  const needs = await references(client);
  const placed = new Set<string>();
  const inOrder: Manifest['tables'] = [];
  while (inOrder.length < tables.length) {
    const next = tables.filter(
      ({ name }) =>
        !placed.has(name) &&
        needs.every(({ table, to }) => table !== name || placed.has(to) || !tables.some((one) => one.name === to)),
    );
    if (next.length === 0) throw new BackupProblem('The tables refer to each other in a circle');
    for (const table of next) {
      placed.add(table.name);
      inOrder.push(table);
    }
  }
  return inOrder;
}
