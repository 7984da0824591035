/** The end of the clips of a deleted organization: their rows and keys are gone, and a restore must not bring them back. */
import { formatInstant } from '@picket/domain/time';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import { clipOfObject } from '../storage/clip-objects.ts';
import { noteErasure } from './erasures.ts';

/** Called after the deletion is committed. What fails, or a crash leaves, the sweep finds as objects of no clip. */
export async function eraseClipsOf(
  platform: Pick<Platform, 'clock' | 'log'>,
  objects: ObjectStore,
  tenant: string,
): Promise<void> {
  try {
    const erased = new Set<string>();
    for await (const name of objects.list(tenant)) {
      const clip = clipOfObject(name);
      if (clip === null || erased.has(clip.guid)) continue;
      erased.add(clip.guid);
      await eraseObjects(platform, objects, clip);
    }
    await objects.removeAll(tenant);
  } catch (error) {
    platform.log.warn({ err: error, tenant }, 'objects of a deleted organization not removed yet');
  }
}

/** Of a clip that has no row any more. */
export async function eraseObjects(
  { clock }: Pick<Platform, 'clock'>,
  objects: ObjectStore,
  { tenant, guid, path }: { readonly tenant: string; readonly guid: string; readonly path: string },
): Promise<void> {
  await noteErasure(objects, { tenant, guid, reason: 'TENANT_DELETED', at: formatInstant(clock.now()) });
  await objects.removeAll(path);
}
