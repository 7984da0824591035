/** The files of a data folder as the entries of an archive, while Postgres runs: they change meanwhile, and WAL says what became of them. */
import type { Dirent } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createZstdCompress } from 'node:zlib';
import { formatTarHeader, TAR_END, tarPadding } from './tar-entries.ts';

/** Folders whose content a start creates, or that recovery does not need. */
const EMPTIED: readonly string[] = [
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|server\.log|backup_label(?:\.old)?|.*\.signal|picket_wal_dropped)$/u;
const LEFT_OUT_ANYWHERE = /^(?:pgsql_tmp|pg_internal\.init)/u;
const CREATED = ['pg_wal/archive_status', 'pg_wal/summaries'];
/** Last: it says how far recovery has to go at least. */
const CONTROL_FILE = 'global/pg_control';
const PIECE_BYTES = 262_144;
/** It is full with any byte, so that a pipeline waits until a piece was taken in before it asks for the next. */
const PIECE_BY_PIECE = { chunkSize: 65_536, writableHighWaterMark: 1 };

/** Compresses what archiveCluster yields, in a pipeline. */
export const createPieceCompressor = () => createZstdCompress(PIECE_BY_PIECE);

/**
 * The bytes of an archive of the folder. A piece is good until the next is asked for: a cluster has more than a thousand small files,
 * and the memory of a piece for each of them would stay with the process. `lastFile`: called when all files were read; returns the
 * content of backup_label.
 */
export async function* archiveCluster(folder: string, lastFile: () => Promise<string>): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  yield* archiveFolder(folder, '', piece);
  for (const path of CREATED) yield formatTarHeader({ path, type: 'folder', size: 0 });
  yield* archiveOpenFile(folder, CONTROL_FILE, piece);
  const label = Buffer.from(await lastFile());
  yield formatTarHeader({ path: 'backup_label', type: 'file', size: label.length });
  yield label;
  yield tarPadding(label.length);
  yield TAR_END;
}

/** Bytes of the files that an archive of the folder has: without pg_wal. */
export async function clusterBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await listEntries(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += entry.name === 'pg_wal' ? 0 : await clusterBytes(path);
    else if (entry.isFile()) bytes += (await stat(path).catch(() => null))?.size ?? 0;
  }
  return bytes;
}

async function* archiveFolder(root: string, folder: string, piece: Buffer): AsyncGenerator<Buffer> {
  for (const entry of await listEntries(join(root, folder))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (isLeftOut(entry.name, path)) continue;
    if (entry.isDirectory()) {
      yield formatTarHeader({ path, type: 'folder', size: 0 });
      if (!EMPTIED.includes(path)) yield* archiveFolder(root, path, piece);
    } else if (entry.isFile()) yield* archiveOpenFile(root, path, piece);
    else throw new Error(`${join(root, path)} is neither a file nor a folder: tablespaces are not supported`);
  }
}

const isLeftOut = (name: string, path: string): boolean =>
  path === CONTROL_FILE || LEFT_OUT_ANYWHERE.test(name) || (name === path && LEFT_OUT.test(name));

/** What was removed meanwhile is left out: the WAL says so. Another error would leave out files that are there. */
function unlessRemoved(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** In a fixed order; empty where the folder was removed meanwhile. */
async function listEntries(folder: string): Promise<readonly Dirent[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(unlessRemoved)) ?? [];
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** As long as it was when it was opened: what was cut off is filled with zeros, and what was added is in the WAL. */
async function* archiveOpenFile(root: string, path: string, piece: Buffer): AsyncGenerator<Buffer> {
  const file = await open(join(root, path)).catch(unlessRemoved);
  if (file === null) return;
  try {
    const { size } = await file.stat();
    yield formatTarHeader({ path, type: 'file', size });
    for (let done = 0; done < size; ) {
      const wanted = Math.min(piece.length, size - done);
      const { bytesRead } = await file.read(piece, 0, wanted, done);
      const part = bytesRead === 0 ? piece.subarray(0, wanted).fill(0) : piece.subarray(0, bytesRead);
      yield part;
      done += part.length;
    }
    yield tarPadding(size);
  } finally {
    await file.close();
  }
}
