/** The embedded Postgres with its archive: every file of WAL is kept, so that any instant can be restored (PICKET_ARCHIVE_DAYS). */
import { chownSync } from 'node:fs';
import { join } from 'node:path';
import { prepareArchiver } from '@picket/server/archiver-settings';
import { type EmbeddedPostgres, startPostgres } from './embedded-postgres.ts';
import type { Identity } from './postgres-user.ts';

/** A file of WAL is archived after this time even if it is not full. */
const ARCHIVE_TIMEOUT_SECONDS = 300;
/** So many files may wait in pg_wal, 16 MiB each; beyond that they are dropped, whatever keeps them from being archived. */
const MAX_WAITING_FILES = 64;
const PROGRAM = join(import.meta.dirname, '../archive-wal.ts');

/** Starts, or adopts, the Postgres of `folder`, as startPostgres does. Throws a PostgresError, or a ConfigError about the archive. */
export const startArchivedPostgres = (folder: string, wantedPort: number | null = null): Promise<EmbeddedPostgres> =>
  startPostgres(folder, wantedPort, {}, (data, identity) => archiveSettings(folder, data, identity));

/** The settings of a Postgres that archives, and the paths that its user has to reach. */
export function archiveSettings(
  folder: string,
  data: string,
  identity: Identity | null,
  environment: NodeJS.ProcessEnv = process.env,
  maxWaiting = MAX_WAITING_FILES,
): { readonly settings: Readonly<Record<string, string>>; readonly paths: readonly string[] } {
  const archiver = prepareArchiver(environment, folder, data);
  if (archiver === null) return { settings: { archive_mode: 'off' }, paths: [] };
  const { settingsFile, walFolder } = archiver;
  if (identity !== null) for (const path of [settingsFile, walFolder]) chownSync(path, identity.uid, identity.gid);
  const settings = {
    archive_mode: 'on',
    archive_command: archiveCommand([process.execPath, PROGRAM, settingsFile], maxWaiting),
    archive_timeout: String(ARCHIVE_TIMEOUT_SECONDS),
    wal_compression: 'on',
  };
  return { settings, paths: [walFolder, process.execPath, PROGRAM] };
}

/** It succeeds where too many files wait: Postgres then removes them, instead of filling its disk. It runs in the data folder. */
function archiveCommand([node, program, settingsFile]: readonly [string, string, string], maxWaiting: number): string {
  const parts = [node, program, settingsFile].map((part) => `"${part.replaceAll('%', '%%')}"`);
  const [quotedNode, ...args] = parts;
  return `${quotedNode} --disable-warning=ExperimentalWarning ${args.join(' ')} "%p" "%f" || { set -- pg_wal/archive_status/*.ready; [ $# -gt ${maxWaiting} ]; }`;
}
