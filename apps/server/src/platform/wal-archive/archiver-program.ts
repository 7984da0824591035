/** What the programs do that Postgres runs for each file of WAL: `archive_command` and `restore_command`. */
import { existsSync, readdirSync, readFileSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ArchiveError, archiveFile, readArchivedFile, readEncryptedFile } from './archived-file.ts';
import { readArchiverFile } from './archiver-settings.ts';
import { hasLiveDraft } from './base-backup-drafts.ts';

/**
 * Archives a file. Throws an ArchiveError where that would take more room than it may, and Postgres repeats it later. While a base backup
 * is made it may take more: the base backup needs its WAL, and only once it is complete what lies before it can go.
 */
export async function archiveWal(settingsFile: string, path: string, name: string): Promise<void> {
  const settings = readArchiverFile(settingsFile);
  const { folder, maxBytes, minFreeBytes } = settings;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < minFreeBytes) throw new ArchiveError(`the disk of ${folder} is nearly full`);
  const used = readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  if (used >= maxBytes && !(await hasLiveDraft(dirname(folder), Date.now())))
    throw new ArchiveError(`${folder} has ${used} bytes and may have ${maxBytes} (PICKET_ARCHIVE_GB)`);
  await archiveFile(settings, path, name);
}

const FetchFile = z.object({
  folder: z.string(),
  macKey: z.string(),
  isEncrypted: z.boolean(),
  identities: z.array(z.string()),
  /** pg_wal of the database that was running: what is not archived yet. */
  liveWal: z.string().nullable(),
});
export type FetchSettings = z.output<typeof FetchFile>;

/** Fetches a file for recovery; false: there is none. Throws an ArchiveError where it was changed. */
export async function fetchWal(settingsFile: string, name: string, path: string): Promise<boolean> {
  const { folder, macKey, isEncrypted, identities, liveWal } = FetchFile.parse(
    JSON.parse(readFileSync(settingsFile, 'utf8')),
  );
  const source = { folder, macKey: Buffer.from(macKey, 'base64url') };
  const archived = isEncrypted ? await readEncryptedFile(source, name, identities) : readArchivedFile(source, name);
  const content = archived ?? readLiveFile(liveWal, name);
  if (content === null) return false;
  writeFileSync(path, content, { mode: 0o600 });
  return true;
}

function readLiveFile(folder: string | null, name: string): Buffer | null {
  const path = folder === null ? null : join(folder, name);
  return path !== null && existsSync(path) ? readFileSync(path) : null;
}
