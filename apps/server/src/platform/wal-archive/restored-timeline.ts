/** The timeline that a restore began: noted in the archive, so that no later restore writes files of the same names. */
import { chown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ARCHIVED_SUFFIX, archiveFile } from './archived-file.ts';
import type { RecoveryPlan } from './recovery-plan.ts';

/**
 * Archives the histories of timelines in the restored data folder. Recovery does not, since it archives nothing; a later one takes the first
 * timeline without a history, also while another folder is gone on with. Throws an ArchiveError, or the error of the file system.
 */
export async function archiveTimelines({ base, fetch }: RecoveryPlan, data: string): Promise<void> {
  const { folder, macKey } = fetch;
  const target = { folder, macKey: Buffer.from(macKey, 'base64url'), recipient: base.recipient };
  const wal = join(data, 'pg_wal');
  // Postgres' user archives into the folder, and reads from it.
  const { uid, gid } = await stat(folder);
  for (const name of (await readdir(wal)).filter((file) => file.endsWith('.history'))) {
    await archiveFile(target, join(wal, name), name);
    await chown(join(folder, `${name}${ARCHIVED_SUFFIX}`), uid, gid);
  }
}
