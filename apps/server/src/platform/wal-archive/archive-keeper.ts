/** The archive of the embedded database: when a base backup is due, what has expired, which instants can be restored, what is wrong. */
import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Problem, problemOf } from '@picket/domain/problems';
import { isRecent, type Millis } from '@picket/domain/time';
import { type BackupError, freeBytes } from '../backup/backup-folder.ts';
import type { ArchiveConfig } from '../config/config.ts';
import type { Sql } from '../db/database.ts';
import type { Log } from '../logging/log.ts';
import { findExpired, sizeOf } from './archive-expiry.ts';
import {
  type ArchivedFile,
  archiveFolder,
  basesOn,
  clusterFolder,
  listArchivedFiles,
  newestSpan,
  type RecoverableSpan,
  readSystemIdentifier,
  recoverableSpans,
  removeFolder,
  segmentOf,
  timelineOf,
  walBytesSince,
  walFolder,
} from './archive-folder.ts';
import { ARCHIVED_SUFFIX } from './archived-file.ts';
import { findArchiverProblem } from './archiver-problem.ts';
import { type ArchiverStatus, readArchiverStatus } from './archiver-store.ts';
import { NoRoomError } from './base-backup-room.ts';
import { type AuthenticBase, readBases } from './open-base-backup.ts';

const DAY: Millis = 86_400_000;
const BASE_INTERVAL = DAY;
const RETRY_DELAY: Millis = 3_600_000;
/** The first base backup of a timeline is made at once, and that of a large database takes hours. */
const FIRST_BASE_WITHIN: Millis = 6 * 3_600_000;

export interface ArchiveState {
  readonly status: ArchiverStatus;
  /** null: the archive is not Picket's: pgBackRest, or another program, keeps it. */
  readonly kept: KeptArchive | null;
  readonly problem: Problem | null;
}

export interface KeptArchive {
  readonly folder: string;
  readonly days: number;
  /** Base backups and WAL. */
  readonly bytes: number;
  readonly maxBytes: number;
  readonly bases: number;
  readonly newestBaseAt: Millis | null;
  /** Instants that can be restored, oldest first; those that touch are one. */
  readonly spans: readonly { readonly from: Millis; readonly to: Millis }[];
}

export interface ArchiveParts {
  readonly sql: Sql;
  /** The folder of the data, in which the embedded database's is. */
  readonly dataDir: string;
  /** The folder of the backups. */
  readonly folder: string;
  readonly config: ArchiveConfig;
  readonly encryptionKey: Buffer;
  readonly now: () => Millis;
  /** By which time base backups and WAL expire: earlier than `now` where that may be wrong. */
  readonly deletionTime: () => Promise<Millis>;
  readonly log: Log;
  /** Makes a base backup; null: another process makes one. */
  readonly createBase: (dataFolder: string) => Promise<string | null>;
}

interface Contents {
  readonly cluster: string;
  readonly bases: readonly AuthenticBase[];
  /** Why base backups cannot be read: they are not among the others. */
  readonly unreadable: readonly BackupError[];
  readonly files: readonly ArchivedFile[];
  readonly spans: readonly RecoverableSpan[];
}

export class ArchiveKeeper {
  readonly #parts: ArchiveParts;
  /** Of the last base backup; null: it succeeded, or there was none. */
  #failure: { readonly at: Millis; readonly why: string } | null = null;

  constructor(parts: ArchiveParts) {
    this.#parts = parts;
  }

