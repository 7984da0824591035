/** Throws away what was uploaded of a part, up to `part.offset`: the device begins again. */
import type { Ctx } from '../../../platform/http/context.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { pathOfClip, type StoredClip } from '../storage/clip-objects.ts';
import type { ClipRow, PartRow } from '../storage/clip-row.ts';
import { toStorageError } from '../storage/storage-errors.ts';
import { moveOffset } from './upload-store.ts';

export async function discardPart(
  { db }: Pick<Ctx, 'db'>,
  objects: ObjectStore,
  { clip, stored, part }: { readonly clip: ClipRow; readonly stored: StoredClip; readonly part: PartRow },
): Promise<void> {
  if (part.offset === 0) return;
  await db.inSqlTx(async (sql) => {
    // Its row is locked until the objects are gone: what is uploaded from the beginning meanwhile would go with them.
    if (!(await moveOffset(sql, clip.tenant, clip.guid, part.part, { from: part.offset, to: 0 }))) return;
    try {
      await objects.removeAll(`${pathOfClip(stored)}/${part.part}`);
    } catch (error) {
      throw toStorageError(error);
    }
  });
}
