/** Where backups go: beside the data, or elsewhere. */
import { stat } from 'node:fs/promises';
import { backupTime, listBackups } from './backup-folder.ts';

export interface BackupPlace {
  readonly folder: string;
  /** When the newest backup was made; null: there is none. */
  readonly newestAt: number | null;
  /** On another file system than the data: it outlives the disk of the data. */
  readonly isElsewhere: boolean;
}

export async function findBackupPlace(dataDir: string, folder: string): Promise<BackupPlace> {
  const [data, backups, names] = await Promise.all([deviceOf(dataDir), deviceOf(folder), listBackups(folder)]);
  return {
    folder,
    newestAt: backupTime(names[0] ?? ''),
    isElsewhere: backups !== null && data !== null && backups !== data,
  };
}

/** The file system of a folder; null: there is no such folder. */
const deviceOf = async (folder: string): Promise<number | null> => (await stat(folder).catch(() => null))?.dev ?? null;
