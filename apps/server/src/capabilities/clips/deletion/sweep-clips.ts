/**
 * Compares the store with the table, both ways: completes what was uploaded and not verified, gives up what is not uploaded, removes the objects of
 * deleted clips, and those of no clip.
 */
import type { Millis } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import { pathOfClip } from '../storage/clip-objects.ts';
import { findClip } from '../storage/clip-store.ts';
import { completeWhole } from '../uploads/complete-clip.ts';
import type { UploadParts } from '../uploads/receive-part.ts';
import { deleteUnfinishedClip, listUnfinishedAllTenants } from '../uploads/upload-store.ts';
import { removeObjects } from './delete-clip.ts';
import { listRemovableAllTenants, listUnknownAllTenants } from './deletion-store.ts';

/** A sentry keeps a clip in its backlog for some days. */
const UPLOAD_TIME: Millis = 7 * 86_400_000;

export async function finishUploads(platform: Platform, parts: UploadParts): Promise<void> {
  const { db, clock, log } = platform;
  const before = new Date(clock.now() - UPLOAD_TIME);
  for (const { tenant, guid, isWhole } of await listUnfinishedAllTenants(db.console, before)) {
    const clip = await findClip(db.console, tenant, guid);
    if (clip === null) continue;
    if (!isWhole) {
      if (await deleteUnfinishedClip(db.console, tenant, guid)) await parts.objects.removeAll(pathOfClip(clip));
      continue;
    }
    try {
      await completeWhole(platform, parts, clip);
    } catch (error) {
      // It was refused, as the device would have been.
      if (!(error instanceof AppError)) throw error;
      log.warn({ clip: guid, reason: error.message }, 'uploaded clip not taken');
    }
  }
}

/** Guids that are compared in one statement. */
const BATCH = 500;
const CLIP_OF_NAME = /^[0-9a-f-]{36}\/\d{4}-\d{2}\/([0-9a-f-]{36})\//u;

/** Returns how many clips' objects were removed that no clip has. */
export async function sweepObjects(platform: Platform, objects: ObjectStore): Promise<number> {
  await removeObjects(platform, objects, await listRemovableAllTenants(platform.db.console));
  let removed = 0;
  const paths = new Map<string, string>();
  const removeUnknown = async (): Promise<void> => {
    for (const guid of await listUnknownAllTenants(platform.db.console, [...paths.keys()])) {
      await objects.removeAll(paths.get(guid) ?? '');
      removed += 1;
    }
    paths.clear();
  };
  for await (const name of objects.list()) {
    const [path = '', guid] = CLIP_OF_NAME.exec(name) ?? [];
    if (guid !== undefined) paths.set(guid, path.slice(0, -1));
    if (paths.size >= BATCH) await removeUnknown();
  }
  await removeUnknown();
  return removed;
}
