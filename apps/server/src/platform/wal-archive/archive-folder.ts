/**
 * The archive beside the backups: for each cluster of Postgres, known by its system identifier, its files of WAL and its base backups.
 * What can be restored follows from them: from the end of a base backup on, as far as no segment is missing.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Millis } from '@picket/domain/time';
import { z } from 'zod';
import { BackupError } from '../backup/backup-folder.ts';
import { isAhead } from '../clock/is-ahead.ts';
import { ARCHIVED_SUFFIX } from './archived-file.ts';

/** Of the embedded database; written by initdb as the default. */
const SEGMENT_BYTES = 16 * 1024 * 1024;
const SEGMENTS_PER_LOG = 2 ** 32 / SEGMENT_BYTES;
const SEGMENT_NAME = /^(?<timeline>[0-9A-F]{8})(?<log>[0-9A-F]{8})(?<segment>[0-9A-F]{8})$/u;
const BASE_NAME = /^base-\d{8}T\d{6}Z$/u;

export const BASE_FILE = 'cluster.tar.zst';

export const BaseManifest = z.object({
  format: z.literal(1),
  version: z.string(),
  systemIdentifier: z.string().regex(/^\d+$/u),
  /** Recovery begins in this segment. */
  startSegment: z.string().regex(SEGMENT_NAME),
  startedAt: z.iso.datetime(),
  /** From this instant on the database can be restored. */
  stoppedAt: z.iso.datetime(),
  file: z.object({ name: z.string(), bytes: z.number(), sha256: z.string().regex(/^[0-9a-f]{64}$/u) }),
  recipient: z.string().nullable(),
});
export type BaseManifest = z.output<typeof BaseManifest>;

export const archiveFolder = (backups: string): string => join(backups, 'archive');
export const clusterFolder = (backups: string, systemIdentifier: string): string =>
  join(archiveFolder(backups), systemIdentifier);
export const walFolder = (cluster: string): string => join(cluster, 'wal');

/** Of pg_control, as Postgres has it from version 11 on. */
const IDENTIFIER_AT = 0;
/** ThisTimeLineID of the last checkpoint; a restore ends with one. */
const TIMELINE_AT = 48;

/** Throws where there is no database. */
function readControlFile(dataFolder: string): Buffer {
  const file = openSync(join(dataFolder, 'global', 'pg_control'), 'r');
  try {
    const bytes = Buffer.alloc(TIMELINE_AT + 4);
    readSync(file, bytes, 0, bytes.length, 0);
    return bytes;
  } finally {
    closeSync(file);
  }
}

/** Throws where there is no database. */
export const readSystemIdentifier = (dataFolder: string): string =>
  readControlFile(dataFolder).readBigUInt64LE(IDENTIFIER_AT).toString();

/** The timeline that the database in the folder writes, whether it runs or not. Throws where there is none. */
export const readTimeline = (dataFolder: string): string =>
  readControlFile(dataFolder).readUInt32LE(TIMELINE_AT).toString(16).toUpperCase().padStart(8, '0');

/** Segments are in order by their numbers within a timeline; null: no name of a segment. */
function segmentNumber(name: string): number | null {
  const { log, segment } = SEGMENT_NAME.exec(name)?.groups ?? {};
  return log === undefined || segment === undefined
    ? null
    : Number.parseInt(log, 16) * SEGMENTS_PER_LOG + Number.parseInt(segment, 16);
}

/** As the names of its files begin: a restore to an instant begins another. */
export const timelineOf = (name: string): string => name.slice(0, 8);

/** The segment that a file of WAL is, or is about; null: it is about none, as the history of a timeline. */
export function segmentOf(name: string): string | null {
  const segment = name.slice(0, 24);
  return SEGMENT_NAME.test(segment) ? segment : null;
}

/** Those on a timeline: recovery goes along it. null: it is not known, and all are. */
export const basesOn = <Base extends Pick<BaseManifest, 'startSegment'>>(
  bases: readonly Base[],
  timeline: string | null,
): readonly Base[] => bases.filter(({ startSegment }) => timeline === null || timelineOf(startSegment) === timeline);

