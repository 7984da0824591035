/** Scheduled backups: made when the newest is old enough; expired ones are deleted. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupConfig } from '../config/config.ts';
import type { Log } from '../logging/log.ts';
import { fingerprintOf } from './authenticity.ts';
import { BackupError, backupTime, expiredBackups, freeBytes, listBackups, readManifest } from './backup-folder.ts';
import { isAuthentic, verifyStoredBackup } from './open-backup.ts';
import type { BackupProgress, BackupResult } from './write-backup.ts';

const HOUR = 3_600_000;
/** A new installation is set up first. */
const FIRST_BACKUP_DELAY = HOUR;
const RETRY_DELAY = HOUR;

export interface BackupState {
  /** null: no scheduled backups. */
  readonly everyHours: number | null;
  readonly folder: string;
  /** Newest first. */
  readonly backups: readonly {
    readonly name: string;
    readonly madeAt: string;
    readonly bytes: number;
    readonly rows: number;
    readonly tookSeconds: number;
    /** Its manifest was written by this installation. */
    readonly authenticated: boolean;
    readonly encrypted: boolean;
  }[];
  /** Of the key that authenticates backups: kept elsewhere, it proves a backup on a new machine. */
  readonly fingerprint: string;
  readonly problem: string | null;
  /** The completed share of a running backup; null: none is running. */
  readonly running: number | null;
}

export interface BackupScheduler {
  /** Makes a backup if one is due, and deletes expired ones; returns whether it made one. */
  runIfDue(): Promise<boolean>;
  /** Starts one now; false while one is running. */
  start(): boolean;
  /** What the operator should know, as a sentence; null: no problem. */
  problem(): Promise<string | null>;
  state(): Promise<BackupState>;
}

/** `createBackup`: makes one, with this encryption key. `now`: the server's clock. */
export function createBackupScheduler(
  { folder, everyHours, keep, keepWeeks }: BackupConfig,
  encryptionKey: Buffer,
  now: () => number,
  log: Log,
  createBackup: (onProgress: (progress: BackupProgress) => void) => Promise<BackupResult>,
): BackupScheduler {
  const startedAt = now();
  let failure: { readonly at: number; readonly why: string } | null = null;

  const newestAt = async (): Promise<number | null> => backupTime((await listBackups(folder))[0] ?? '');

  const isDue = async (): Promise<boolean> => {
    if (everyHours === 0 || (failure !== null && now() - failure.at < RETRY_DELAY)) return false;
    const newest = await newestAt();
    return newest === null ? now() - startedAt >= FIRST_BACKUP_DELAY : now() - newest >= everyHours * HOUR;
  };

  const problem = async (): Promise<string | null> => {
    if (failure !== null) return `The last backup failed: ${failure.why}`;
    if (everyHours === 0) return null;
    const newest = await newestAt();
    const age = now() - (newest ?? startedAt);
    if (age <= 2 * everyHours * HOUR + FIRST_BACKUP_DELAY) return null;
    return newest === null ? 'There is no backup' : `The newest backup is ${Math.floor(age / (24 * HOUR))} days old`;
  };

  let running: number | null = null;
  const runBackup = async (): Promise<boolean> => {
    running = 0;
    try {
      await assertFreeSpace(folder);
      const { path, manifest, bytes } = await createBackup(({ rows, ofRows }) => {
        running = rows / Math.max(1, ofRows);
      });
      // A backup that cannot be read back has failed. Only a restore verifies its rows.
      await verifyStoredBackup(path, encryptionKey);
      failure = null;
      log.info({ path, bytes, seconds: manifest.tookSeconds }, 'backup completed');
      for (const name of expiredBackups(await listBackups(folder), keep, keepWeeks))
        await rm(join(folder, name), { recursive: true, force: true });
      return true;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      // Another server makes one: it counts as this server's.
      if (error instanceof BackupError && why.includes('another backup')) return false;
      failure = { at: now(), why };
      log.error({ err: error }, 'backup failed');
      return false;
    } finally {
      running = null;
    }
  };

  return {
    runIfDue: async () => (running === null && (await isDue()) ? runBackup() : false),
    start: () => {
      if (running !== null) return false;
      void runBackup();
      return true;
    },
    problem,
    state: async () => {
      const names = await listBackups(folder);
      const found = await Promise.all(
        names.map(async (name) => ({
          name,
          manifest: await readManifest(join(folder, name)).catch(() => null),
          authenticated: await isAuthentic(join(folder, name), encryptionKey),
        })),
      );
      return {
        everyHours: everyHours === 0 ? null : everyHours,
        folder,
        backups: found.flatMap(({ name, manifest, authenticated }) =>
          manifest === null
            ? []
            : [
                {
                  name,
                  madeAt: manifest.madeAt,
                  bytes: manifest.tables.reduce((sum, table) => sum + table.bytes, 0),
                  rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
                  tookSeconds: manifest.tookSeconds,
                  authenticated,
                  encrypted: manifest.encryption !== null,
                },
              ],
        ),
        fingerprint: fingerprintOf(encryptionKey),
        problem: await problem(),
        running,
      };
    },
  };
}

/** A backup must not fill the disk: requires free space for two of the newest one's size. */
async function assertFreeSpace(folder: string): Promise<void> {
  const [newest] = await listBackups(folder);
  if (newest === undefined) return;
  const { tables } = await readManifest(join(folder, newest));
  const size = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const free = await freeBytes(folder);
  if (free < 2 * size)
    throw new BackupError(
      `only ${Math.round(free / 1e6)} MB are free where backups lie, and the last one took ${Math.round(size / 1e6)} MB`,
    );
}
