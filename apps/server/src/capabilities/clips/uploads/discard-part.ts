/** Throws away what was uploaded of a part: the device begins again. */
import type { SentryActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { pathOfClip, type StoredClip } from '../storage/clip-objects.ts';
import type { ClipRow, PartRow } from '../storage/clip-row.ts';
import { toStorageError } from '../storage/storage-errors.ts';
import { findPart, moveOffset } from './upload-store.ts';

export async function discardPart(
  { db }: Pick<Ctx<SentryActor>, 'db'>,
  objects: ObjectStore,
  { clip, stored, part }: { readonly clip: ClipRow; readonly stored: StoredClip; readonly part: PartRow },
): Promise<void> {
  const now = await findPart(db.console, clip.tenant, clip.guid, part.part);
  if (now === null || now.isComplete) return;
  if (!(await moveOffset(db.console, clip.tenant, clip.guid, part.part, { from: now.offset, to: 0 }))) return;
  try {
    await objects.removeAll(`${pathOfClip(stored)}/${part.part}`);
  } catch (error) {
    throw toStorageError(error);
  }
}
