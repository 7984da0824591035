/** Objects as files in a folder. */
import { open, opendir, rm, statfs } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { createFolder, DRAFT_SUFFIX, syncFolder, writeLargeFileDurably } from '@picket/files';
import { assertObjectName, type ObjectStore } from './object-store.ts';

const FILE_MODE = 0o600;
/** Another upload may write into a folder that is being removed: then it is not empty, and is removed again. */
const REMOVAL = { recursive: true, force: true, maxRetries: 20, retryDelay: 10 };

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

export function openDiskObjects(folder: string): ObjectStore {
  createFolder(folder, 0o700);
  const pathOf = (name: string): string => {
    assertObjectName(name);
    return join(folder, ...name.split('/'));
  };
  return {
    put: (name, bytes) => writeLargeFileDurably(pathOf(name), bytes, FILE_MODE),
    read: async (name) => {
      try {
        return await readWhole(pathOf(name));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    removeAll: async (...paths) => {
      const places = paths.map(pathOf);
      await Promise.all(places.map((place) => rm(place, REMOVAL)));
      // Many are in one folder, which is synced once for all of them.
      for (const parent of new Set(places.map((place) => dirname(place))))
        await syncFolder(parent).catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        });
    },
    list: (path) => listFiles(folder, path === undefined ? folder : pathOf(path)),
    space: async () => {
      const { bavail, blocks, bsize } = await statfs(folder);
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    },
  };
}

/** Into one buffer: `readFile` puts a large file together from pieces, and memory that is given back costs more than the read. */
async function readWhole(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const bytes = Buffer.allocUnsafe(size);
    let filled = 0;
    while (filled < size) {
      const { bytesRead } = await file.read(bytes, filled, size - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await file.close();
  }
}

async function* listFiles(root: string, folder: string): AsyncGenerator<string> {
  try {
    for await (const entry of await opendir(folder, { recursive: true }))
      if (entry.isFile() && !entry.name.endsWith(DRAFT_SUFFIX))
        yield relative(root, join(entry.parentPath, entry.name)).split(sep).join('/');
  } catch (error) {
    // Removed while it was read, or never written.
    if (!isMissing(error)) throw error;
  }
}