export interface ArchivedFile {
  readonly name: string;
  readonly bytes: number;
  readonly at: Millis;
}

/** Files of WAL in the order of their names. */
export async function listArchivedFiles(cluster: string): Promise<readonly ArchivedFile[]> {
  const folder = walFolder(cluster);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(ARCHIVED_SUFFIX)).sort();
  const found = await Promise.all(
    names.map(async (name) => {
      const stats = await stat(join(folder, name)).catch(() => null);
      const plain = name.slice(0, -ARCHIVED_SUFFIX.length);
      return stats === null ? null : { name: plain, bytes: stats.size, at: stats.mtimeMs };
    }),
  );
  return found.filter((file) => file !== null);
}

/** Of the WAL that a base backup needs, and all after it on its timeline. */
export const walBytesSince = (
  { startSegment }: Pick<BaseManifest, 'startSegment'>,
  files: readonly ArchivedFile[],
): number =>
  files
    .filter(({ name }) => timelineOf(name) === timelineOf(startSegment) && name >= startSegment)
    .reduce((sum, { bytes }) => sum + bytes, 0);

/** Names of finished base backups, oldest first. */
export async function listBases(cluster: string): Promise<readonly string[]> {
  return (await readdir(cluster).catch(() => [])).filter((name) => BASE_NAME.test(name)).sort();
}

export const baseName = (at: Millis): string =>
  `base-${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/gu, '')}Z`;

export interface RecoverableSpan {
  readonly base: string;
  readonly from: Millis;
  /** The newest archived change. */
  readonly to: Millis;
  /** The last file of WAL without one missing before it. */
  readonly lastFile: string;
  /** Files of later WAL are there, and one between is missing. */
  readonly isInterrupted: boolean;
}

/** What each base backup and the WAL after it can restore, oldest first. One without its own WAL restores nothing, and is left out. */
export function recoverableSpans(
  bases: readonly (Pick<BaseManifest, 'startSegment' | 'stoppedAt'> & { readonly name: string })[],
  files: readonly ArchivedFile[],
): readonly RecoverableSpan[] {
  return bases.flatMap(({ name, startSegment, stoppedAt }) => {
    const from = Date.parse(stoppedAt);
    const first = segmentNumber(startSegment) ?? 0;
    const following = files
      .filter((file) => timelineOf(file.name) === timelineOf(startSegment))
      .map((file) => ({ number: segmentNumber(file.name), at: file.at, name: file.name }))
      .filter(({ number }) => number !== null && number >= first);
    const missing = following.findIndex(({ number }, place) => number !== first + place);
    const last = following.at(missing === -1 ? -1 : missing - 1);
    if (missing === 0 || last === undefined || last.at < from) return [];
    return [{ base: name, from, to: last.at, lastFile: last.name, isInterrupted: missing !== -1 }];
  });
}

/**
 * Of the newest base backup; null: there is none, or it restores nothing. One that lies ahead of `now` was made while the clock was wrong,
 * and would be the newest until that time comes: it does not count.
 */
export function newestSpan(
  bases: readonly (Pick<BaseManifest, 'stoppedAt'> & { readonly name: string })[],
  spans: readonly RecoverableSpan[],
  now: Millis,
): RecoverableSpan | null {
  const newest = bases.findLast(({ stoppedAt }) => !isAhead(Date.parse(stoppedAt), now));
  return spans.findLast(({ base }) => base === newest?.name) ?? null;
}

/** Deletes a base backup, or the archive of a cluster that is gone. */
export const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

/** Parses a manifest that was authenticated. Throws a BackupError. */
export function parseBaseManifest(name: string, bytes: Buffer): BaseManifest {
  const parsed = BaseManifest.safeParse(JSON.parse(bytes.toString('utf8')));
  if (!parsed.success) throw new BackupError(`The manifest of ${name} is damaged`);
  return parsed.data;
}
