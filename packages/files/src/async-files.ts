/** The same for files that are written while others wait for the process: nothing here blocks it. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** What a write that has not ended is called; a crash may leave one. */
export const DRAFT_SUFFIX = '.draft';

/** Replaces `path` as a whole, creating its folder: a reader, and the next start after a power cut, find the old content or the new one. */
export async function writeLargeFileDurably(path: string, content: Uint8Array, mode: number): Promise<void> {
  await createFolders(dirname(path));
  // Two writers of one file do not write into one draft.
  const draft = `${path}.${randomBytes(6).toString('hex')}${DRAFT_SUFFIX}`;
  try {
    const file = await open(draft, 'wx', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function createFolders(path: string): Promise<void> {
  const missing: string[] = [];
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.push(folder);
  if (missing.length === 0) return;
  await mkdir(path, { recursive: true, mode: 0o700 });
  for (const folder of missing) await syncFolder(dirname(folder));
}

/** Forces a folder's list of names to the disk: after a removal, what was removed is gone. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
