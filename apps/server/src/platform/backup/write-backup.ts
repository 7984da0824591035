/**
 * Makes a backup while everything runs on: all tables as they were at one instant, with the keys and the ends of the audit
 * logs. Needs nothing but a connection: no pg_dump, no access to the database's files, any Postgres.
 */
import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { openClient } from '../connections.ts';
import {
  BackupProblem,
  backupName,
  digestOf,
  finish,
  MANIFEST,
  type Manifest,
  settle,
  sweepUnfinished,
  tableFile,
  UNFINISHED,
} from './backup-folder.ts';
import {
  beginSnapshot,
  estimatedRows,
  lockBackups,
  migrationsHad,
  partitionShapes,
  readTable,
  sequenceStates,
  serverVersion,
  speakPlainly,
  type TableShape,
  tableShapes,
} from './backup-store.ts';

export interface BackupProgress {
  readonly table: string;
  readonly rows: number;
  /** About; never less than `rows`. */
  readonly ofRows: number;
}

export interface BackupOrder {
  readonly connectionString: string;
  /** Backups lie here, a folder each. */
  readonly folder: string;
  /** Files that belong to the data and stand outside the database; those that are not there are left out. */
  readonly files: readonly string[];
  /** Tables whose rows mean nothing elsewhere. */
  readonly leaveOut: readonly string[];
  readonly version: string;
  readonly now: number;
  readonly onProgress?: (progress: BackupProgress) => void;
}

export interface BackupMade {
  readonly path: string;
  readonly manifest: Manifest;
  readonly bytes: number;
}

const SHOW_EVERY_ROWS = 20_000;
const LEDGER = '_prisma_migrations';

/** Counts and digests the lines that pass. */
export function lineMeter(onRows: (rows: number) => void = () => {}): Transform & { digest(): string; rows(): number } {
  const hash: Hash = createHash('sha256');
  let rows = 0;
  let shown = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1;
      if (rows - shown >= SHOW_EVERY_ROWS) {
        shown = rows;
        onRows(rows);
      }
      done(null, chunk);
    },
  });
  return Object.assign(meter, { digest: () => hash.digest('hex'), rows: () => rows });
}

/** Answers where it lies. Throws a BackupProblem while another one is being made. */
export async function writeBackup(order: BackupOrder): Promise<BackupMade> {
  const began = performance.now();
  const client = openClient(order.connectionString, 'backup');
  // The connection may end while nothing is asked of it; the statement after that says so.
  client.on('error', () => {});
  await client.connect();
  const name = backupName(order.now);
  const draft = join(order.folder, `${name}${UNFINISHED}`);
  if (!(await lockBackups(client))) {
    await client.end().catch(() => {});
    throw new BackupProblem('another backup is being made');
  }
  try {
    await mkdir(order.folder, { recursive: true, mode: 0o700 });
    await sweepUnfinished(order.folder);
    await mkdir(draft, { mode: 0o700 });
    await speakPlainly(client);
    const shapes = (await tableShapes(client)).filter(
      (shape) => shape.name !== LEDGER && !order.leaveOut.includes(shape.name),
    );
    // Before the snapshot: the ends of the audit logs must not lie beyond the logs.
    const files = await copyFiles(order.files, draft);
    await beginSnapshot(client, [...shapes.map((shape) => shape.name), LEDGER]);
    const [postgres, migrations, partitions, sequences, estimate] = [
      await serverVersion(client),
      await migrationsHad(client),
      await partitionShapes(client),
      await sequenceStates(client),
      await estimatedRows(client),
    ];
    const tables: Manifest['tables'] = [];
    let bytes = 0;
    let before = 0;
    for (const shape of shapes) {
      const show = (rows: number): void =>
        order.onProgress?.({ table: shape.name, rows: before + rows, ofRows: Math.max(estimate, before + rows) });
      show(0);
      const table = await writeTable(client, shape, join(draft, tableFile(shape.name)), show);
      tables.push(table);
      before += table.rows;
      bytes += table.bytes;
    }
    await client.query('COMMIT');
    const manifest: Manifest = {
      format: 1,
      version: order.version,
      madeAt: new Date(order.now).toISOString(),
      tookSeconds: Math.round(performance.now() - began) / 1000,
      postgres,
      migrations: [...migrations],
      tables,
      partitions: partitions.map((partition) => ({ ...partition })),
      sequences: sequences.map((sequence) => ({ ...sequence })),
      files,
    };
    await writeFile(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 });
    await settle(join(draft, MANIFEST));
    return { path: await finish(order.folder, name), manifest, bytes };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Copies what lies beside the database; a file that is not there is left out. */
async function copyFiles(paths: readonly string[], folder: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = [];
  for (const path of paths) {
    const copy = join(folder, basename(path));
    const isCopied = await copyFile(path, copy).then(
      () => true,
      () => false,
    );
    if (!isCopied) continue;
    await settle(copy);
    files.push({ name: basename(path), sha256: await digestOf(copy) });
  }
  return files;
}

async function writeTable(
  client: pg.Client,
  shape: TableShape,
  path: string,
  show: (rows: number) => void,
): Promise<Manifest['tables'][number]> {
  const meter = lineMeter(show);
  const squeeze = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  await pipeline(readTable(client, shape), meter, squeeze, createWriteStream(path, { mode: 0o600 }));
  await settle(path);
  const { size } = await stat(path);
  return { name: shape.name, columns: [...shape.columns], rows: meter.rows(), bytes: size, sha256: meter.digest() };
}
