/**
 * What was erased or revoked on purpose, in a file beside the backups, outside of the database and its WAL: a restore to an instant
 * before brings it back, and it is erased again. Lines are only added.
 */
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatInstant, type Millis } from '@picket/domain/time';
import { createFolder, syncFile } from '@picket/files';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import type { Platform } from '../platform.ts';

const FILE = 'erased.jsonl';

const LedgerEntry = z.object({
  at: z.iso.datetime(),
  /**
   * USER: a person; API_TOKEN: one token; API_TOKENS_OF_USER: all that a person had then; TENANT: an organization; TENANT_BROUGHT_BACK: it is
   * there again. An earlier version leaves out lines of a kind that it does not know.
   */
  kind: z.enum(['USER', 'API_TOKEN', 'API_TOKENS_OF_USER', 'TENANT', 'TENANT_BROUGHT_BACK']),
  tenant: z.uuid(),
  /** Of the person, the token or the organization. */
  guid: z.uuid(),
});
export type LedgerEntry = z.output<typeof LedgerEntry>;

/**
 * Notes an erasure; durable when it returns. Called before the erasure is committed: one that is noted and then not done is known as
 * erased, and never the other way round. Where the folder of the backups cannot be written, throws a `busy` for a person and for an
 * organization; a token is revoked all the same, since who revokes it may be under attack, and the log says that a restore brings it back.
 */
export async function noteErasure(
  { config, clock, log }: Pick<Platform, 'config' | 'clock' | 'log'>,
  kind: LedgerEntry['kind'],
  tenant: string,
  guid: string,
): Promise<void> {
  try {
    const { folder } = config.backup;
    const at = isOfTenant({ kind }) ? await timeAfterLast(folder, tenant, clock.now()) : clock.now();
    await appendEntry(folder, { at: formatInstant(at), kind, tenant, guid });
  } catch (err) {
    if (kind === 'USER' || kind === 'TENANT')
      throw new AppError('busy', {
        message: 'What is erased cannot be noted beside the backups now',
        retryAfterSeconds: 60,
      });
    const what =
      kind === 'TENANT_BROUGHT_BACK'
        ? 'brought back, but not noted beside the backups: a restore suspends it'
        : 'revoked, but not noted beside the backups: a restore to before brings it back';
    log.error({ err, kind, tenant, guid }, what);
  }
}

const isOfTenant = ({ kind }: Pick<LedgerEntry, 'kind'>): boolean =>
  kind === 'TENANT' || kind === 'TENANT_BROUGHT_BACK';

/** After what was noted of the organization before, also by a clock that was ahead: the last entry counts. */
async function timeAfterLast(folder: string, tenant: string, now: Millis): Promise<Millis> {
  const entries = (await readErasures(folder)).filter((entry) => entry.tenant === tenant && isOfTenant(entry));
  return Math.max(now, ...entries.map(({ at }) => Date.parse(at) + 1));
}

/** Notes that an organization is active, where it is noted as deleted: its deletion was interrupted, or a restore brought it back. */
export async function noteReactivated(
  platform: Pick<Platform, 'config' | 'clock' | 'log'>,
  tenant: string,
): Promise<void> {
  const entries = await readErasures(platform.config.backup.folder).catch(() => null);
  // One more changes nothing.
  if (entries === null || deletedTenants(entries).includes(tenant))
    await noteErasure(platform, 'TENANT_BROUGHT_BACK', tenant, tenant);
}

async function appendEntry(folder: string, entry: LedgerEntry): Promise<void> {
  createFolder(folder, 0o700);
  const file = await open(join(folder, FILE), 'a', 0o600);
  try {
    // It begins with a new line as well: a crash may have left half a line.
    await file.write(`\n${JSON.stringify(entry)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  syncFile(folder);
}

/** All entries; a line that is not whole is left out. */
export async function readErasures(folder: string): Promise<readonly LedgerEntry[]> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => parseLine(line) ?? []);
}

/** The organizations that were deleted, and not brought back after that. The lists of several servers may stand one after the other. */
export const deletedTenants = (entries: readonly LedgerEntry[]): readonly string[] => {
  const last = new Map(
    entries
      .filter(isOfTenant)
      .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
      .map(({ kind, tenant }) => [tenant, kind]),
  );
  return [...last].filter(([, kind]) => kind === 'TENANT').map(([tenant]) => tenant);
};

function parseLine(line: string): LedgerEntry | null {
  try {
    return LedgerEntry.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
