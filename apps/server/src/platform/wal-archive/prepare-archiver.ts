/** Sets up the archive of an embedded database before it starts: its folder, and what the program that archives is given. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, writeFileDurably } from '@picket/files';
import { readStorageConfig } from '../config/storage-settings.ts';
import { loadKeys } from '../keys/keys.ts';
import { clusterFolder, readSystemIdentifier, walFolder } from './archive-folder.ts';
import { archiveMacKey, formatArchiverFile } from './archiver-settings.ts';

/** Below it, nothing is archived: the disk may be the one of the data. */
const MIN_FREE_BYTES = 1024 ** 3;

export { loadKeys as createMissingKeys } from '../keys/keys.ts';

export interface PreparedArchiver {
  /** The file for the program. */
  readonly settingsFile: string;
  /** Where it writes. */
  readonly walFolder: string;
}

/**
 * Writes the settings of the archiver for the database in `data`, which exists. null: nothing is archived, as `environment` has it, or without keys. The
 * caller gives both paths to Postgres' user.
 */
export function prepareArchiver(
  environment: Readonly<Record<string, string | undefined>>,
  dataDir: string,
  data: string,
): PreparedArchiver | null {
  const { archive, backup } = readStorageConfig({ ...environment, PICKET_DATA_DIR: dataDir });
  // A command makes no keys: a restore on a new machine brings them.
  if (archive.days === 0 || !existsSync(join(dataDir, 'keys.json'))) return null;
  const folder = walFolder(clusterFolder(backup.folder, readSystemIdentifier(data)));
  createFolder(folder, 0o700);
  const settingsFile = join(dataDir, 'archiver.json');
  const macKey = archiveMacKey(loadKeys(dataDir).encryption);
  const { recipient } = backup;
  const settings = { folder, macKey, recipient, maxBytes: archive.maxBytes, minFreeBytes: MIN_FREE_BYTES };
  writeFileDurably(settingsFile, formatArchiverFile(settings), 0o600);
  return { settingsFile, walFolder: folder };
}
