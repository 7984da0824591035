/**
 * The Postgres that a backup is verified in: one of its own, in a folder that is removed afterwards. Whatever is written into the database
 * that serves gets into its archive, and takes the place of instants that can be restored.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@picket/files';
import { clusterBytes } from '@picket/server/commands';
import { type EmbeddedPostgres, startPostgres } from '../postgres/embedded-postgres.ts';
import { PostgresError } from '../postgres/postgres-error.ts';
import { stopPostgres } from '../postgres/stop-postgres.ts';
import { bytesToRestore, findLateShortage, findShortage, placeOfRestore, whileThereIsRoom } from './check-room.ts';

/** In the data folder, where there is room for the data; the number of the process follows. */
const PREFIX = 'verification-';
const NAMES = new RegExp(`^${PREFIX}(\\d+)$`, 'u');
/** What such a process was started as. */
const PROGRAMS = /\b(?:verify|restore)\b/u;

/** It is deleted: nothing has to be on the disk. */
const SETTINGS = {
  archive_mode: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '1GB',
  shared_buffers: '128MB',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
};

/** An empty one, where there is room for the backup. Its folder is gone once it is stopped. Throws a PostgresError. */
export async function startVerificationPostgres(dataDir: string, backup: string): Promise<EmbeddedPostgres> {
  createFolder(dataDir);
  await removeLeftFolders(dataDir);
  const folder = join(dataDir, `${PREFIX}${process.pid}`);
  const stored = await clusterBytes(backup).catch(() => 0);
  const shortage = await findShortage(await bytesToRestore(stored, join(dataDir, 'postgres')), placeOfRestore(folder));
  if (shortage !== null) refuse(shortage);
  createFolder(folder);
  try {
    const postgres = await startPostgres(folder, null, SETTINGS);
    const stop = (): void => {
      postgres.stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    };
    return { ...postgres, stop };
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}

/** What is done in the one of that data folder; it ends as soon as too little of the disk is left. null: it is done elsewhere. */
export const whileVerificationFits = <Result>(dataDir: string | null, work: Promise<Result>): Promise<Result> =>
  dataDir === null
    ? work
    : whileThereIsRoom(work, {
        shortage: () => findLateShortage(placeOfRestore(join(dataDir, PREFIX))),
        onShort: refuse,
      });

function refuse(why: string): never {
  throw new PostgresError(why);
}

/** Of commands that were killed, with the Postgres that still runs there. */
async function removeLeftFolders(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    const [, pid] = NAMES.exec(name) ?? [];
    if (pid === undefined || (pid !== String(process.pid) && isVerifying(pid))) continue;
    // One of somebody else is theirs to remove.
    await removeFolder(join(dataDir, name)).catch(() => {});
  }
}

async function removeFolder(folder: string): Promise<void> {
  await stopPostgres(folder, 'immediate');
  rmSync(folder, { recursive: true, force: true });
}

/** Where the system does not say what a process is, any of that number counts. */
function isVerifying(pid: string): boolean {
  try {
    return PROGRAMS.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return isAlive(Number(pid));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
