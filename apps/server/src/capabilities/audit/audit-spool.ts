/**
 * Audit entries that could not be written to the database are spooled to this server's disk: one file each, with a MAC, so that
 * nobody can add entries through the disk. They are appended once the database accepts them, with their original time.
 */
import { readdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AUDIT_ACTIONS, currentAuditAction } from '@picket/domain/audit';
import { type Problem, problemOf } from '@picket/domain/problems';
import { createFolder, writeFileDurably } from '@picket/files';
import { z } from 'zod';
import { newGuid } from '../../platform/keys/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { ACTOR_KINDS, type AuditContent } from './audit-entry-store.ts';
import { isLineMac, lineMac } from './audit-macs.ts';

/** Limits the disk space; further entries are written to the server's log only. */
const MAX_SPOOLED = 10_000;

const folderOf = ({ config }: Pick<Platform, 'config'>): string => join(config.dataDir, 'audit-kept');

const SpooledFile = z.strictObject({ content: z.string(), mac: z.string() });
const Entry = z.strictObject({
  tenantGuid: z.guid(),
  occurredAt: z.iso.datetime().transform((text) => new Date(text)),
  actorKind: z.enum(ACTOR_KINDS),
  actorGuid: z.guid().nullable(),
  actorName: z.string(),
  address: z.string().nullable(),
  action: z.string().transform(currentAuditAction).pipe(z.enum(AUDIT_ACTIONS)),
  targetKind: z.string(),
  targetGuid: z.string().nullable(),
  targetName: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

/** The content of a spooled file. Earlier versions called the time `at`. */
const Content = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null || !('at' in value)) return value;
  const { at, ...rest } = value;
  return { ...rest, occurredAt: at };
}, Entry);

/** Throws where the folder cannot be read: entries in it would be forgotten, and nobody would know. */
const spooledFiles = async (platform: Pick<Platform, 'config'>): Promise<readonly string[]> =>
  ((await unlessMissing(readdir(folderOf(platform)))) ?? []).filter((name) => name.endsWith('.json')).sort();

const unlessMissing = <Found>(found: Promise<Found>): Promise<Found | null> =>
  found.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });

/** Spools an entry; it is on the disk when the promise resolves. */
export async function spoolEntry(
  platform: Pick<Platform, 'config' | 'keys' | 'log'>,
  entry: AuditContent,
): Promise<void> {
  const folder = folderOf(platform);
  // It may still be possible to write where the folder cannot be listed.
  if ((await spooledFiles(platform).catch(() => [])).length >= MAX_SPOOLED) {
    platform.log.error({ entry }, 'audit spool full, entry written to this log only');
    return;
  }
  const content = JSON.stringify(entry);
  const mac = lineMac(platform.keys, 'kept audit entry', [content]);
  createFolder(folder, 0o700);
  const name = `${entry.occurredAt.getTime().toString().padStart(15, '0')}-${newGuid()}.json`;
  writeFileDurably(join(folder, name), JSON.stringify({ content, mac }), 0o600);
}

function parseEntry(platform: Pick<Platform, 'keys'>, text: string): AuditContent | null {
  try {
    const { content, mac } = SpooledFile.parse(JSON.parse(text));
    return isLineMac(mac, lineMac(platform.keys, 'kept audit entry', [content]))
      ? Content.parse(JSON.parse(content))
      : null;
  } catch {
    return null;
  }
}

export interface SpooledEntry {
  /** null: the file was not written by Picket. */
  readonly entry: AuditContent | null;
  readonly path: string;
}

/** Spooled entries, oldest first. */
export async function* spooledEntries(platform: Pick<Platform, 'config' | 'keys'>): AsyncGenerator<SpooledEntry> {
  for (const name of await spooledFiles(platform)) {
    const path = join(folderOf(platform), name);
    // Another process of this server may have appended it already.
    const text = await unlessMissing(readFile(path, 'utf8'));
    if (text !== null) yield { entry: parseEntry(platform, text), path };
  }
}

/** One that stays is found appended the next time, and `auditSpoolProblem` names it until then. */
export const deleteSpooled = ({ path }: SpooledEntry): Promise<void> => unlink(path).catch(() => {});

/** Renames a file that was not written by Picket. One that stays is logged again the next time. */
export const rejectSpooled = ({ path }: SpooledEntry): Promise<void> => rename(path, `${path}.refused`).catch(() => {});

/** The health problem while entries are spooled; null: none. */
export async function auditSpoolProblem(platform: Pick<Platform, 'config'>): Promise<Problem | null> {
  const { length: entries } = await spooledFiles(platform);
  return entries === 0 ? null : problemOf('AUDIT_NOT_WRITTEN', { entries });
}
