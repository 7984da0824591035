/**
 * Makes an online backup: all tables at one instant, with the keys and the anchors of the audit logs. Needs nothing but a
 * connection: no pg_dump, no access to the database's files, any Postgres.
 */
import { createHash, type Hash, type Hmac } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { openClient } from '../db/database-connections.ts';
import { AGE_SUFFIX, encryptTo, type TransformStep } from '../file-encryption/age-files.ts';
import { createRowsHash, formatMacFile } from './authenticity.ts';
import {
  BackupError,
  backupName,
  deleteUnfinished,
  MAC,
  MANIFEST,
  publishBackup,
  syncPath,
  tableFile,
  UNFINISHED,
} from './backup-folder.ts';
import {
  acquireBackupLock,
  appliedMigrations,
  beginSnapshot,
  estimatedRows,
  MIGRATIONS_TABLE,
  partitionShapes,
  readTable,
  sequenceStates,
  serverVersion,
  setTextFormats,
  type TableShape,
  tableShapes,
} from './backup-store.ts';
import type { Manifest } from './manifest.ts';

export interface BackupProgress {
  readonly table: string;
  readonly rows: number;
  /** Estimated; never less than `rows`. */
  readonly ofRows: number;
}

export interface BackupOptions {
  readonly connectionString: string;
  /** The folder of backups, a folder each. */
  readonly folder: string;
  /** Files beside the database that belong to the data; missing ones are skipped. */
  readonly files: readonly string[];
  /** Tables whose rows are meaningless elsewhere. */
  readonly excludedTables: readonly string[];
  /** The installation's encryption key, from which the backup's MAC key is derived. */
  readonly encryptionKey: Buffer;
  /** A public key of age to encrypt to; null: nothing is encrypted. */
  readonly recipient: string | null;
  readonly version: string;
  readonly now: number;
  readonly onProgress?: (progress: BackupProgress) => void;
}

export interface BackupResult {
  readonly path: string;
  readonly manifest: Manifest;
  readonly bytes: number;
}

const PROGRESS_INTERVAL_ROWS = 20_000;

/** Counts and digests lines. */
export function createLineMeter(
  hash: Hash | Hmac,
  onRows: (rows: number) => void = () => {},
): Transform & { digest(): string; rows(): number } {
  let rows = 0;
  let shown = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1;
      if (rows - shown >= PROGRESS_INTERVAL_ROWS) {
        shown = rows;
        onRows(rows);
      }
      done(null, chunk);
    },
  });
  return Object.assign(meter, { digest: () => hash.digest('hex'), rows: () => rows });
}

/** Returns where it was written. Throws a BackupError while another one is running. */
export async function writeBackup(options: BackupOptions): Promise<BackupResult> {
  const startedAt = performance.now();
  const client = await connectExclusively(options.connectionString);
  const name = backupName(options.now);
  const draft = join(options.folder, `${name}${UNFINISHED}`);
  try {
    await createDraft(options.folder, draft);
    const { stored, ...contents } = await writeContents(client, draft, options);
    const manifest: Manifest = {
      format: 2,
      version: options.version,
      madeAt: new Date(options.now).toISOString(),
      tookSeconds: Math.round(performance.now() - startedAt) / 1000,
      ...contents,
      encryption: options.recipient === null ? null : { kind: 'age', recipient: options.recipient },
      stored,
    };
    await writeManifest(draft, manifest, options.encryptionKey);
    const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, 0);
    return { path: await publishBackup(options.folder, name), manifest, bytes };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A connection with the lock of backups. Throws a BackupError where another one has it. */
async function connectExclusively(connectionString: string): Promise<pg.Client> {
  const client = openClient(connectionString, 'backup');
  await client.connect();
  if (await acquireBackupLock(client)) return client;
  await client.end().catch(() => {});
  throw new BackupError('another backup is being made');
}

/** Creates the folder of the backup, and deletes those of interrupted ones. */
async function createDraft(folder: string, draft: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await deleteUnfinished(folder);
  await mkdir(draft, { mode: 0o700 });
}

type Contents = Pick<
  Extract<Manifest, { readonly format: 2 }>,
  'postgres' | 'migrations' | 'tables' | 'partitions' | 'sequences' | 'files' | 'stored'
>;

/** Writes the files and, as of one instant, the tables. */
async function writeContents(client: pg.Client, draft: string, options: BackupOptions): Promise<Contents> {
  await setTextFormats(client);
  const shapes = (await tableShapes(client)).filter(
    (shape) => shape.name !== MIGRATIONS_TABLE && !options.excludedTables.includes(shape.name),
  );
  const writer = new DraftWriter(draft, options);
  // Before the snapshot: the ends of the audit logs must not lie beyond the logs.
  const files = await writer.storeFiles();
  await beginSnapshot(client, [...shapes.map((shape) => shape.name), MIGRATIONS_TABLE]);
  const postgres = await serverVersion(client);
  const migrations = await appliedMigrations(client);
  const partitions = await partitionShapes(client);
  const sequences = await sequenceStates(client);
  const tables = await writer.storeTables(client, shapes, await estimatedRows(client));
  await client.query('COMMIT');
  return {
    postgres,
    migrations: [...migrations],
    tables,
    partitions: partitions.map((partition) => ({ ...partition })),
    sequences: sequences.map((sequence) => ({ ...sequence })),
    files,
    stored: [...writer.stored],
  };
}

/** The manifest, then its MAC; both are on the disk when this resolves. */
async function writeManifest(draft: string, manifest: Manifest, encryptionKey: Buffer): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await writeFile(join(draft, MANIFEST), text, { mode: 0o600 });
  await syncPath(join(draft, MANIFEST));
  await writeFile(join(draft, MAC), formatMacFile(encryptionKey, text), { mode: 0o600 });
  await syncPath(join(draft, MAC));
}

