/** The folder of backups: a folder each, named by its time, complete or absent; and which of them are kept. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, open, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Millis } from '@picket/domain/time';
import { isAhead } from '../clock/is-ahead.ts';
import { Manifest } from './manifest.ts';

export class BackupError extends Error {}

const NAME = /^picket-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/u;
/** Suffix of a backup in progress; an interrupted one is deleted by the next. */
export const UNFINISHED = '.unfinished';
export const MANIFEST = 'manifest.json';
/** Beside the manifest: its MAC. */
export const MAC = 'manifest.mac';
/** A longer file is no manifest. */
const MAX_MANIFEST_BYTES = 64 * 1_048_576;
export const tableFile = (name: string): string => `${name}.copy.zst`;

export const backupName = (at: number): string =>
  `picket-${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/gu, '')}Z`;

/** When the backup of that name was made; null: not the name of a backup. */
export function backupTime(name: string): number | null {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  return year === undefined ? null : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Names of finished backups, newest first. */
export async function listBackups(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => backupTime(name) !== null)
    .sort()
    .reverse();
}

/** Named after a time that lies ahead of `now`: the clock was wrong when it was made. */
export const isBackupAhead = (name: string, now: Millis): boolean => isAhead(backupTime(name) ?? 0, now);

/** Of names as `listBackups` returns them; null: there is none. One that lies ahead is newer than none. */
export const newestBackup = (names: readonly string[], now: Millis): string | null =>
  names.find((name) => !isBackupAhead(name, now)) ?? null;

/** There is no such file, nor a folder that could hold it. */
const MISSING: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR']);

/** Reads a small file of a backup; null: it is missing, not a file, or too long. Throws a BackupError where it cannot be read. */
export async function readSmallFile(folder: string, name: string): Promise<Buffer | null> {
  const path = join(folder, name);
  try {
    const stats = await lstat(path);
    return stats.isFile() && stats.size <= MAX_MANIFEST_BYTES ? await readFile(path) : null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { code, message }: NodeJS.ErrnoException = error;
    if (MISSING.has(code)) return null;
    throw new BackupError(
      code === 'EACCES' || code === 'EPERM'
        ? `${path} cannot be read by the user that Picket runs as: ${message}`
        : `${path} cannot be read: ${message}`,
    );
  }
}

/** Throws a BackupProblem that a person understands. */
export function parseManifest(folder: string, bytes: Buffer): Manifest {
  const parsed = Manifest.safeParse(jsonOf(bytes));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : ` (${issue.path.join('.')})`;
  throw new BackupError(`${join(folder, MANIFEST)} is damaged, or of a Picket newer than this one${where}`);
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

/** The manifest in the folder, unauthenticated. Throws a BackupProblem that a person understands. */
export async function readManifest(folder: string): Promise<Manifest> {
  const bytes = await readSmallFile(folder, MANIFEST);
  if (bytes === null) throw new BackupError(`${folder} is no backup: it has no ${MANIFEST}`);
  return parseManifest(folder, bytes);
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest('hex');
}

/** Forces written data to the disk (fsync). */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Renames a finished folder to its final name. */
export async function publishBackup(
  folder: string,
  name: string,
  draft = join(folder, `${name}${UNFINISHED}`),
): Promise<string> {
  const done = join(folder, name);
  await syncPath(draft);
  await rename(draft, done);
  await syncPath(folder);
  return done;
}

export async function deleteUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.endsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true, force: true });
}

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const WEEK = 7 * 86_400_000;
/** Weeks begin on Monday; the epoch was a Thursday. */
const weekOf = (at: number): number => Math.floor((at - 4 * 86_400_000) / WEEK);

/** Which backups have expired: all but the newest `keep`, and the newest of each of the last `weeks` weeks that have one. */
export function expiredBackups(names: readonly string[], keep: number, weeks: number): readonly string[] {
  const newestFirst = names
    .filter((name) => backupTime(name) !== null)
    .toSorted()
    .reverse();
  const kept = new Set(newestFirst.slice(0, keep));
  const seen = new Set<number>();
  for (const name of newestFirst) {
    const week = weekOf(backupTime(name) ?? 0);
    if (seen.has(week) || seen.size === weeks) continue;
    seen.add(week);
    kept.add(name);
  }
  return newestFirst.filter((name) => !kept.has(name));
}
