/** Scheduled backups: made when the newest is old enough; expired ones are deleted. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Problem, problemOf } from '@picket/domain/problems';
import { isRecent, type Millis } from '@picket/domain/time';
import type { BackupConfig } from '../config/config.ts';
import type { Log } from '../logging/log.ts';
import { fingerprintOf } from './authenticity.ts';
import {
  BackupError,
  backupTime,
  expiredBackups,
  freeBytes,
  isBackupAhead,
  listBackups,
  newestBackup,
  readManifest,
} from './backup-folder.ts';
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
  readonly problem: Problem | null;
  /** The completed share of a running backup; null: none is running. */
  readonly running: number | null;
}

/** A backup that is complete, with copies of held clips beside it. */
export interface CreatedBackup extends BackupResult {
  /** Why those copies are not complete; null: they are. */
  readonly clipsError: Error | null;
}

/** Makes a backup. */
type CreateBackup = (onProgress: (progress: BackupProgress) => void) => Promise<CreatedBackup>;

export interface BackupParts {
  readonly config: BackupConfig;
  readonly encryptionKey: Buffer;
  /** The server's clock. */
  readonly now: () => Millis;
  /** By which time backups expire: earlier than `now` where that may be wrong. */
  readonly deletionTime: () => Promise<Millis>;
  readonly log: Log;
  /** Makes one, with this encryption key. */
  readonly createBackup: CreateBackup;
}

/** The backups of a folder: when the next one is due, and what their state is. */
export class BackupScheduler {
  readonly #config: BackupConfig;
  readonly #encryptionKey: Buffer;
  readonly #now: () => Millis;
  readonly #deletionTime: () => Promise<Millis>;
  readonly #log: Log;
  readonly #createBackup: CreateBackup;
  readonly #startedAt: number;
  /** Of the last backup; null: it succeeded, or there was none. */
  #failure: { readonly at: number; readonly why: string } | null = null;
  /** The completed share; null: none is running. */
  #running: number | null = null;

  constructor({ config, encryptionKey, now, deletionTime, log, createBackup }: BackupParts) {
    this.#config = config;
    this.#encryptionKey = encryptionKey;
    this.#now = now;
    this.#deletionTime = deletionTime;
    this.#log = log;
    this.#createBackup = createBackup;
    this.#startedAt = now();
  }

  /** Makes a backup if one is due, and deletes expired ones; returns whether it made one. */
  async runIfDue(): Promise<boolean> {
    // Asked last: one may have been started by hand meanwhile.
    return (await this.#isDue()) && this.#running === null ? this.#run() : false;
  }

  /** Starts one now; false while one is running. */
  start(): boolean {
    if (this.#running !== null) return false;
    void this.#run();
    return true;
  }

  /** What the operator should know; null: no problem. */
  async problem(): Promise<Problem | null> {
    const { everyHours } = this.#config;
    if (this.#failure !== null) return problemOf('BACKUP_FAILED', { why: this.#failure.why });
    if (everyHours === 0) return null;
    const now = this.#now();
    const names = await listBackups(this.#config.folder);
    const newest = newestAt(names, now);
    const age = now - (newest ?? this.#startedAt);
    if (age <= 2 * everyHours * HOUR + FIRST_BACKUP_DELAY) {
      const [last, ...others] = names.filter((name) => isBackupAhead(name, now));
      return last === undefined ? null : problemOf('BACKUP_AHEAD', { backups: others.length + 1, name: last });
    }
    return newest === null
      ? problemOf('BACKUP_MISSING', {})
      : problemOf('BACKUP_OLD', { days: Math.floor(age / (24 * HOUR)) });
  }

  async state(): Promise<BackupState> {
    const { everyHours, folder } = this.#config;
    return {
      everyHours: everyHours === 0 ? null : everyHours,
      folder,
      backups: await describeBackups(folder, this.#encryptionKey),
      fingerprint: fingerprintOf(this.#encryptionKey),
      problem: await this.problem(),
      running: this.#running,
    };
  }

  async #isDue(): Promise<boolean> {
    const { everyHours } = this.#config;
    const now = this.#now();
    if (everyHours === 0 || (this.#failure !== null && isRecent(this.#failure.at, now, RETRY_DELAY))) return false;
    const newest = newestAt(await listBackups(this.#config.folder), now);
    return newest === null ? !isRecent(this.#startedAt, now, FIRST_BACKUP_DELAY) : now - newest >= everyHours * HOUR;
  }

  /** Returns whether it made one. */
  async #run(): Promise<boolean> {
    this.#running = 0;
    try {
      await this.#make();
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    } finally {
      this.#running = null;
    }
  }

  async #make(): Promise<void> {
    const { folder, keep, keepWeeks } = this.#config;
    await assertFreeSpace(folder, this.#now());
    const { path, manifest, bytes, clipsError } = await this.#createBackup(({ rows, ofRows }) => {
      this.#running = rows / Math.max(1, ofRows);
    });
    // A backup that cannot be read back has failed. Only a restore verifies its rows.
    await verifyStoredBackup(path, this.#encryptionKey);
    this.#failure = null;
    this.#log.info({ path, bytes, seconds: manifest.tookSeconds }, 'backup completed');
    const expiresAt = await this.#deletionTime();
    const countable = (await listBackups(folder)).filter((name) => !isBackupAhead(name, expiresAt));
    for (const name of expiredBackups(countable, keep, keepWeeks))
      await rm(join(folder, name), { recursive: true, force: true });
    // Last: backups that did not expire would fill the disk, and the next copies would fail for that.
    if (clipsError !== null)
      throw new Error(`the backup is complete, but ${clipsError.message}`, { cause: clipsError });
  }

  #failed(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    // Another server makes one: it counts as this server's.
    if (error instanceof BackupError && why.includes('another backup')) return;
    this.#failure = { at: this.#now(), why };
    this.#log.error({ err: error }, 'backup failed');
  }
}

const newestAt = (names: readonly string[], now: Millis): Millis | null => backupTime(newestBackup(names, now) ?? '');

/** The backups of a folder that have a manifest, newest first. */
async function describeBackups(folder: string, encryptionKey: Buffer): Promise<BackupState['backups']> {
  const names = await listBackups(folder);
  const described = await Promise.all(names.map((name) => describeBackup(folder, name, encryptionKey)));
  return described.filter((backup) => backup !== null);
}

async function describeBackup(
  folder: string,
  name: string,
  encryptionKey: Buffer,
): Promise<BackupState['backups'][number] | null> {
  const path = join(folder, name);
  const manifest = await readManifest(path).catch(() => null);
  if (manifest === null) return null;
  const authenticated = await isAuthentic(path, encryptionKey).catch((error: unknown) => {
    // Its MAC alone cannot be read: the others are shown all the same.
    if (error instanceof BackupError) return false;
    throw error;
  });
  return {
    name,
    madeAt: manifest.madeAt,
    bytes: manifest.tables.reduce((sum, table) => sum + table.bytes, 0),
    rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
    tookSeconds: manifest.tookSeconds,
    authenticated,
    encrypted: manifest.encryption !== null,
  };
}

/** A backup must not fill the disk: requires free space for two of the newest one's size. */
async function assertFreeSpace(folder: string, now: Millis): Promise<void> {
  const newest = newestBackup(await listBackups(folder), now);
  if (newest === null) return;
  const { tables } = await readManifest(join(folder, newest));
  const size = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const free = await freeBytes(folder);
  if (free < 2 * size)
    throw new BackupError(
      `only ${Math.round(free / 1e6)} MB are free where backups lie, and the last one took ${Math.round(size / 1e6)} MB`,
    );
}
