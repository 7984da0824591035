/**
 * Compares the store with the table, both ways: completes what was uploaded and not verified, gives up what is not uploaded, removes the objects of
 * deleted clips, and those of no clip.
 */
import type { Millis } from '@picket/domain/time';
import { AppError } from '../../../platform/errors.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import { clipOfObject, pathOfClip } from '../storage/clip-objects.ts';
import { findClip } from '../storage/clip-store.ts';
import { listUnknownObjectsAllTenants } from '../storage/stored-clip-store.ts';
import { completeWhole } from '../uploads/complete-clip.ts';
import type { UploadParts } from '../uploads/receive-part.ts';
import { deleteUnfinishedClip, listUnfinishedAllTenants } from '../uploads/upload-store.ts';
import { removeObjects } from './delete-clip.ts';
import { listRemovableAllTenants, listUnknownAllTenants } from './deletion-store.ts';
import { eraseObjects } from './erase-clips-of-tenant.ts';

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

/** Returns how many clips' objects were removed that no clip has. */
export async function sweepObjects(platform: Platform, objects: ObjectStore): Promise<number> {
  await removeObjects(platform, objects, await listRemovableAllTenants(platform.db.console));
  let removed = 0;
  const found = new Map<string, NonNullable<ReturnType<typeof clipOfObject>>>();
  const removeUnknown = async (): Promise<void> => {
    const guids = [...found.keys()];
    const deleted = new Set(await listUnknownObjectsAllTenants(platform.db.console, guids));
    for (const guid of await listUnknownAllTenants(platform.db.console, guids)) {
      const clip = found.get(guid);
      if (clip === undefined) continue;
      if (deleted.has(guid)) await eraseObjects(platform, objects, [clip]);
      else await objects.removeAll(clip.path);
      removed += 1;
    }
    found.clear();
  };
  for await (const name of objects.list()) {
    const clip = clipOfObject(name);
    if (clip !== null) found.set(clip.guid, clip);
    if (found.size >= BATCH) await removeUnknown();
  }
  await removeUnknown();
  return removed;
}
