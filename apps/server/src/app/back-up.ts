/** A backup of all of Picket: what belongs to it beside the database, and what is left out. */
import { join } from 'node:path';
import { readVersion } from '../capabilities/operations/index.ts';
import {
  type BackupProgress,
  type BackupResult,
  type BackupScheduler,
  createBackupScheduler,
  type Platform,
  writeBackup,
} from '../platform/index.ts';

/** Told once and of no use elsewhere: their order is that of this database's transactions. */
const EXCLUDED_TABLES = ['live_event'];
/** Beside the database: without the keys nobody signs in and nothing sealed is read. */
const DATA_FILES = ['keys.json', 'audit-anchors.jsonl'];

/** Makes one; `folder`: where else it is to lie. */
export function createBackup(
  { config, clock, keys }: Pick<Platform, 'config' | 'clock' | 'keys'>,
  folder: string | null = null,
  onProgress?: (progress: BackupProgress) => void,
): Promise<BackupResult> {
  return writeBackup({
    connectionString: config.databaseUrl,
    folder: folder ?? config.backup.folder,
    files: DATA_FILES.map((name) => join(config.dataDir, name)),
    excludedTables: EXCLUDED_TABLES,
    encryptionKey: keys.encryption,
    recipient: config.backup.recipient,
    version: readVersion(config).version,
    now: clock.now(),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
}

/** Makes backups as the settings say. */
export const createPlatformBackupScheduler = (platform: Platform): BackupScheduler =>
  createBackupScheduler(
    platform.config.backup,
    platform.keys.encryption,
    () => platform.clock.now(),
    platform.log,
    (onProgress) => createBackup(platform, null, onProgress),
  );