interface StoredFile {
  /** As stored. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes the files of a backup into its folder, encrypted where there is a recipient. */
class DraftWriter {
  readonly #folder: string;
  readonly #options: BackupOptions;
  /** In the order in which they were written. */
  readonly stored: StoredFile[] = [];

  constructor(folder: string, options: BackupOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Copies the files beside the database; missing ones are skipped. */
  async storeFiles(): Promise<Manifest['files']> {
    const files: Manifest['files'] = [];
    for (const path of this.#options.files) {
      if (!(await exists(path))) continue;
      const { sha256 } = await this.#store(basename(path), createReadStream(path), []);
      files.push({ name: basename(path), sha256 });
    }
    return files;
  }

  /** Copies the rows of the tables, one table after the other. */
  async storeTables(
    client: pg.Client,
    shapes: readonly TableShape[],
    estimatedTotal: number,
  ): Promise<Manifest['tables']> {
    const tables: Manifest['tables'] = [];
    let before = 0;
    for (const shape of shapes) {
      const table = await this.#storeTable(client, shape, (rows) =>
        this.#options.onProgress?.({
          table: shape.name,
          rows: before + rows,
          ofRows: Math.max(estimatedTotal, before + rows),
        }),
      );
      tables.push(table);
      before += table.rows;
    }
    return tables;
  }

  async #storeTable(
    client: pg.Client,
    shape: TableShape,
    onRows: (rows: number) => void,
  ): Promise<Manifest['tables'][number]> {
    const { recipient, encryptionKey } = this.#options;
    onRows(0);
    const meter = createLineMeter(createRowsHash(recipient === null ? null : encryptionKey), onRows);
    const { bytes } = await this.#store(tableFile(shape.name), await readTable(client, shape), [meter, compressZstd()]);
    return { name: shape.name, columns: [...shape.columns], rows: meter.rows(), bytes, sha256: meter.digest() };
  }

  async #store(plainName: string, source: Readable, steps: readonly Transform[]): Promise<StoredFile> {
    const { recipient } = this.#options;
    const encrypting: readonly TransformStep[] = recipient === null ? [] : [encryptTo(recipient)];
    const name = recipient === null ? plainName : `${plainName}${AGE_SUFFIX}`;
    const path = join(this.#folder, name);
    const hash = createHash('sha256');
    let bytes = 0;
    const meter = new Transform({
      transform: (piece: Buffer, _encoding, done) => {
        hash.update(piece);
        bytes += piece.length;
        done(null, piece);
      },
    });
    await pipeline([source, ...steps, ...encrypting, meter, createWriteStream(path, { mode: 0o600 })]);
    await syncPath(path);
    const file = { name, bytes, sha256: hash.digest('hex') };
    this.stored.push(file);
    return file;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const compressZstd = (): Transform => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } });
