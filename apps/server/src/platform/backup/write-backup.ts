/**
 * Makes a backup while everything runs on: all tables as they were at one instant, with the keys and the ends of the audit
 * logs. Needs nothing but a connection: no pg_dump, no access to the database's files, any Postgres.
 */
import { createHash, type Hash, type Hmac } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { openClient } from '../database-connections.ts';
import { AGE, encryptTo, type Step } from './age-files.ts';
import { macFileOf, rowsHash } from './authenticity.ts';
import {
  BackupProblem,
  backupName,
  finish,
  MAC,
  MANIFEST,
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
  tableShapes,
} from './backup-store.ts';
import type { Manifest } from './manifest.ts';

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
  /** The installation's sealing key: what authenticates the backup is derived from it. */
  readonly seal: Buffer;
  /** A public key of age to encrypt to; null: nothing is encrypted. */
  readonly recipient: string | null;
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
export function lineMeter(
  hash: Hash | Hmac,
  onRows: (rows: number) => void = () => {},
): Transform & { digest(): string; rows(): number } {
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
    const store = storeIn(draft, order.recipient);
    const stored: Stored[] = [];
    const files: Manifest['files'] = [];
    // Before the snapshot: the ends of the audit logs must not lie beyond the logs.
    for (const path of order.files) {
      const isThere = await access(path).then(
        () => true,
        () => false,
      );
      if (!isThere) continue;
      const file = await store(basename(path), createReadStream(path), []);
      stored.push(file);
      files.push({ name: basename(path), sha256: file.sha256 });
    }
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
      const meter = lineMeter(rowsHash(order.recipient === null ? null : order.seal), show);
      const file = await store(tableFile(shape.name), readTable(client, shape), [meter, squeezed()]);
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
      version: order.version,
      madeAt: new Date(order.now).toISOString(),
      tookSeconds: Math.round(performance.now() - began) / 1000,
      postgres,
      migrations: [...migrations],
      tables,
      partitions: partitions.map((partition) => ({ ...partition })),
      sequences: sequences.map((sequence) => ({ ...sequence })),
      files,
      encryption: order.recipient === null ? null : { kind: 'age', recipient: order.recipient },
      stored,
    };
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    await writeFile(join(draft, MANIFEST), text, { mode: 0o600 });
    await settle(join(draft, MANIFEST));
    await writeFile(join(draft, MAC), macFileOf(order.seal, text), { mode: 0o600 });
    await settle(join(draft, MAC));
    return { path: await finish(order.folder, name), manifest, bytes };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

const squeezed = (): Transform => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } });

interface Stored {
  /** As it lies there. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes files of a backup to the disk, encrypted where there is somebody to encrypt to. */
function storeIn(
  folder: string,
  recipient: string | null,
): (name: string, source: Readable, steps: readonly Transform[]) => Promise<Stored> {
  const encrypting: readonly Step[] = recipient === null ? [] : [encryptTo(recipient)];
  return async (plainName, source, steps) => {
    const name = recipient === null ? plainName : `${plainName}${AGE}`;
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
    await settle(join(folder, name));
    return { name, bytes, sha256: hash.digest('hex') };
  };
}
