/**
 * Durable file writes: after these functions return, the content survives a power cut. A file is written
 * beside its place, synced, renamed into place, and then its folder is synced: a rename alone may be lost, and a file
 * that was renamed before it was synced may be there and empty.
 */
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Replaces `path` as a whole: a reader, and the next start after a power cut, find the old content or the new one.
 * `mode`: who may read it, for example 0o600. Throws the file system's error; the old content is then still there.
 */
export function writeFileDurably(path: string, content: string | Uint8Array, mode: number): void {
  const draft = `${path}.new`;
  try {
    const file = openSync(draft, 'w', mode);
    try {
      // An older draft keeps its own mode when it is opened.
      fchmodSync(file, mode);
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFile(dirname(path));
}

/** Forces a file's content, or a folder's list of names, to the disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Creates a folder and those above it that are missing; their names survive a power cut. */
export function createFolder(path: string, mode?: number): void {
  const missing: string[] = [];
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.push(folder);
  mkdirSync(path, { recursive: true, ...(mode === undefined ? {} : { mode }) });
  for (const folder of missing) syncFile(dirname(folder));
}
