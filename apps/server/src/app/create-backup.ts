/** Backups of all of Picket: the files beside the database that belong to it, and the excluded tables. */
import { join } from 'node:path';
import { copyHeldClips } from '../capabilities/clips/index.ts';
import { deletionTime } from '../capabilities/evaluation/index.ts';
import { readVersion } from '../capabilities/operations/index.ts';
import { freeBytes } from '../platform/backup/backup-folder.ts';
import { BackupScheduler, type CreatedBackup } from '../platform/backup/backup-scheduler.ts';
import { type BackupProgress, writeBackup } from '../platform/backup/write-backup.ts';
import type { Platform } from '../platform/platform.ts';
import { ArchiveKeeper } from '../platform/wal-archive/archive-keeper.ts';
import { writeBaseBackup } from '../platform/wal-archive/write-base-backup.ts';

/** Meaningless in another database: events are ordered by its transactions. */
const EXCLUDED_TABLES = ['live_event'];
/** Beside the database: without the keys nobody can sign in and nothing encrypted can be read. */
const DATA_FILES = ['keys.json', 'audit-anchors.jsonl'];

/** Beside the backups: copies of the clips that a hold keeps. */
export const heldClipsFolder = (backups: string): string => join(backups, 'clips');

/** Makes a backup, with copies of held clips beside it; `folder` overrides the configured one. It is complete without these copies. */
export async function createBackup(
  { config, clock, keys }: Pick<Platform, 'config' | 'clock' | 'keys'>,
  folder: string | null = null,
  onProgress?: (progress: BackupProgress) => void,
): Promise<CreatedBackup> {
  const result = await writeBackup({
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
  const clipsError = await copyHeldClips({ config, clock }, heldClipsFolder(folder ?? config.backup.folder)).then(
    () => null,
    toClipsError,
  );
  return { ...result, clipsError };
}

const toClipsError = (cause: unknown): Error =>
  new Error(
    `clips that a hold keeps were not copied beside it: ${cause instanceof Error ? cause.message : String(cause)}`,
    { cause },
  );

/** The scheduler of backups, as configured. */
export const createPlatformBackupScheduler = (platform: Platform): BackupScheduler =>
  new BackupScheduler({
    config: platform.config.backup,
    encryptionKey: platform.keys.encryption,
    now: () => platform.clock.now(),
    deletionTime: () => deletionTime(platform),
    log: platform.log,
    createBackup: (onProgress) => createBackup(platform, null, onProgress),
  });

/** The keeper of the embedded database's archive; of another database it says what Postgres says. */
export const createArchiveKeeper = ({ config, clock, keys, db, log }: Platform): ArchiveKeeper =>
  new ArchiveKeeper({
    sql: db.console,
    dataDir: config.dataDir,
    folder: config.backup.folder,
    config: config.archive,
    encryptionKey: keys.encryption,
    now: () => clock.now(),
    deletionTime: () => deletionTime({ db, clock }),
    log,
    createBase: (dataFolder) =>
      writeBaseBackup({
        connectionString: config.databaseUrl,
        dataFolder,
        folder: config.backup.folder,
        encryptionKey: keys.encryption,
        recipient: config.backup.recipient,
        version: readVersion(config).version,
        now: clock.now(),
        freeBytes,
      }),
  });
