/** Whether what is recovered leaves enough of the disk free: before it begins, and as long as it writes. */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { clusterBytes, type RecoveryOutcome } from '@picket/server/commands';

const GIB = 1024 ** 3;
/** What recovery writes beside the files of the database. */
const WORKING_BYTES = GIB;
const MIN_FREE_BYTES = 2 * GIB;
const CHECK_AGAIN_MS = 1000;

/** The disk that a database is recovered to. */
export interface Place {
  /** Absolute; it need not be there yet. */
  readonly folder: string;
  /** As a sentence names it. */
  readonly name: string;
  /** So much of the whole disk stays free, 2 GiB at least. */
  readonly freeShare: number;
}

/** A check that nobody asked for keeps a tenth of the disk free: below that it counts as filling. */
export const placeOfCheck = (backups: string): Place => ({
  folder: backups,
  name: 'where backups are kept',
  freeShare: 0.1,
});

/** Beside a folder that is made on request. */
export const placeOfRestore = (folder: string): Place => ({
  folder: dirname(folder),
  name: `in ${dirname(folder)}`,
  freeShare: 0,
});

export const skipped = (why: string): RecoveryOutcome => ({ result: 'SKIPPED', reachedAt: null, why });

const inGib = (bytes: number): string => (bytes / GIB).toFixed(1);

/** The folder itself, or the one in which it will be made. */
const presentFolder = (folder: string): string =>
  existsSync(folder) || folder === dirname(folder) ? folder : presentFolder(dirname(folder));

async function readRoom({ folder, freeShare }: Place): Promise<{ readonly free: number; readonly reserve: number }> {
  const { bavail, bsize, blocks } = await statfs(presentFolder(folder));
  return { free: bavail * bsize, reserve: Math.max(MIN_FREE_BYTES, blocks * bsize * freeShare) };
}

/**
 * A whole cluster, as large as the one in `data`. Where that is lost or damaged, as it may be when it is restored, the `stored` bytes are
 * known alone: they are compressed.
 */
export const bytesToRestore = async (stored: number, data: string): Promise<number> =>
  Math.max(stored, await clusterBytes(data).catch(() => 0));

/** Why there is not enough free space to begin; null: there is. `bytes`: of the files of the database. */
export async function findShortage(bytes: number, place: Place): Promise<string | null> {
  const { free, reserve } = await readRoom(place);
  const needed = bytes + WORKING_BYTES + reserve;
  return free >= needed
    ? null
    : `${inGib(needed)} GiB have to be free ${place.name}, so that enough is left afterwards, and ${inGib(free)} GiB are`;
}

/** Why what is free by now is too little to go on; null: it is not. */
export async function findLateShortage(place: Place): Promise<string | null> {
  const { free, reserve } = await readRoom(place);
  return free >= reserve
    ? null
    : `${inGib(reserve)} GiB have to stay free ${place.name}, and ${inGib(free)} GiB were left meanwhile`;
}

export interface RoomCheck<Result> {
  readonly shortage: () => Promise<string | null>;
  /** The outcome then; what it throws is thrown. */
  readonly onShort: (why: string) => Result;
  readonly checkAgainMs?: number;
}

/**
 * The outcome of `work`, or what becomes of it as soon as there is a shortage: the database of then may be larger than the one that runs, and
 * others write meanwhile. The work is not waited for then, and has to be ended.
 */
export async function whileThereIsRoom<Result>(
  work: Promise<Result>,
  { shortage, onShort, checkAgainMs = CHECK_AGAIN_MS }: RoomCheck<Result>,
): Promise<Result> {
  let isDone = false;
  const untilShort = async (): Promise<Result> => {
    for (;;) {
      await setTimeout(checkAgainMs, null, { ref: false });
      if (isDone) return work;
      const why = await shortage();
      if (why !== null && !isDone) return onShort(why);
    }
  };
  try {
    return await Promise.race([work, untilShort()]);
  } finally {
    isDone = true;
  }
}
