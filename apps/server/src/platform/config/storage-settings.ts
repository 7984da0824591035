/** The data folder and the backups. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Environment, givenSettings, parseSettings } from './setting-types.ts';

/** Of the checkout or image. A relative folder lies there, as the data does: Postgres, commands and the server have different current folders. */
const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));

export const storageShape = {
  PICKET_DATA_DIR: z.string().min(1).default('data'),
  /** Folder of the backups; without it beside the data (defaultBackupFolder). */
  PICKET_BACKUP_DIR: z.string().min(1).optional(),
  /** Hours between scheduled backups; 0: none. */
  PICKET_BACKUP_HOURS: z.coerce.number().min(0).max(8760).default(24),
  /** How many of the newest are kept, and for how many weeks the last of each. */
  PICKET_BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7),
  PICKET_BACKUP_WEEKS: z.coerce.number().int().min(0).max(520).default(4),
  /** A public key of age (age1…): backups are encrypted to it, readable only with its identity. Checked by the server at its start. */
  PICKET_BACKUP_RECIPIENT: z.string().optional(),
  /** Of the embedded database: for how many days back any instant can be restored; 0: nothing is archived. */
  PICKET_ARCHIVE_DAYS: z.coerce.number().int().min(0).max(366).default(7),
  /** How many gigabytes that may take. */
  PICKET_ARCHIVE_GB: z.coerce.number().min(1).max(100_000).default(20),
  /** Days between two checks that the archive can be restored; 0: none. */
  PICKET_RECOVERY_CHECK_DAYS: z.coerce.number().int().min(0).max(366).default(7),
};
const StorageSettings = z.object(storageShape);

export interface StorageConfig {
  readonly dataDir: string;
  readonly backup: BackupConfig;
  readonly archive: ArchiveConfig;
}

/** The archive of the embedded database. */
export interface ArchiveConfig {
  /** 0: nothing is archived. */
  readonly days: number;
  readonly maxBytes: number;
  /** Days between two checks that it can be restored; 0: none. Also of an archive that pgBackRest keeps. */
  readonly checkEveryDays: number;
}

export interface BackupConfig {
  readonly folder: string;
  /** 0: no scheduled backups. */
  readonly everyHours: number;
  readonly keep: number;
  readonly keepWeeks: number;
  /** A public key of age; null: backups are not encrypted. */
  readonly recipient: string | null;
}

export const storageConfig = (env: z.output<typeof StorageSettings>): StorageConfig => ({
  dataDir: env.PICKET_DATA_DIR,
  backup: {
    folder:
      env.PICKET_BACKUP_DIR === undefined
        ? defaultBackupFolder(env.PICKET_DATA_DIR)
        : resolve(ROOT, env.PICKET_BACKUP_DIR),
    everyHours: env.PICKET_BACKUP_HOURS,
    keep: env.PICKET_BACKUP_KEEP,
    keepWeeks: env.PICKET_BACKUP_WEEKS,
    recipient: env.PICKET_BACKUP_RECIPIENT ?? null,
  },
  archive: {
    days: env.PICKET_ARCHIVE_DAYS,
    maxBytes: env.PICKET_ARCHIVE_GB * 1e9,
    checkEveryDays: env.PICKET_RECOVERY_CHECK_DAYS,
  },
});

/** These settings alone, where there is no database yet. Throws a ConfigError that names the first one that is wrong. */
export const readStorageConfig = (environment: Environment): StorageConfig =>
  storageConfig(parseSettings(StorageSettings, givenSettings(environment)));

/**
 * Beside the data, so that the backups are kept when the data folder is removed or replaced. Earlier versions put them inside: an
 * installation that has them there continues to, and finds its earlier ones.
 */
export function defaultBackupFolder(dataDir: string): string {
  const inside = join(dataDir, 'backups');
  return existsSync(inside) ? inside : `${resolve(dataDir)}-backups`;
}
