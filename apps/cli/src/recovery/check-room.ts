/** Whether a check of recovery leaves enough of the disk free: before it begins, and as long as it writes. */
import { statfs } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { clusterBytes, type RecoveryOutcome } from '@picket/server/commands';

const GIB = 1024 ** 3;
/** What recovery writes beside the files of the database. */
const WORKING_BYTES = GIB;
const CHECK_AGAIN_MS = 1000;

export const skipped = (why: string): RecoveryOutcome => ({ result: 'SKIPPED', reachedAt: null, why });

const inGib = (bytes: number): string => (bytes / GIB).toFixed(1);

/** A tenth of the disk, or 2 GiB, stays free: below that it counts as filling. */
async function readRoom(backups: string): Promise<{ readonly free: number; readonly reserve: number }> {
  const { bavail, bsize, blocks } = await statfs(backups);
  return { free: bavail * bsize, reserve: Math.max(2 * GIB, (blocks * bsize) / 10) };
}

/** Why there is not enough free space to begin; null: there is. */
export async function findShortage(data: string, backups: string): Promise<string | null> {
  const { free, reserve } = await readRoom(backups);
  const needed = (await clusterBytes(data)) + WORKING_BYTES + reserve;
  return free >= needed
    ? null
    : `${inGib(needed)} GiB have to be free where backups are kept, so that enough is left afterwards, and ${inGib(free)} GiB are`;
}

/** Why what is free by now is too little to go on; null: it is not. */
export async function findLateShortage(backups: string): Promise<string | null> {
  const { free, reserve } = await readRoom(backups);
  return free >= reserve
    ? null
    : `${inGib(reserve)} GiB have to stay free where backups are kept, and ${inGib(free)} GiB were left during the check`;
}

/**
 * The outcome of `work`, or that it was skipped as soon as there is a shortage: the database of then may be larger than the one that runs, and
 * others write meanwhile. The work is not waited for then, and has to be ended.
 */
export async function whileThereIsRoom(
  work: Promise<RecoveryOutcome>,
  shortage: () => Promise<string | null>,
  checkAgainMs = CHECK_AGAIN_MS,
): Promise<RecoveryOutcome> {
  let isDone = false;
  const untilShort = async (): Promise<RecoveryOutcome> => {
    for (;;) {
      await setTimeout(checkAgainMs, null, { ref: false });
      const why = isDone ? null : await shortage();
      if (why !== null || isDone) return skipped(why ?? '');
    }
  };
  try {
    return await Promise.race([work, untilShort()]);
  } finally {
    isDone = true;
  }
}
