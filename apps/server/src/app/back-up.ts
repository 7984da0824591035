/** A backup of all of Picket: what belongs to it beside the database, and what is left out. */
import { join } from 'node:path';
import { readVersion } from '../capabilities/operations/index.ts';
import {
  type BackupKeeper,
  type BackupMade,
  type BackupProgress,
  createBackupKeeper,
  type Platform,
  writeBackup,
} from '../platform/index.ts';

/** Told once and of no use elsewhere: their order is that of this database's transactions. */
const LEAVE_OUT = ['live_event'];
/** Beside the database: without the keys nobody signs in and nothing sealed is read. */
const FILES = ['keys.json', 'audit-anchors.jsonl'];

/** Makes one; `folder`: where else it is to lie. */
export function backupOf(
  { config, clock, keys }: Pick<Platform, 'config' | 'clock' | 'keys'>,
  folder: string | null = null,
  onProgress?: (progress: BackupProgress) => void,
): Promise<BackupMade> {
  return writeBackup({
    connectionString: config.databaseUrl,
    folder: folder ?? config.backup.folder,
    files: FILES.map((name) => join(config.dataDir, name)),
    leaveOut: LEAVE_OUT,
    seal: keys.encryption,
    recipient: config.backup.recipient,
    version: readVersion(config).version,
    now: clock.now(),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
}

/** Makes backups as the settings say. */
export const backupsBy = (platform: Platform): BackupKeeper =>
  createBackupKeeper(
    platform.config.backup,
    platform.keys.encryption,
    () => platform.clock.now(),
    platform.log,
    (onProgress) => backupOf(platform, null, onProgress),
  );
