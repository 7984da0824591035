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
import { openClient } from '../db/database-connections.ts';
import { AGE_SUFFIX, encryptTo, type TransformStep } from './age-files.ts';
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
  partitionShapes,
  readTable,
  sequenceStates,
  serverVersion,
  setTextFormats,
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
const MIGRATIONS_TABLE = '_prisma_migrations';

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
  const client = openClient(options.connectionString, 'backup');
  // A connection lost while idle is reported by the next statement.
  client.on('error', () => {});
  await client.connect();
  const name = backupName(options.now);
  const draft = join(options.folder, `${name}${UNFINISHED}`);
  if (!(await acquireBackupLock(client))) {
    await client.end().catch(() => {});
    throw new BackupError('another backup is being made');
  }
  try {
    await mkdir(options.folder, { recursive: true, mode: 0o700 });
    await deleteUnfinished(options.folder);
    await mkdir(draft, { mode: 0o700 });
    await setTextFormats(client);
    const shapes = (await tableShapes(client)).filter(
      (shape) => shape.name !== MIGRATIONS_TABLE && !options.excludedTables.includes(shape.name),
    );
    const store = createFileWriter(draft, options.recipient);
    const stored: StoredFile[] = [];
    const files: Manifest['files'] = [];
    // Before the snapshot: the ends of the audit logs must not lie beyond the logs.
    for (const path of options.files) {
      const isThere = await access(path).then(
        () => true,
        () => false,
      );
      if (!isThere) continue;
      const file = await store(basename(path), createReadStream(path), []);
      stored.push(file);
      files.push({ name: basename(path), sha256: file.sha256 });
    }
    await beginSnapshot(client, [...shapes.map((shape) => shape.name), MIGRATIONS_TABLE]);
    const [postgres, migrations, partitions, sequences, estimate] = [
      await serverVersion(client),
      await appliedMigrations(client),
      await partitionShapes(client),
      await sequenceStates(client),
      await estimatedRows(client),
    ];
    const tables: Manifest['tables'] = [];
    let bytes = 0;
    let before = 0;
    for (const shape of shapes) {
      const show = (rows: number): void =>
        options.onProgress?.({ table: shape.name, rows: before + rows, ofRows: Math.max(estimate, before + rows) });
      show(0);
      const meter = createLineMeter(createRowsHash(options.recipient === null ? null : options.encryptionKey), show);
      const file = await store(tableFile(shape.name), readTable(client, shape), [meter, compressZstd()]);
      const rows = meter.rows();
      stored.push(file);
      tables.push({
        name: shape.name,
        columns: [...shape.columns],
        rows,
        bytes: file.bytes,
        sha256: meter.digest(),
      });
      before += rows;
      bytes += file.bytes;
    }
    await client.query('COMMIT');
    const manifest: Manifest = {
      format: 2,
      version: options.version,
      madeAt: new Date(options.now).toISOString(),
      tookSeconds: Math.round(performance.now() - startedAt) / 1000,
      postgres,
      migrations: [...migrations],
      tables,
      partitions: partitions.map((partition) => ({ ...partition })),
      sequences: sequences.map((sequence) => ({ ...sequence })),
      files,
      encryption: options.recipient === null ? null : { kind: 'age', recipient: options.recipient },
      stored,
    };
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    await writeFile(join(draft, MANIFEST), text, { mode: 0o600 });
    await syncPath(join(draft, MANIFEST));
    await writeFile(join(draft, MAC), formatMacFile(options.encryptionKey, text), { mode: 0o600 });
    await syncPath(join(draft, MAC));
    return { path: await publishBackup(options.folder, name), manifest, bytes };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

const compressZstd = (): Transform => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } });

interface StoredFile {
  /** As stored. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes files of a backup to the disk, encrypted where there is a recipient. */
function createFileWriter(
  folder: string,
  recipient: string | null,
): (name: string, source: Readable, steps: readonly Transform[]) => Promise<StoredFile> {
  const encrypting: readonly TransformStep[] = recipient === null ? [] : [encryptTo(recipient)];
  return async (plainName, source, steps) => {
    const name = recipient === null ? plainName : `${plainName}${AGE_SUFFIX}`;
    const hash = createHash('sha256');
    let bytes = 0;
    const meter = new Transform({
      transform: (piece: Buffer, _encoding, done) => {
        hash.update(piece);
        bytes += piece.length;
        done(null, piece);
      },
    });
    await pipeline([source, ...steps, ...encrypting, meter, createWriteStream(join(folder, name), { mode: 0o600 })]);
    await syncPath(join(folder, name));
    return { name, bytes, sha256: hash.digest('hex') };
  };
}
