/**
 * Entries that could not be written into the log when they happened, kept on this server's disk: a file each, with a MAC, so that the
 * disk is no way into the log. They are appended as soon as that works, with the time at which they happened.
 */
import { readdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AUDIT_ACTIONS } from '@picket/domain';
import { createFolder, writeFileDurably } from '@picket/files';
import { z } from 'zod';
import { newGuid, type Platform } from '../../platform/index.ts';
import { isLineMac, lineMac } from './audit-macs.ts';
import { ACTOR_KINDS, type AuditContent } from './audit-store.ts';

/** More than these are only in the server's log: strangers must not fill the disk. */
const MAX_SPOOLED = 10_000;

const folderOf = ({ config }: Pick<Platform, 'config'>): string => join(config.dataDir, 'audit-kept');

const SpooledFile = z.strictObject({ content: z.string(), mac: z.string() });
const Content = z.strictObject({
  tenantGuid: z.guid(),
  occurredAt: z.iso.datetime().transform((text) => new Date(text)),
  actorKind: z.enum(ACTOR_KINDS),
  actorGuid: z.guid().nullable(),
  actorName: z.string(),
  address: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  targetKind: z.string(),
  targetGuid: z.string().nullable(),
  targetName: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

const spooledFiles = async (platform: Pick<Platform, 'config'>): Promise<readonly string[]> =>
  (await readdir(folderOf(platform)).catch(() => [])).filter((name) => name.endsWith('.json')).sort();

/** Keeps an entry; it is on the disk when this settles. */
export async function spoolEntry(
  platform: Pick<Platform, 'config' | 'keys' | 'log'>,
  entry: AuditContent,
): Promise<void> {
  const folder = folderOf(platform);
  if ((await spooledFiles(platform)).length >= MAX_SPOOLED) {
    platform.log.error({ entry }, 'too many audit entries are kept: this one is in this log only');
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
  /** null: it is not as Picket wrote it. */
  readonly entry: AuditContent | null;
  readonly path: string;
}

/** What is kept, oldest first. */
export async function* spooledEntries(platform: Pick<Platform, 'config' | 'keys'>): AsyncGenerator<SpooledEntry> {
  for (const name of await spooledFiles(platform)) {
    const path = join(folderOf(platform), name);
    // Another process of this server may have been faster.
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text !== null) yield { entry: parseEntry(platform, text), path };
  }
}

export const deleteSpooled = ({ path }: SpooledEntry): Promise<void> => unlink(path).catch(() => {});

/** Puts one aside that Picket did not write. */
export const rejectSpooled = ({ path }: SpooledEntry): Promise<void> => rename(path, `${path}.refused`).catch(() => {});

/** What is wrong while entries are kept, as a sentence; null: nothing. */
export async function auditSpoolProblem(platform: Pick<Platform, 'config'>): Promise<string | null> {
  const { length } = await spooledFiles(platform);
  if (length === 0) return null;
  const entries = length === 1 ? '1 entry waits' : `${length} entries wait`;
  return `The audit log cannot be written: ${entries} on this server's disk`;
}