  /** Makes a base backup if one is due, and deletes what has expired; returns whether it made one. */
  async runIfDue(): Promise<boolean> {
    const status = await readArchiverStatus(this.#parts.sql);
    if (!this.#isEmbedded(status)) return false;
    const outcome = this.#isDue(status, await this.#read(status)) ? await this.#makeBase() : 'none';
    await this.#prune(status, outcome === 'lacks room');
    return outcome === 'made';
  }

  async state(): Promise<ArchiveState> {
    const { config, folder } = this.#parts;
    const status = await readArchiverStatus(this.#parts.sql);
    if (!this.#isEmbedded(status)) return { status, kept: null, problem: findArchiverProblem(status) };
    const contents = await this.#read(status);
    const kept: KeptArchive = {
      folder: archiveFolder(folder),
      days: config.days,
      bytes: sizeOf(contents),
      maxBytes: config.maxBytes,
      bases: contents.bases.length,
      newestBaseAt: newestBase(contents),
      spans: mergeSpans(contents.spans),
    };
    return { status, kept, problem: this.#problemOf(status, contents) };
  }

  /** What the operator should know; null: no problem. */
  async problem(): Promise<Problem | null> {
    return (await this.state()).problem;
  }

  #problemOf(status: ArchiverStatus, contents: Contents): Problem | null {
    const problem = findArchiverProblem(status);
    if (problem !== null) return problem;
    if (this.#failure !== null) return problemOf('BASE_BACKUP_FAILED', { why: this.#failure.why });
    const [unreadable] = contents.unreadable;
    if (unreadable !== undefined) return problemOf('BASE_BACKUP_UNREADABLE', { why: unreadable.message });
    const since = findGap(status, contents, this.#parts.now());
    return since === null ? null : problemOf('ARCHIVE_INCOMPLETE', { since });
  }

  /** Whether the connected database is the one in the data folder, and its archive the one in the folder of the backups. */
  #isEmbedded(status: ArchiverStatus): boolean {
    const data = this.#dataFolder();
    return (
      status.isOn &&
      existsSync(join(data, 'global', 'pg_control')) &&
      readSystemIdentifier(data) === status.systemIdentifier &&
      existsSync(walFolder(clusterFolder(this.#parts.folder, status.systemIdentifier)))
    );
  }

  #dataFolder(): string {
    return join(this.#parts.dataDir, 'postgres');
  }

  async #read({ systemIdentifier }: ArchiverStatus): Promise<Contents> {
    const cluster = clusterFolder(this.#parts.folder, systemIdentifier);
    const unreadable: BackupError[] = [];
    const bases = await readBases(cluster, this.#parts.encryptionKey, (error) => unreadable.push(error));
    const files = await listArchivedFiles(cluster);
    return { cluster, bases, unreadable, files, spans: recoverableSpans(bases, files) };
  }

  #isDue(status: ArchiverStatus, { spans, bases, files }: Contents): boolean {
    const now = this.#parts.now();
    if (this.#failure !== null && isRecent(this.#failure.at, now, RETRY_DELAY)) return false;
    // Nothing leads from a base backup of another timeline to what the database writes now.
    const newest = newestSpan(basesOn(bases, status.timeline), spans, now);
    if (newest === null || isInterrupted(newest, status) || now - newest.from >= BASE_INTERVAL) return true;
    // Only what lies before the newest base backup can go: without another one the WAL after it would reach the limit.
    const base = bases.find(({ name }) => name === newest.base);
    return base !== undefined && walBytesSince(base, files) > this.#parts.config.maxBytes / 2;
  }

  async #makeBase(): Promise<'made' | 'lacks room' | 'none'> {
    const { folder, createBase, log, now } = this.#parts;
    try {
      const path = await createBase(this.#dataFolder());
      this.#failure = null;
      if (path !== null) log.info({ path }, 'base backup completed');
      return path === null ? 'none' : 'made';
    } catch (error) {
      this.#failure = { at: now(), why: error instanceof Error ? error.message : String(error) };
      log.error({ err: error, folder, free: await freeBytes(folder).catch(() => null) }, 'base backup failed');
      return error instanceof NoRoomError ? 'lacks room' : 'none';
    }
  }

  /**
   * Deletes base backups that no instant within the retention needs, and WAL that none of those that are left needs. Where the next one
   * `lacksRoom`, the oldest goes in any case: WAL would be kept without end until there is another.
   */
  async #prune(status: ArchiverStatus, lacksRoom: boolean): Promise<void> {
    const { config, deletionTime, now } = this.#parts;
    const since = (await deletionTime()) - config.days * DAY;
    const contents = await this.#read(status);
    // What one needs that cannot be read now is not known: it may be readable again.
    for (const err of contents.unreadable) this.#parts.log.error({ err }, 'nothing of the archive is deleted');
    if (contents.bases.length === 0 || contents.unreadable.length > 0) return;
    const { maxBytes } = config;
    const rules = { present: status.timeline, now: now(), since, maxBytes, atLeast: lacksRoom ? 1 : 0 };
    const expired = findExpired(contents, rules);
    for (const name of expired.bases) await removeFolder(join(contents.cluster, name));
    for (const name of expired.files)
      await rm(join(walFolder(contents.cluster), `${name}${ARCHIVED_SUFFIX}`), { force: true });
    await this.#removeOldClusters(status.systemIdentifier, since);
  }

  /** Archives of databases that were here before, once nothing in them is within the retention. */
  async #removeOldClusters(present: string, since: Millis): Promise<void> {
    const { folder } = this.#parts;
    for (const name of await readdir(archiveFolder(folder)).catch(() => [])) {
      const cluster = clusterFolder(folder, name);
      const wal = await stat(walFolder(cluster)).catch(() => null);
      if (name !== present && wal !== null && wal.mtimeMs < since) await removeFolder(cluster);
    }
  }
}

const newestBase = ({ bases }: Contents): Millis | null => {
  const newest = bases.at(-1);
  return newest === undefined ? null : Date.parse(newest.stoppedAt);
};

/** Something after it was archived, or counted as archived, without what is between. */
function isInterrupted(span: RecoverableSpan, { lastArchivedFile }: ArchiverStatus): boolean {
  if (span.isInterrupted) return true;
  const last = lastArchivedFile?.slice(0, 24) ?? '';
  return last.length === 24 && last.slice(0, 8) === span.lastFile.slice(0, 8) && last > span.lastFile;
}

/** Since when nothing leads to what the database writes now; null: something does, or will soon. */
function findGap(status: ArchiverStatus, { bases, files, spans }: Contents, now: Millis): Millis | null {
  const own = basesOn(bases, status.timeline);
  const newest = newestSpan(own, spans, now);
  if (newest !== null) return isInterrupted(newest, status) ? newest.to : null;
  const reached = spans.findLast(({ base }) => own.some(({ name }) => name === base));
  if (reached !== undefined && isInterrupted(reached, status)) return reached.to;
  const made = own.map(({ stoppedAt }) => Date.parse(stoppedAt)).at(-1);
  const written = files.find(({ name }) => segmentOf(name) !== null && timelineOf(name) === status.timeline)?.at;
  const since = reached?.to ?? made ?? written ?? now;
  return now - since > FIRST_BASE_WITHIN ? since : null;
}

function mergeSpans(spans: readonly RecoverableSpan[]): KeptArchive['spans'] {
  const merged: { from: Millis; to: Millis }[] = [];
  for (const { from, to } of spans) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}
