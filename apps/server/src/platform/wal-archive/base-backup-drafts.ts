/** Base backups that are being written: each in a folder of its own, named after its timeline, until it is complete. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Millis } from '@picket/domain/time';
import { UNFINISHED } from '../backup/backup-folder.ts';

const DAY: Millis = 86_400_000;
/** What waits for the archive writes nothing for ten minutes at most. */
const PAUSES_UP_TO: Millis = 1_800_000;

export const draftName = (name: string, timeline: string): string => `${name}.${timeline}${UNFINISHED}`;

/**
 * Deletes those that an interrupted process left: of the own timeline, while no other process makes one, and any that nothing was written to
 * for a day. A Picket on a restored copy may write another one now.
 */
export async function deleteDrafts(cluster: string, timeline: string, now: Millis): Promise<void> {
  for (const name of await readdir(cluster).catch(() => [])) {
    const path = join(cluster, name);
    if (!name.endsWith(UNFINISHED)) continue;
    if (name.endsWith(draftName('', timeline)) || now - (await lastWrite(path)) > DAY)
      await rm(path, { recursive: true, force: true });
  }
}

/** Whether one is being written. Nothing is written to what a dead process left, which counts for a while only. */
export async function hasLiveDraft(cluster: string, now: Millis): Promise<boolean> {
  const names = (await readdir(cluster).catch(() => [])).filter((name) => name.endsWith(UNFINISHED));
  const writes = await Promise.all(names.map((name) => lastWrite(join(cluster, name))));
  return writes.some((at) => Math.abs(now - at) <= PAUSES_UP_TO);
}

async function lastWrite(folder: string): Promise<Millis> {
  const names = await readdir(folder).catch(() => []);
  const stats = await Promise.all(
    [folder, ...names.map((name) => join(folder, name))].map((path) => stat(path).catch(() => null)),
  );
  return Math.max(0, ...stats.map((one) => one?.mtimeMs ?? 0));
}
